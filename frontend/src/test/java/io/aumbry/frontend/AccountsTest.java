package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.account.AccountAdministration;
import io.aumbry.frontend.rest.account.ContainerChange;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.runtime.RequestContext;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 11 of Ambry's contract for accounts and containers, over real HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AccountsTest {
  private static final String CONTAINERS = "/accounts/containers";
  private static final String OF_PHOTOS = "?x-ambry-target-account-name=photos";

  private final TestAccounts accounts = new TestAccounts();
  private final Recorder recorder = new Recorder();
  private final HttpRest http =
      new HttpRest(
          new Rest(
                  UnaryOperator.identity(),
                  accounts.withBuiltIn(),
                  Optional.of(recorder),
                  Gate.open())
              .frontend);

  /** Records changes, and gives the answer that a test sets. */
  private static final class Recorder implements AccountAdministration {
    final List<Account> accounts = new ArrayList<>();
    final List<ContainerChange> containers = new ArrayList<>();
    Optional<Result> answer = Optional.empty();

    @Override
    public Result put(List<Account> changes, RequestContext context) {
      accounts.addAll(changes);
      return answer.orElseGet(() -> new Done(List.of()));
    }

    @Override
    public Result putContainers(
        int account, List<ContainerChange> changes, RequestContext context) {
      assertThat(account).isEqualTo(TestAccounts.ID);
      containers.addAll(changes);
      return answer.orElseGet(() ->
          new Done(
              changes.stream()
                  .map(change ->
                      new Container(
                          change.id().orElse(77), change.name(), change.state(), change.rules()))
                  .toList()));
    }
  }

  @BeforeEach
  void begin() {
    recorder.accounts.clear();
    recorder.containers.clear();
    recorder.answer = Optional.empty();
    accounts.put("c", ContainerRules.DEFAULTS);
  }

  @AfterAll
  void stop() {
    http.close();
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
    assertThat(all.findValuesAsText("accountName")).containsExactly("aumbry", "photos");
    JsonNode photos = all.get(1);
    assertThat(photos.get("version").asInt()).isEqualTo(1);
    assertThat(photos.get("accountId").asInt()).isEqualTo(TestAccounts.ID);
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
    assertThat(json(reply).get("containers").get(0))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"version":2,"containerId":1,"containerName":"c","description":"",
                     "parentAccountId":9,"status":"ACTIVE","snapshotVersion":0,
                     "lastModifiedTime":0,"deleteTriggerTime":0,"previouslyEncrypted":false,
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
  void aDeletedContainerIsStillShown() throws JsonProcessingException {
    accounts.put("c", Container.Status.DELETE_IN_PROGRESS, ContainerRules.DEFAULTS);
    JsonNode shown = json(http.get(CONTAINERS + OF_PHOTOS + "&x-ambry-target-container-name=c"));
    assertThat(shown.findValuesAsText("status")).containsExactly("DELETE_IN_PROGRESS");
  }

  @Test
  void containersAreCreatedAndChanged() throws JsonProcessingException {
    HttpResponse<String> reply =
        post(
            CONTAINERS + OF_PHOTOS,
            """
            {"containers":[
              {"containerName":"new"},
              {"containerName":"c","containerId":1,"snapshotVersion":4,"status":"inactive",
               "description":"d","replicationPolicy":"cold","durability":"majority",
               "ttlRequired":false,"cacheable":false,"cacheTtlInSecond":60,
               "accessControlAllowOrigin":"*","namedBlobMode":"NO_UPDATE",
               "userMetadataKeysToNotPrefixInResponse":["X-Color"],
               "contentTypeWhitelistForFilenamesOnDownload":["a/b"],
               "securePathRequired":true,"overrideAccountAcl":true,"publicRead":true,
               "encrypted":true,"backupEnabled":true,"mediaScanDisabled":true,
               "parentAccountId":9,"version":2,"workflowMigrationEnabled":false}]}
            """);
    assertThat(header(reply, "x-ambry-target-account-id")).isEqualTo("9");
    assertThat(json(reply).findValuesAsText("containerId")).containsExactly("77", "1");
    ContainerChange created = recorder.containers.getFirst();
    assertThat(created.id()).isEmpty();
    assertThat(created.rules()).isEqualTo(ContainerRules.DEFAULTS);
    ContainerChange changed = recorder.containers.getLast();
    assertThat(changed.id()).contains(1);
    assertThat(changed.state().snapshotVersion()).isEqualTo(4);
    assertThat(changed.state().status()).isEqualTo(Container.Status.INACTIVE);
    assertThat(changed.state().previouslyEncrypted()).isTrue();
    assertThat(changed.rules().storage().durability()).isEqualTo(DurabilityLevel.MAJORITY);
    assertThat(changed.rules().storage().partitionClass().name()).isEqualTo("cold");
    assertThat(changed.rules().delivery().cacheTtl()).contains(Duration.ofMinutes(1));
    assertThat(changed.rules().nameMode()).isEqualTo(ContainerRules.NameMode.NO_UPDATE);
    assertThat(changed.rules().access().publicRead()).isTrue();
  }

  /** A client may send back what it read; Ambry's own serializer writes null for no value. */
  @Test
  void anAnswerCanBeSentBack() throws JsonProcessingException {
    String read = http.get(CONTAINERS + OF_PHOTOS + "&x-ambry-target-container-name=c").body();
    assertThat(post(CONTAINERS + OF_PHOTOS, read).body()).isEqualTo(read);
    assertThat(recorder.containers.getFirst().rules()).isEqualTo(ContainerRules.DEFAULTS);
    String ofAmbry =
        "{\"containers\":[{\"containerName\":\"n\",\"containerId\":-1,\"description\":null,"
            + "\"replicationPolicy\":null,\"cacheTtlInSecond\":null,\"migrationConfig\":null}]}";
    assertThat(post(CONTAINERS + OF_PHOTOS, ofAmbry).statusCode()).isEqualTo(200);
    String account = http.get("/accounts" + OF_PHOTOS).body();
    assertThat(post("/accounts", account).statusCode()).isEqualTo(200);
    assertThat(recorder.accounts).containsExactly(accounts.byId(TestAccounts.ID).orElseThrow());
  }

  @Test
  void anAmbryClientKeepsADurabilityThatItDoesNotKnow() {
    ContainerRules.Storage majority =
        new ContainerRules.Storage(
            ContainerRules.Storage.DEFAULTS.partitionClass(),
            DurabilityLevel.MAJORITY,
            false,
            true,
            false,
            false);
    accounts.put("c", TestAccounts.rules(majority));
    String body = "{\"containers\":[{\"containerName\":\"c\",\"containerId\":1%s}]}";
    post(CONTAINERS + OF_PHOTOS, body.formatted(",\"paranoidDurabilityEnabled\":true"));
    post(CONTAINERS + OF_PHOTOS, body.formatted(",\"paranoidDurabilityEnabled\":false"));
    assertThat(recorder.containers)
        .extracting(change -> change.rules().storage().durability())
        .containsExactly(DurabilityLevel.MAJORITY, DurabilityLevel.LOCAL);
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
    HttpResponse<String> reply = post(CONTAINERS + OF_PHOTOS, body);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(header(reply, "x-ambry-failure-reason")).contains(reason);
    assertThat(recorder.containers).isEmpty();
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
    HttpResponse<String> reply = post("/accounts", body);
    assertThat(reply.statusCode()).isEqualTo(status);
    assertThat(header(reply, "x-ambry-failure-reason")).contains(reason);
    assertThat(recorder.accounts).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"CONFLICT, 409", "NOT_FOUND, 404", "BEING_DELETED, 405", "GONE, 410", "FULL, 500"})
  void refusalsOfTheCatalogHaveTheStatusOfAmbry(AccountAdministration.Reason reason, int status) {
    recorder.answer = Optional.of(new AccountAdministration.Refused(reason, "because"));
    assertThat(post(CONTAINERS + OF_PHOTOS, "{\"containers\":[]}").statusCode()).isEqualTo(status);
    HttpResponse<String> reply = post("/accounts", "{\"accounts\":[]}");
    assertThat(reply.statusCode()).isEqualTo(status);
    assertThat(header(reply, "x-ambry-failure-reason")).isEqualTo("because");
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
  void aLargeBodyIsRefused() {
    String large = " ".repeat(20 * 1024 * 1024);
    String fits = "{\"accounts\":[]}" + large.substring(15);
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
