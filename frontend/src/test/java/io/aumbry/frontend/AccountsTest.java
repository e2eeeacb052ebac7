package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aumbry.catalog.SqlCatalog;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.config.Settings;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.account.ContainerConfig;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Section 11 of Ambry's contract for accounts and containers, over real HTTP and a SQLite catalog.
 * Each test uses an account of its own, except for reads of account {@code photos}.
 */
@Tag("section-11")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AccountsTest {
  private static final String CONTAINERS = "/accounts/containers";
  private static final String NAME = "x-ambry-target-account-name=";
  private static final String OF_PHOTOS = "?" + NAME + "photos";

  private final WallByHand wall = new WallByHand();
  private int accountIds = 100;
  private EventLoops loops;
  private SqlCatalog catalog;
  private BuiltInAccounts accounts;
  private Rest rest;
  private HttpRest http;

  /** The wall clock of the test, and the real clock by which requests wait for the database. */
  private static final class WallByHand implements Time {
    private final ManualTime wall = new ManualTime();

    void advance(Duration span) {
      wall.advance(span);
    }

    @Override
    public long wallMillis() {
      return wall.wallMillis();
    }

    @Override
    public long monotonicNanos() {
      return new SystemTime().monotonicNanos();
    }
  }

  @BeforeAll
  void start(@TempDir Path folder) {
    loops = EventLoops.start(EventLoopConfig.defaults(), new SystemTime());
    catalog =
        SqlCatalog.open(
            CatalogConfig.defaults().withUrl("sqlite:" + folder.resolve("catalog.db")),
            folder.resolve("snapshot"),
            new SqlCatalog.Environment(
                BlockingThreads.ofPlatform(),
                loops.carriers().getFirst(),
                SystemRandom.secure(),
                new Metrics()));
    accounts =
        new BuiltInAccounts(
            Settings.read(ContainerConfig.class, Map.of("frontend.container-retention", "14d")),
            catalog::snapshot);
    rest =
        new Rest(
            accounts,
            _ -> new Frontend.Catalogued(Optional.of(catalog), Optional.empty(), Optional.empty()),
            Rest.MINT,
            Gate.open(),
            wall);
    http = new HttpRest(rest.frontend);
    HttpResponse<String> created =
        post(
            "/accounts",
            """
            {"accounts":[{"accountId":9,"accountName":"photos","containers":[
              {"containerId":1,"containerName":"c"}]}]}
            """);
    assertThat(created.statusCode()).as(created::body).isEqualTo(200);
  }

  @AfterAll
  void stop() {
    http.close();
    catalog.close();
    loops.close();
  }

  /** Creates an account, and returns the query that names it. */
  private String account() {
    int id = accountIds++;
    assertThat(post("/accounts", accountOf(id, "a" + id)).statusCode()).isEqualTo(200);
    return "?" + NAME + "a" + id;
  }

  private static String accountOf(int id, String name) {
    return "{\"accounts\":[{\"accountId\":" + id + ",\"accountName\":\"" + name + "\"}]}";
  }

  private ObjectNode container(String account, String name) throws JsonProcessingException {
    HttpResponse<String> reply =
        http.get(CONTAINERS + account + "&x-ambry-target-container-name=" + name);
    return (ObjectNode) json(reply).get("containers").get(0);
  }

  private HttpResponse<String> putContainer(String account, String container) {
    return post(CONTAINERS + account, "{\"containers\":[" + container + "]}");
  }

  private int created(String account, String name) throws JsonProcessingException {
    JsonNode done = json(putContainer(account, "{\"containerName\":\"" + name + "\"}"));
    return done.get("containers").get(0).get("containerId").asInt();
  }

  private static JsonNode json(HttpResponse<String> reply) throws JsonProcessingException {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertThat(header(reply, "content-type")).isEqualTo("application/json");
    assertThat(header(reply, "cache-control")).isEqualTo("no-store");
    return new ObjectMapper().readTree(reply.body());
  }

  private HttpResponse<String> post(String target, String body) {
    return http.send(http.to(target).POST(BodyPublishers.ofString(body)));
  }

  @Test
  void allAccountsAreListedInAmbrysForm() throws JsonProcessingException {
    JsonNode all = json(http.get("/accounts")).get("accounts");
    assertThat(all.findValuesAsText("accountName")).startsWith("aumbry", "photos");
    JsonNode photos = all.get(1);
    assertThat(photos.get("version").asInt()).isEqualTo(1);
    assertThat(photos.get("accountId").asInt()).isEqualTo(9);
    assertThat(photos.get("status").asText()).isEqualTo("ACTIVE");
    assertThat(photos.get("snapshotVersion").asInt()).isZero();
    assertThat(photos.get("lastModifiedTime").isIntegralNumber()).isTrue();
    assertThat(photos.get("aclInheritedByContainer").asBoolean()).isFalse();
    assertThat(photos.get("quotaResourceType").asText()).isEqualTo("ACCOUNT");
    assertThat(photos.get("containers").findValuesAsText("containerName")).contains("c");
  }

  @Test
  void oneAccountIsFoundByIdOrName() throws JsonProcessingException {
    for (String by : List.of("-id=9", "-name=photos")) {
      JsonNode one = json(http.get("/accounts?x-ambry-target-account" + by)).get("accounts");
      assertThat(one.findValuesAsText("accountName")).containsExactly("photos");
    }
    JsonNode plain =
        json(http.get("/accounts?x-ambry-ignore-containers=true")).get("accounts").get(0);
    assertThat(plain.has("containers")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/accounts?x-ambry-target-account-id=9&x-ambry-target-account-name=photos, 400",
    "/accounts?x-ambry-target-account-id=x, 400",
    "/accounts?x-ambry-target-account-id=99999999999, 400",
    "/accounts?x-ambry-target-account-id=-1, 404",
    "/accounts?x-ambry-target-account-name=nobody, 404",
    "/accounts?x-ambry-ignore-containers=maybe, 400",
    "/accounts/containers, 400",
    "/accounts/containers?x-ambry-target-account-name=photos, 400",
    "/accounts/containers?x-ambry-target-container-name=c, 400",
    "/accounts/containers?x-ambry-target-account-name=no&x-ambry-target-container-name=c, 404",
    "/accounts/containers?x-ambry-target-account-name=photos&x-ambry-target-container-name=x, 404"
  })
  void wrongQuestionsAreRefused(String target, int status) {
    assertThat(http.get(target).statusCode()).isEqualTo(status);
  }

  @Test
  void aContainerHasAllFieldsOfAmbry() throws JsonProcessingException {
    HttpResponse<String> reply =
        http.get(CONTAINERS + OF_PHOTOS + "&x-ambry-target-container-name=c");
    assertThat(header(reply, "x-ambry-target-account-id")).isEqualTo("9");
    ObjectNode shown = (ObjectNode) json(reply).get("containers").get(0);
    assertThat(shown.remove("lastModifiedTime").isIntegralNumber()).isTrue();
    assertThat(shown)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"version":2,"containerId":1,"containerName":"c","description":"",
                     "parentAccountId":9,"status":"ACTIVE","snapshotVersion":0,
                     "deleteTriggerTime":0,"previouslyEncrypted":false,
                     "replicationPolicy":"default","durability":"local","encrypted":false,
                     "ttlRequired":true,"backupEnabled":false,"mediaScanDisabled":false,
                     "namedBlobMode":"DISABLED","paranoidDurabilityEnabled":false,
                     "cacheable":true,"accessControlAllowOrigin":"",
                     "userMetadataKeysToNotPrefixInResponse":[],
                     "contentTypeWhitelistForFilenamesOnDownload":[],
                     "securePathRequired":false,"overrideAccountAcl":false,"publicRead":false}
                    """));
  }

  @Test
  void containersAreCreatedAndChanged() throws JsonProcessingException {
    String account = account();
    HttpResponse<String> reply = putContainer(account, "{\"containerName\":\"c\"}");
    assertThat(header(reply, "x-ambry-target-account-id")).isEqualTo("" + (accountIds - 1));
    int id = json(reply).get("containers").get(0).get("containerId").asInt();
    assertThat(id).isPositive();
    String fields =
        """
        "description":"d","replicationPolicy":"cold","durability":"majority",
        "paranoidDurabilityEnabled":true,"ttlRequired":false,"cacheable":false,
        "cacheTtlInSecond":60,"accessControlAllowOrigin":"*","namedBlobMode":"NO_UPDATE",
        "userMetadataKeysToNotPrefixInResponse":["X-Color"],
        "contentTypeWhitelistForFilenamesOnDownload":["a/b"],"securePathRequired":true,
        "overrideAccountAcl":true,"publicRead":true,"encrypted":true,"backupEnabled":true,
        "mediaScanDisabled":true,"version":2\
        """;
    String change =
        "{\"containerName\":\"c\",\"containerId\":" + id + ",\"snapshotVersion\":0," + fields + "}";
    JsonNode done = json(putContainer(account, change)).get("containers").get(0);
    assertThat(done).isEqualTo(container(account, "c"));
    assertThat(done.get("snapshotVersion").asInt()).isEqualTo(1);
    assertThat(done.get("previouslyEncrypted").asBoolean()).isTrue();
    new ObjectMapper()
        .readTree("{" + fields + "}")
        .properties()
        .forEach(field -> assertThat(done.get(field.getKey())).isEqualTo(field.getValue()));
  }

  /** A client may send back an answer. Ambry's own serializer writes null for an absent value. */
  @Test
  void anAnswerCanBeSentBack() throws JsonProcessingException {
    String account = account();
    created(account, "c");
    ObjectNode read = container(account, "c");
    assertThat(json(putContainer(account, read.toString())).get("containers").get(0))
        .isEqualTo(read);
    String ofAmbry =
        "{\"containerName\":\"n\",\"containerId\":-1,\"description\":null,"
            + "\"replicationPolicy\":null,\"cacheTtlInSecond\":null,\"migrationConfig\":null}";
    assertThat(putContainer(account, ofAmbry).statusCode()).isEqualTo(200);
    String whole = http.get("/accounts" + account).body();
    assertThat(post("/accounts", whole).statusCode()).isEqualTo(200);
    assertThat(http.get("/accounts" + account).body()).isEqualTo(whole);
  }

  @Test
  void anAmbryClientKeepsADurabilityThatItDoesNotKnow() throws JsonProcessingException {
    String account = account();
    putContainer(account, "{\"containerName\":\"c\",\"durability\":\"majority\"}");
    for (String paranoid : List.of("true", "false")) {
      ObjectNode read = container(account, "c");
      read.remove("durability");
      String change =
          read.toString()
              .replace(
                  "\"paranoidDurabilityEnabled\":true",
                  "\"paranoidDurabilityEnabled\":" + paranoid);
      assertThat(putContainer(account, change).statusCode()).isEqualTo(200);
      assertThat(container(account, "c").get("durability").asText())
          .isEqualTo(paranoid.equals("true") ? "majority" : "local");
    }
  }

  @Test
  void creatingAContainerAgainHasNoEffectUnlessItDiffers() throws JsonProcessingException {
    String account = account();
    int id = created(account, "c");
    assertThat(created(account, "c")).isEqualTo(id);
    HttpResponse<String> other =
        putContainer(account, "{\"containerName\":\"c\",\"cacheable\":false}");
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(header(other, "x-ambry-error-code")).isEqualTo("Conflict");
  }

  @Test
  void anUpdateNeedsTheStoredIdAndVersion() throws JsonProcessingException {
    String account = account();
    int id = created(account, "c");
    String update =
        "{\"containerName\":\"%s\",\"containerId\":%d,\"snapshotVersion\":%d,\"cacheable\":false}";
    assertThat(putContainer(account, update.formatted("c", id, 7)).statusCode()).isEqualTo(409);
    assertThat(putContainer(account, update.formatted("c", id + 1, 0)).statusCode()).isEqualTo(409);
    assertThat(putContainer(account, update.formatted("x", id, 0)).statusCode()).isEqualTo(404);
    assertThat(putContainer(account, update.formatted("c", id, 0)).statusCode()).isEqualTo(200);
    assertThat(putContainer(account, update.formatted("c", id, 0)).statusCode()).isEqualTo(409);
  }

  @Test
  void severalContainersAreChangedTogetherOrNotAtAll() throws JsonProcessingException {
    String account = account();
    created(account, "c");
    HttpResponse<String> reply =
        putContainer(
            account, "{\"containerName\":\"d\"},{\"containerName\":\"c\",\"cacheable\":false}");
    assertThat(reply.statusCode()).isEqualTo(409);
    assertThat(http.get(CONTAINERS + account + "&x-ambry-target-container-name=d").statusCode())
        .isEqualTo(404);
  }

  @Test
  void aDeletedContainerIsShownAndRefused() throws JsonProcessingException {
    String account = account();
    created(account, "c");
    String name = account.substring(account.indexOf('=') + 1);
    HttpResponse<String> put = http.send(http.upload(name, "c", "content"));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    String blob = header(put, "location");
    ObjectNode read = container(account, "c").put("status", "DELETE_IN_PROGRESS");
    assertThat(putContainer(account, read.toString()).statusCode()).isEqualTo(200);

    ObjectNode deleted = container(account, "c");
    assertThat(deleted.get("status").asText()).isEqualTo("DELETE_IN_PROGRESS");
    assertThat(deleted.get("deleteTriggerTime").asLong()).isEqualTo(wall.wallMillis());
    assertThat(http.get(blob).statusCode()).isEqualTo(410);
    HttpResponse<String> again = putContainer(account, "{\"containerName\":\"c\"}");
    assertThat(again.statusCode()).isEqualTo(405);
    assertThat(header(again, "allow")).isEqualTo("GET,HEAD");

    assertThat(putContainer(account, deleted.put("status", "ACTIVE").toString()).statusCode())
        .isEqualTo(200);
    assertThat(http.get(blob).body()).isEqualTo("content");
  }

  @Test
  void aContainerCannotBeRestoredAfterItsRetention() throws JsonProcessingException {
    String account = account();
    created(account, "c");
    ObjectNode read = container(account, "c").put("status", "DELETE_IN_PROGRESS");
    putContainer(account, read.toString());
    wall.advance(Duration.ofDays(15));
    assertThat(putContainer(account, "{\"containerName\":\"c\"}").statusCode()).isEqualTo(410);
    ObjectNode restore = container(account, "c").put("status", "ACTIVE");
    assertThat(putContainer(account, restore.toString()).statusCode()).isEqualTo(410);
  }

  @Test
  void accountsAreCreatedAndChangedOptimistically() throws JsonProcessingException {
    String account = account();
    ObjectNode read = (ObjectNode) json(http.get("/accounts" + account)).get("accounts").get(0);
    String inactive = "{\"accounts\":[" + read.deepCopy().put("status", "INACTIVE") + "]}";
    assertThat(post("/accounts", inactive).body()).isEmpty();
    JsonNode after = json(http.get("/accounts" + account)).get("accounts").get(0);
    assertThat(after.get("status").asText()).isEqualTo("INACTIVE");
    assertThat(after.get("snapshotVersion").asInt())
        .isEqualTo(read.get("snapshotVersion").asInt() + 1);
    read.put("quotaResourceType", "SERVICE");
    HttpResponse<String> stale = post("/accounts", "{\"accounts\":[" + read + "]}");
    assertThat(stale.statusCode()).isEqualTo(409);
    assertThat(header(stale, "x-ambry-failure-reason")).contains("snapshot version");
  }

  @Test
  void anAccountIsRenamedOnlyWithTheVersionThatWasRead() throws JsonProcessingException {
    String account = account();
    ObjectNode read = (ObjectNode) json(http.get("/accounts" + account)).get("accounts").get(0);
    int id = read.get("accountId").asInt();
    String name = read.get("accountName").asText();
    HttpResponse<String> refused = post("/accounts", accountOf(id, "clash" + id));
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(header(refused, "x-ambry-failure-reason"))
        .contains("The id " + id + " belongs to account '" + name + "'");
    read.put("accountName", "renamed" + id);
    assertThat(post("/accounts", "{\"accounts\":[" + read + "]}").statusCode()).isEqualTo(200);
    JsonNode after = json(http.get("/accounts?x-ambry-target-account-id=" + id));
    assertThat(after.get("accounts").get(0).get("accountName").asText()).isEqualTo("renamed" + id);
  }

  @Test
  void aNameBelongsToOneAccount() {
    account();
    String taken = accountOf(9999, "a" + (accountIds - 1));
    assertThat(post("/accounts", taken).statusCode()).isEqualTo(409);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|containers",
        "[]|refused",
        "x|refused",
        "{\"containers\":[]} x|refused",
        "{\"containers\":[7]}|refused",
        "{\"containers\":[null]}|only objects",
        "{\"containers\":[{}]}|'containerName' of containers is missing",
        "{\"containers\":[{\"containerName\":\"\"}]}|is missing",
        "{\"containers\":[{\"containerName\":7}]}|must be a text",
        "{\"containers\":[{\"containerName\":\"c\",\"ttlRequierd\":true}]}|'ttlRequierd'",
        "{\"containers\":[{\"containerName\":\"c\",\"ttlRequired\":\"x\"}]}|must be true or false",
        "{\"containers\":[{\"containerName\":\"c\",\"containerId\":0}]}|is 0",
        "{\"containers\":[{\"containerName\":\"c\",\"containerId\":1.5}]}|whole number",
        "{\"containers\":[{\"containerName\":\"c\",\"containerId\":2147483648}]}|2147483648",
        "{\"containers\":[{\"containerName\":\"c\",\"status\":\"GONE\"}]}|'GONE'",
        "{\"containers\":[{\"containerName\":\"c\",\"parentAccountId\":8}]}|is 8, must be 9",
        "{\"containers\":[{\"containerName\":\"c\",\"replicationPolicy\":\"a b\"}]}|'a b'",
        "{\"containers\":[{\"containerName\":\"c\",\"cacheTtlInSecond\":-5}]}|is -5",
        "{\"containers\":[{\"containerName\":\"c\",\"durability\":\"most\"}]}|'most'",
        "{\"containers\":[{\"containerName\":\"c\",\"durability\":\"local\",\"paranoidDurabilityEnabled\":true}]}|contradicts",
        "{\"containers\":[{\"containerName\":\"c\",\"userMetadataKeysToNotPrefixInResponse\":[\"Set-Cookie\"]}]}|'Set-Cookie'",
        "{\"containers\":[{\"containerName\":\"c\",\"userMetadataKeysToNotPrefixInResponse\":[\"a b\"]}]}|'a b'",
        "{\"containers\":[{\"containerName\":\"c\",\"userMetadataKeysToNotPrefixInResponse\":[7]}]}|only texts",
        "{\"containers\":[{\"containerName\":\"c\",\"containerName\":\"d\"}]}|containerName"
      })
  void malformedContainersAreRefusedWithAReason(String body, String reason) {
    long version = catalog.snapshot().revision().changes();
    HttpResponse<String> reply = post(CONTAINERS + OF_PHOTOS, body);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(header(reply, "x-ambry-failure-reason")).contains(reason);
    assertThat(catalog.snapshot().revision().changes()).isEqualTo(version);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"accounts\":[{\"accountName\":\"a\"}]}|400|accountId",
        "{\"accounts\":[{\"accountName\":\"a\",\"accountId\":0}]}|400|is 0",
        "{\"accounts\":[{\"accountId\":5}]}|400|accountName",
        "{\"accounts\":[{\"accountName\":\"aumbry\",\"accountId\":5}]}|409|built in",
        "{\"accounts\":[{\"accountName\":\"a\",\"accountId\":1}]}|409|built in",
        "{\"accounts\":[{\"accountName\":\"a\",\"accountId\":5,\"quotaResourceType\":\"X\"}]}|400|'X'",
        "{\"accounts\":[{\"accountName\":\"a\",\"accountId\":5,\"containers\":[{\"containerName\":\"c\"}]}]}|400|containerId",
        "{\"accounts\":[{\"accountName\":\"a\",\"accountId\":5,\"containers\":[{\"containerName\":\"c\",\"containerId\":1},{\"containerName\":\"c\",\"containerId\":2}]}]}|400|twice"
      })
  void malformedAccountsAreRefusedWithAReason(String body, int status, String reason) {
    long version = catalog.snapshot().revision().changes();
    HttpResponse<String> reply = post("/accounts", body);
    assertThat(reply.statusCode()).isEqualTo(status);
    assertThat(header(reply, "x-ambry-failure-reason")).contains(reason);
    assertThat(catalog.snapshot().revision().changes()).isEqualTo(version);
  }

  @Test
  void containersNeedAnAccount() {
    String none = "{\"containers\":[]}";
    assertThat(post(CONTAINERS, none).statusCode()).isEqualTo(400);
    assertThat(post(CONTAINERS + "?x-ambry-target-account-id=8", none).statusCode()).isEqualTo(404);
    assertThat(post(CONTAINERS + "?x-ambry-target-account-id=9", none).statusCode()).isEqualTo(200);
    assertThat(post(CONTAINERS + "?x-ambry-target-account-name=aumbry", none).statusCode())
        .isEqualTo(409);
  }

  @Test
  @Tag("section-16")
  void aLargeBodyIsRefused() {
    String blanks = " ".repeat(20 * 1024 * 1024);
    String fits = "{\"accounts\":[]}" + blanks.substring(15);
    assertThat(post("/accounts", fits).statusCode()).isEqualTo(200);
    assertThat(post("/accounts", fits + " ").statusCode()).isEqualTo(413);
    HttpResponse<String> chunked =
        http.send(
            http.to("/accounts")
                .POST(
                    BodyPublishers.concat(
                        BodyPublishers.ofString(fits), BodyPublishers.ofString(" "))));
    assertThat(chunked.statusCode()).isEqualTo(413);
  }

  @Test
  void withoutACatalogAccountsCannotBeChanged() {
    try (HttpRest plain = new HttpRest(new Rest().frontend)) {
      HttpResponse<String> reply =
          plain.send(plain.to("/accounts").POST(BodyPublishers.ofString("{\"accounts\":[]}")));
      assertThat(reply.statusCode()).isEqualTo(503);
      assertThat(header(reply, "x-ambry-failure-reason")).contains("no catalog");
    }
  }

  @ParameterizedTest
  @CsvSource({"/accounts, PUT", "/accounts, DELETE", "/accounts/containers, PUT"})
  void otherMethodsAreNotAllowed(String target, String method) {
    HttpResponse<String> reply = http.send(http.to(target).method(method, BodyPublishers.noBody()));
    assertThat(reply.statusCode()).isEqualTo(405);
    assertThat(header(reply, "allow")).isEqualTo("GET, HEAD, POST, OPTIONS");
  }
}
