package io.aumbry.deploy.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.ScriptedFrontend;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountCommandsTest {
  private static final String ACCOUNT =
      """
      {"accounts":[{"accountId":7,"accountName":"demo","status":"ACTIVE","snapshotVersion":3,
        "quotaResourceType":"CONTAINER","later":{"x":1},"containers":[
          {"containerId":1,"containerName":"photos","status":"ACTIVE","snapshotVersion":2,
           "namedBlobMode":"OPTIONAL","replicationPolicy":"default","ttlRequired":false,
           "publicRead":true,"description":"of\\u0007 cats"}]}]}\
      """;

  private static final String CONTAINER =
      """
      {"containers":[{"containerId":1,"containerName":"photos","status":"ACTIVE",
        "snapshotVersion":2,"ttlRequired":true,"later":[1]}]}\
      """;

  private ScriptedFrontend frontend;

  @BeforeEach
  void start() throws Exception {
    frontend =
        new ScriptedFrontend()
            .answer("GET /accounts", ACCOUNT)
            .answer("POST /accounts", "")
            .answer("GET /accounts/containers", CONTAINER)
            .answer("POST /accounts/containers", CONTAINER);
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  private CommandRun admin(String command) {
    String[] words = ("admin " + command).split(" ", -1);
    return frontend.run(words);
  }

  private static JsonObject sent(ScriptedFrontend.Request request, String array) {
    JsonObject document = JsonObject.parse(request.body().getBytes(StandardCharsets.UTF_8));
    assertThat(document.objects(array)).hasSize(1);
    assertThat(document.fields()).containsOnlyKeys(array);
    assertThat(request.header("content-type")).isEqualTo("application/json");
    assertThat(request.key()).isEqualTo(ScriptedFrontend.KEY);
    return document.objects(array).getFirst();
  }

  @Test
  void accountsAreListed() {
    assertThat(admin("account list").out())
        .isEqualTo(
            """
            account  id  status  containers  snapshotVersion
            demo      7  ACTIVE           1                3
            """);
    assertThat(admin("account list --json").out()).contains("\"later\" : {");
  }

  @Test
  void containersAreListed() {
    assertThat(admin("container list demo").out())
        .isEqualTo(
            """
            container  id  status  names     class    TTL       public  description
            photos      1  ACTIVE  OPTIONAL  default  optional  yes     of\\u{7} cats
            """);
    assertThat(frontend.last().header("x-ambry-target-account-name")).isEqualTo("demo");
  }

  @Test
  void anAccountIsShown() {
    assertThat(admin("account show demo").out())
        .containsPattern("(?m)^accountId +7$")
        .containsPattern("(?m)^containers +1 \\(see --json\\)$")
        .containsPattern("(?m)^later +\\(see --json\\)$");
  }

  @Test
  void anAccountIsCreatedWithTheNextId() {
    CommandRun run = admin("account create shop --set quotaResourceType=account");
    assertThat(run.err()).isEmpty();
    assertThat(sent(frontend.requests.get(1), "accounts").fields())
        .containsOnly(
            Map.entry("accountId", 8),
            Map.entry("accountName", "shop"),
            Map.entry("status", "ACTIVE"),
            Map.entry("quotaResourceType", "ACCOUNT"));
    admin("account create shop --id 99");
    assertThat(sent(frontend.requests.get(3), "accounts").text("accountId")).isEqualTo("99");
  }

  @Test
  void anUpdateChangesOnlyTheGivenFields() {
    assertThat(admin("account update demo --set aclInheritedByContainer=true").code()).isZero();
    JsonObject before =
        JsonObject.parse(ACCOUNT.getBytes(StandardCharsets.UTF_8)).objects("accounts").getFirst();
    assertThat(sent(frontend.requests.get(1), "accounts"))
        .isEqualTo(before.with("aclInheritedByContainer", true));
  }

  @Test
  void aDeletedAccountIsInactive() {
    admin("account delete demo");
    assertThat(sent(frontend.requests.get(1), "accounts").text("status")).isEqualTo("INACTIVE");
  }

  @Test
  void aContainerIsCreated() {
    CommandRun run =
        admin(
            "container create demo/photos --set namedBlobMode=no-update --set ttlRequired=false"
                + " --set cacheTtlInSecond=1h --set publicRead=true"
                + " --set userMetadataKeysToNotPrefixInResponse=a,b --set description=");
    assertThat(run.err()).isEmpty();
    assertThat(frontend.lines()).containsExactly("POST /accounts/containers");
    assertThat(frontend.last().header("x-ambry-target-account-name")).isEqualTo("demo");
    assertThat(sent(frontend.last(), "containers").fields())
        .isEqualTo(
            Map.of(
                "containerName",
                "photos",
                "status",
                "ACTIVE",
                "namedBlobMode",
                "NO_UPDATE",
                "ttlRequired",
                false,
                "cacheTtlInSecond",
                3600,
                "publicRead",
                true,
                "userMetadataKeysToNotPrefixInResponse",
                List.of("a", "b"),
                "description",
                ""));
  }

  @Test
  void aContainerIsUpdatedWithTheVersionThatWasRead() {
    admin("container update demo/photos --set durability=majority");
    assertThat(sent(frontend.last(), "containers"))
        .isEqualTo(
            JsonObject.parse(CONTAINER.getBytes(StandardCharsets.UTF_8))
                .objects("containers")
                .getFirst()
                .with("durability", "majority")
                .without("paranoidDurabilityEnabled"));
    assertThat(frontend.requests.getFirst().header("x-ambry-target-container-name"))
        .isEqualTo("photos");
  }

  @Test
  void aDeletedContainerIsInDeletion() {
    admin("container delete demo/photos");
    assertThat(sent(frontend.last(), "containers").text("status")).isEqualTo("DELETE_IN_PROGRESS");
  }

  @Test
  void anotherConflictIsNotExplainedAsAStaleVersion() {
    frontend.answer("POST /accounts", 409, "The account 'demo' is built in");
    assertThat(admin("account delete demo").err())
        .isEqualTo("aumbry: 409: The account 'demo' is built in\n");
  }

  @Test
  void anAccountIsRenamedWithTheVersionThatWasRead() {
    admin("account update demo --name shop");
    JsonObject renamed =
        frontend.requests.stream()
            .filter(request -> request.line().equals("POST /accounts"))
            .map(request -> sent(request, "accounts"))
            .findFirst()
            .orElseThrow();
    assertThat(renamed.text("accountName")).isEqualTo("shop");
    assertThat(renamed.number("snapshotVersion", -1)).isEqualTo(3);
    assertThat(admin("account update demo").code()).isEqualTo(ExitCode.USAGE.code());
  }

  @ParameterizedTest
  @CsvSource({
    "account update demo --set status=INACTIVE, POST /accounts, account demo",
    "container delete demo/photos, POST /accounts/containers, container demo/photos"
  })
  void aConflictIsExplained(String command, String line, String what) {
    frontend.answer(line, 409, "demo has snapshot version 2, not 3");
    CommandRun run = admin(command);
    assertThat(run.code()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(run.err())
        .isEqualTo(
            "aumbry: "
                + what
                + " has been changed since this command read it; run the"
                + " command again: 409: demo has snapshot version 2, not 3\n");
  }

  @ParameterizedTest
  @CsvSource({
    "account update demo --set statsu=ACTIVE, did you mean status?",
    "account update demo --set status, FIELD=VALUE",
    "account update demo, --set",
    "container update demo/photos --set ttlRequired=yes, must be true or false",
    "container update demo/photos --set cacheTtlInSecond=soon, cacheTtlInSecond",
    "container update demo/photos --set snapshotVersion=1, fields are status",
    "container show demo, account/container"
  })
  void aMistakeChangesNothing(String command, String message) {
    CommandRun run = admin(command);
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains(message);
    assertThat(frontend.lines()).noneMatch(line -> line.startsWith("POST"));
  }

  @Test
  void anUnknownAccountIsNotFound() {
    frontend.answer("GET /accounts", 404, "there is no account 'x'");
    CommandRun run = admin("account show x");
    assertThat(run.code()).isEqualTo(ExitCode.NOT_FOUND.code());
    assertThat(run.err()).contains("there is no account 'x'");
  }
}
