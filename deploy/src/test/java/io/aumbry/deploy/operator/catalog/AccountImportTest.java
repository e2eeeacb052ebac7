package io.aumbry.deploy.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.ScriptedFrontend;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountImportTest {
  private static final String DEMO =
      """
      {"accountId":7,"accountName":"demo","status":"ACTIVE","snapshotVersion":3,
       "quotaResourceType":"CONTAINER","lastModifiedTime":9,"containers":[
         {"containerId":1,"containerName":"photos","status":"ACTIVE","snapshotVersion":2,
          "ttlRequired":false,"cacheable":true,
          "userMetadataKeysToNotPrefixInResponse":["b","a"]}]}\
      """;

  @TempDir private Path folder;
  private ScriptedFrontend frontend;

  @BeforeEach
  void start() throws Exception {
    frontend =
        new ScriptedFrontend()
            .answer("GET /accounts", "{\"accounts\":[" + DEMO + "]}")
            .answer("POST /accounts", "");
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  private CommandRun load(String content, String... more) throws Exception {
    Path file = Files.writeString(folder.resolve("accounts.json"), content);
    String[] words = new String[more.length + 4];
    System.arraycopy(new String[] {"admin", "account", "import", file.toString()}, 0, words, 0, 4);
    System.arraycopy(more, 0, words, 4, more.length);
    return frontend.run(words);
  }

  private List<JsonObject> sent() {
    return frontend.requests.stream()
        .filter(request -> request.line().equals("POST /accounts"))
        .map(request -> JsonObject.parse(request.body().getBytes(StandardCharsets.UTF_8)))
        .map(document -> document.objects("accounts").getFirst())
        .toList();
  }

  @Test
  void aNewAccountIsCreatedWithItsIds() throws Exception {
    CommandRun run =
        load(
            """
            [{"version":1,"accountId":12,"accountName":"shop","status":"ACTIVE","snapshotVersion":40,
              "rampControl":{"x":true},"lastModifiedTime":5,"containers":[
                {"version":2,"containerId":3,"containerName":"c","status":"ACTIVE","parentAccountId":12,
                 "description":null,"namedBlobMode":"OPTIONAL","shiny":1}]}]\
            """);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .isEqualTo("created    shop\n1 created, 0 updated, 0 unchanged, 0 refused\n");
    assertThat(run.err()).isEqualTo("aumbry: fields not imported: rampControl, shiny (unknown)\n");
    assertThat(sent())
        .containsExactly(
            parse(
                """
                {"accountId":12,"accountName":"shop","status":"ACTIVE","containers":[
                  {"containerId":3,"containerName":"c","status":"ACTIVE","namedBlobMode":"OPTIONAL"}]}\
                """));
  }

  @Test
  void anImportOfTheSameChangesNothing() throws Exception {
    CommandRun run =
        load(
            """
            {"accounts":[{"accountId":7,"accountName":"demo","status":"ACTIVE","snapshotVersion":99,
              "lastModifiedTime":1,"containers":[{"containerId":1,"containerName":"photos",
                "description":"","ttlRequired":false,
                "userMetadataKeysToNotPrefixInResponse":["a","b"]}]}]}\
            """);
    assertThat(run.out())
        .isEqualTo("unchanged  demo\n0 created, 0 updated, 1 unchanged, 0 refused\n");
    assertThat(sent()).isEmpty();
  }

  @Test
  void aDifferenceIsWrittenWithTheVersionHere() throws Exception {
    CommandRun run =
        load(
            """
            [{"accountId":7,"accountName":"demo","status":"INACTIVE","snapshotVersion":99,"containers":[
              {"containerId":1,"containerName":"photos","cacheable":false},
              {"containerId":5,"containerName":"new","ttlRequired":true}]}]\
            """);
    assertThat(run.out()).startsWith("updated    demo\n");
    JsonObject demo = parse(DEMO);
    JsonObject photos = demo.objects("containers").getFirst().with("cacheable", false);
    JsonObject added = parse("{\"containerId\":5,\"containerName\":\"new\",\"ttlRequired\":true}");
    assertThat(sent())
        .containsExactly(
            demo.with("status", "INACTIVE")
                .with("containers", List.of(photos.fields(), added.fields())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      nullValues = "-",
      value = {
        // fields here; fields in the file; fields as sent, none if nothing is sent
        "'durability':'local','paranoidDurabilityEnabled':false;'paranoidDurabilityEnabled':false;-",
        "'durability':'majority','paranoidDurabilityEnabled':true;'paranoidDurabilityEnabled':false;-",
        "'durability':'majority','paranoidDurabilityEnabled':true;'paranoidDurabilityEnabled':true;-",
        "'durability':'local','paranoidDurabilityEnabled':false;'paranoidDurabilityEnabled':true"
            + ";'paranoidDurabilityEnabled':true",
        "'durability':'local','paranoidDurabilityEnabled':false;'durability':'remote'"
            + ";'durability':'remote'",
        "'previouslyEncrypted':true;'previouslyEncrypted':false;-",
        "'deleteTriggerTime':5;'deleteTriggerTime':7;-",
        "'a':1;'deleteTriggerTime':7;'a':1,'deleteTriggerTime':7"
      })
  void anImportNeverLowersProtection(String here, String file, @Nullable String expected)
      throws Exception {
    frontend.answer("GET /accounts", "{\"accounts\":[" + account(here) + "]}");
    load("[" + account(file) + "]");
    assertThat(sent()).isEqualTo(expected == null ? List.of() : List.of(parse(account(expected))));
  }

  private static String account(String fields) {
    String container = "{'containerId':1,'containerName':'c'," + fields + "}";
    return ("{'accountId':7,'accountName':'demo','containers':[" + container + "]}")
        .replace('\'', '"');
  }

  @Test
  void refusalsAreReportedPerAccountAndOthersAreImported() throws Exception {
    frontend.answer("POST /accounts", 409, "the id 8 is taken");
    CommandRun run =
        load(
            """
            [{"accountId":8,"accountName":"demo"},
             {"accountId":7,"accountName":"demo","containers":[{"containerId":2,"containerName":"photos"}]},
             {"accountName":"nameless"},
             {"accountId":8,"accountName":"shop"},
             {"accountId":7,"accountName":"demo"}]\
            """);
    assertThat(run.code()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(run.out())
        .isEqualTo(
            """
            refused    demo: account demo has the id 7 here, but 8 in the file
            refused    demo: container demo/photos has the id 1 here, but 2 in the file
            refused    nameless: account 'nameless' must have an accountName and an accountId
            refused    shop: 409: the id 8 is taken
            unchanged  demo
            0 created, 0 updated, 1 unchanged, 4 refused
            """);
  }

  @Test
  void anIdOfAnotherAccountOrContainerIsNoRename() throws Exception {
    CommandRun run =
        load(
            """
            [{"accountId":7,"accountName":"clash"},
             {"accountId":7,"accountName":"demo","containers":[{"containerId":1,"containerName":"c"}]},
             {"accountId":8,"accountName":"shop"},
             {"accountId":8,"accountName":"shop2"}]\
            """);
    assertThat(run.code()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(run.out())
        .isEqualTo(
            """
            refused    clash: id 7 belongs to account demo
            refused    demo: id 1 belongs to container photos
            created    shop
            refused    shop2: id 8 belongs to account shop
            1 created, 0 updated, 0 unchanged, 3 refused
            """);
    assertThat(sent()).hasSize(1);
  }

  @Test
  void aTrialReportsAndWritesNothing() throws Exception {
    CommandRun run =
        load(
            """
            [{"accountId":7,"accountName":"demo","status":"INACTIVE"},
             {"accountId":8,"accountName":"shop"},{"accountId":8,"accountName":"other"}]\
            """,
            "--dry-run");
    assertThat(run.out())
        .isEqualTo(
            """
            updated    demo
            created    shop
            refused    other: id 8 belongs to account shop
            1 created, 1 updated, 0 unchanged, 1 refused
            """);
    assertThat(sent()).isEmpty();
  }

  @Test
  void anUnavailableFrontendEndsTheImport() throws Exception {
    frontend.answer("POST /accounts", 503, "the catalog is down");
    CommandRun run =
        load("[{\"accountId\":8,\"accountName\":\"a\"},{\"accountId\":9,\"accountName\":\"b\"}]");
    assertThat(run.code()).isEqualTo(ExitCode.UNAVAILABLE.code());
    assertThat(run.out()).isEqualTo("0 created, 0 updated, 0 unchanged, 0 refused\n");
    assertThat(sent()).hasSize(1);
  }

  @Test
  void jsonReportsEveryAccount() throws Exception {
    CommandRun run = load("[{\"accountId\":7,\"accountName\":\"demo\",\"odd\":1}]", "--json");
    assertThat(run.out())
        .isEqualTo(
            """
            {
              "accounts" : [ {
                "accountName" : "demo",
                "outcome" : "UNCHANGED"
              } ],
              "ignoredFields" : [ "odd (unknown)" ]
            }
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{}", "[1]", "{\"accounts\":{}}", "{\"accounts\":[1]}", "[{\"accountId\":7"})
  void anotherDocumentIsRefused(String content) throws Exception {
    CommandRun run = load(content);
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("accounts.json");
    assertThat(frontend.requests).isEmpty();
  }

  private static JsonObject parse(String text) {
    return JsonObject.parse(text.getBytes(StandardCharsets.UTF_8));
  }
}
