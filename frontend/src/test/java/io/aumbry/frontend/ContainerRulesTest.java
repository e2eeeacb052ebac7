package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.Container.Status;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.ContainerRules.Access;
import io.aumbry.catalog.account.ContainerRules.Delivery;
import io.aumbry.catalog.account.ContainerRules.Storage;
import io.aumbry.config.Settings;
import io.aumbry.frontend.rest.blob.TtlPolicy;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field of a container takes effect, over real HTTP. */
@Tag("section-3")
@Tag("section-4")
@Tag("section-11")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ContainerRulesTest {
  private static final String SECURE = "/secure";

  private final TestAccounts accounts = new TestAccounts();
  private final Rest rest = new Rest(ContainerRulesTest::config, accounts.withBuiltIn());
  private final HttpRest http = new HttpRest(rest.frontend);

  private static FrontendConfig config(FrontendConfig defaults) {
    return new FrontendConfig(
        defaults.requestTimeout(),
        defaults.transferTimeout(),
        defaults.maxBlobSize(),
        defaults.requests(),
        defaults.cacheValidity(),
        new FrontendConfig.Paths(List.of("/media"), Optional.of(SECURE)),
        defaults.ttl());
  }

  @BeforeEach
  void plainContainer() {
    accounts.activate(true);
    accounts.put("c", ContainerRules.DEFAULTS);
  }

  @AfterAll
  void stop() {
    http.close();
  }

  private HttpRequest.Builder upload() {
    return http.upload(TestAccounts.NAME, "c", "content");
  }

  private String stored(HttpRequest.Builder upload) {
    HttpResponse<String> put = http.send(upload);
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    return header(put, "location");
  }

  private String stored() {
    return stored(upload());
  }

  private HttpRequest.Builder change(String operation, String blob) {
    return http.to(operation)
        .header("x-ambry-service-id", "tests")
        .header("x-ambry-blob-id", blob)
        .PUT(BodyPublishers.noBody());
  }

  private List<HttpRequest.Builder> allOn(String blob) {
    return List.of(
        http.to(blob).GET(),
        http.to(blob).HEAD(),
        http.to(blob + "/BlobInfo").GET(),
        http.to(blob + "/UserMetadata").GET(),
        http.to(blob + "/Segment/0").GET(),
        http.to(blob + "/BlobChunkIds").GET(),
        http.to(blob + "/Replicas").GET(),
        http.to(blob + "/Status").GET(),
        http.to(blob).DELETE(),
        change("/updateTtl", blob),
        change("/undelete", blob),
        upload());
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {"DELETE_IN_PROGRESS", "REMOVAL_IN_PROGRESS", "INACTIVE"})
  void aDeletedContainerIsGoneAtOnce(Status status) {
    String blob = stored();
    accounts.put("c", status, ContainerRules.DEFAULTS);
    for (HttpRequest.Builder request : allOn(blob)) {
      HttpResponse<String> reply = http.send(request);
      assertThat(reply.statusCode()).as(reply.request().toString()).isEqualTo(410);
      assertThat(header(reply, "x-ambry-error-code")).isEqualTo("Deleted");
      assertThat(header(reply, "x-ambry-failure-reason")).contains("'c'").contains("deleted");
    }
    accounts.put("c", ContainerRules.DEFAULTS);
    assertThat(http.get(blob).body()).isEqualTo("content");
  }

  @Test
  void anInactiveAccountIsRefused() {
    String blob = stored();
    accounts.activate(false);
    for (HttpRequest.Builder request : allOn(blob)) {
      HttpResponse<String> reply = http.send(request);
      assertThat(reply.statusCode()).as(reply.request().toString()).isEqualTo(403);
      assertThat(header(reply, "x-ambry-error-code")).isEqualTo("AccessDenied");
    }
    accounts.activate(true);
    assertThat(http.get(blob).body()).isEqualTo("content");
  }

  /** Without a container, the service and the argument choose it. */
  @ParameterizedTest
  @CsvSource({"false, c", "true, hidden"})
  void aServiceUploadGoesToAContainerThatCachesMayStoreOrNot(String isPrivate, String container) {
    accounts.put("hidden", TestAccounts.rules(delivery(false, Optional.empty(), "")));
    String blob =
        stored(
            http.to("/")
                .header("x-ambry-service-id", TestAccounts.NAME)
                .header("x-ambry-content-type", "a/b")
                .header("x-ambry-private", isPrivate)
                .POST(BodyPublishers.ofString("x")));
    HttpResponse<String> got = http.get(blob);
    assertThat(header(got, "x-ambry-target-account-name")).isEqualTo(TestAccounts.NAME);
    assertThat(header(got, "x-ambry-target-container-name")).isEqualTo(container);
    assertThat(header(got, "x-ambry-private")).isEqualTo(isPrivate);
  }

  @Test
  void aServiceUploadSkipsDeletedContainers() {
    accounts.put("c", Status.DELETE_IN_PROGRESS, ContainerRules.DEFAULTS);
    accounts.put("d", ContainerRules.DEFAULTS);
    HttpResponse<String> put =
        http.send(
            http.to("/")
                .header("x-ambry-service-id", TestAccounts.NAME)
                .header("x-ambry-content-type", "a/b")
                .POST(BodyPublishers.ofString("x")));
    assertThat(header(http.get(header(put, "location")), "x-ambry-target-container-name"))
        .isEqualTo("d");
  }

  @ParameterizedTest
  @CsvSource({"'', true", "-1, true", "2592001, true", "2592000, false", "60, false"})
  void anUploadThatNeedsATtlIsWarned(String ttl, boolean warned) {
    HttpResponse<String> put =
        http.send(ttl.isEmpty() ? upload() : upload().header("x-ambry-ttl", ttl));
    assertThat(put.statusCode()).isEqualTo(201);
    assertThat(header(put, "x-ambry-non-compliance-warning").contains("2592000")).isEqualTo(warned);
  }

  @Test
  void aContainerThatNeedsNoTtlDoesNotWarn() {
    accounts.put("c", TestAccounts.rules(storage(DurabilityLevel.LOCAL, "default", false)));
    assertThat(header(http.send(upload()), "x-ambry-non-compliance-warning")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'', 400", "-1, 400", "61, 400", "60, 201"})
  void anUploadThatNeedsATtlMayBeRefused(String ttl, int status) {
    TtlPolicy strict = new TtlPolicy(true, Duration.ofMinutes(1));
    Rest refusing =
        new Rest(
            config ->
                new FrontendConfig(
                    config.requestTimeout(),
                    config.transferTimeout(),
                    config.maxBlobSize(),
                    config.requests(),
                    config.cacheValidity(),
                    config.paths(),
                    strict),
            accounts.withBuiltIn());
    try (HttpRest over = new HttpRest(refusing.frontend)) {
      HttpRequest.Builder put = over.upload(TestAccounts.NAME, "c", "x");
      HttpResponse<String> reply = over.send(ttl.isEmpty() ? put : put.header("x-ambry-ttl", ttl));
      assertThat(reply.statusCode()).isEqualTo(status);
      assertThat(refusing.router.size()).isEqualTo(status == 201 ? 1 : 0);
    }
  }

  @Test
  void theDefaultAcceptsWhatHasNoTtl() {
    assertThat(Settings.defaults(TtlPolicy.class))
        .isEqualTo(new TtlPolicy(false, Duration.ofDays(30)));
  }

  private static Storage storage(DurabilityLevel level, String partitionClass, boolean ttl) {
    return new Storage(new PartitionClass(partitionClass), level, false, ttl, false, false);
  }

  @Test
  void durabilityAndPartitionClassAreThoseOfTheContainer() {
    accounts.put("c", TestAccounts.rules(storage(DurabilityLevel.REMOTE, "cold", false)));
    HttpResponse<String> put = http.send(upload());
    assertThat(header(put, "x-ambry-durability")).isEqualTo("remote");
    assertThat(rest.router.policies().getLast().partitionClass().name()).isEqualTo("cold");
    assertThat(rest.router.policies().getLast().durability()).isEqualTo(DurabilityLevel.REMOTE);
  }

  @Test
  void aContainerThatNeedsEncryptionTakesNothingInTheClear() {
    Storage encrypted =
        new Storage(PartitionClass.DEFAULT, DurabilityLevel.LOCAL, true, false, false, false);
    accounts.put("c", TestAccounts.rules(encrypted));
    int before = rest.router.size();
    HttpResponse<String> put = http.send(upload());
    assertThat(put.statusCode()).isEqualTo(400);
    assertThat(header(put, "x-ambry-failure-reason")).contains("encryption");
    assertThat(rest.router.size()).isEqualTo(before);
  }

  private static Delivery delivery(boolean cacheable, Optional<Duration> ttl, String origin) {
    return new Delivery(cacheable, ttl, origin, Set.of(), Set.of());
  }

  @Test
  void cachesKeepBlobsAsLongAsTheContainerSays() {
    String blob = stored();
    accounts.put("c", TestAccounts.rules(delivery(true, Optional.of(Duration.ofHours(2)), "")));
    assertThat(header(http.get(blob), "cache-control")).isEqualTo("max-age=7200");
    assertThat(header(http.get(blob), "expires")).isEqualTo("Wed, 18 Nov 2026 13:06:40 GMT");
    accounts.put("c", TestAccounts.rules(delivery(true, Optional.empty(), "")));
    assertThat(header(http.get(blob), "cache-control")).isEqualTo("max-age=31536000");
    String brief = stored(upload().header("x-ambry-ttl", "60"));
    accounts.put("c", TestAccounts.rules(delivery(true, Optional.of(Duration.ofHours(2)), "")));
    assertThat(header(http.get(brief), "cache-control")).isEqualTo("max-age=60");
  }

  @Test
  void cachesKeepNothingOfAPrivateContainer() {
    String blob = stored();
    accounts.put("c", TestAccounts.rules(delivery(false, Optional.of(Duration.ofHours(2)), "")));
    HttpResponse<String> got = http.get(blob);
    assertThat(header(got, "cache-control")).contains("no-store").contains("private");
    assertThat(header(got, "x-ambry-private")).isEqualTo("true");
  }

  @Test
  void theAllowedOriginIsOnEveryAnswer() {
    String origin = "https://example.org";
    accounts.put("c", TestAccounts.rules(delivery(true, Optional.empty(), origin)));
    HttpResponse<String> put = http.send(upload());
    String blob = header(put, "location");
    assertThat(allowed(put)).isEqualTo(origin);
    for (String target : List.of(blob, blob + "/BlobInfo", blob + "/UserMetadata")) {
      assertThat(allowed(http.get(target))).isEqualTo(origin);
    }
    assertThat(allowed(http.send(http.to(blob).header("Range", "bytes=99-").GET())))
        .as("an error")
        .isEqualTo(origin);
    HttpRequest.Builder form =
        http.to("/")
            .header("Content-Type", "multipart/form-data; boundary=b")
            .header("x-ambry-service-id", "tests")
            .header("x-ambry-content-type", "a/b")
            .header("x-ambry-target-account-name", TestAccounts.NAME)
            .header("x-ambry-target-container-name", "c")
            .POST(
                BodyPublishers.ofString(
                    """
                    --b
                    Content-Disposition: form-data; name="Blob"; filename="f"

                    x
                    --b--
                    """
                        .replace("\n", "\r\n")));
    HttpResponse<String> stored = http.send(form);
    assertThat(stored.statusCode()).isEqualTo(201);
    assertThat(allowed(stored)).isEqualTo(origin);
  }

  @Test
  void preflightsNameTheOriginOfTheContainer() {
    String origin = "https://example.org";
    accounts.put("c", TestAccounts.rules(delivery(true, Optional.empty(), origin)));
    String blob = stored();
    for (String target :
        List.of(
            blob,
            blob + ".jpg",
            "/media" + blob,
            "/named/photos/c",
            "/named/photos/c/a/b",
            "/NAMED/photos/c/a%20b")) {
      HttpResponse<String> reply = preflight(target);
      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(allowed(reply)).as(target).isEqualTo(origin);
      assertThat(header(reply, "access-control-allow-methods")).contains("PUT");
    }
    for (String target : List.of("/", "/named/photos", "/named/photos/d/x", "/named/no/c/x")) {
      HttpResponse<String> reply = preflight(target);
      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(allowed(reply)).as(target).isEmpty();
    }
  }

  private HttpResponse<String> preflight(String target) {
    return http.send(http.to(target).method("OPTIONS", BodyPublishers.noBody()));
  }

  private static String allowed(HttpResponse<String> reply) {
    return header(reply, "access-control-allow-origin");
  }

  @Test
  void aContainerMayRequireTheSecurePath() {
    String blob = stored();
    accounts.put("c", TestAccounts.rules(new Access(true, false, false)));
    List<String> targets =
        List.of(blob, blob + "/BlobInfo", blob + "/Segment/0", blob + "/BlobChunkIds");
    for (String target : targets) {
      for (String prefix : List.of("", "/media", "/main", "/Secure", "/secured")) {
        int status = http.get(prefix + target).statusCode();
        assertThat(status).as(prefix + target).isIn(403, 404);
      }
      assertThat(http.get(target).statusCode()).isEqualTo(403);
      assertThat(header(http.get(target), "x-ambry-error-code")).isEqualTo("AccessDenied");
      assertThat(http.get(SECURE + target).statusCode()).isEqualTo(200);
      assertThat(http.get(SECURE + "/main" + target).statusCode()).isEqualTo(200);
    }
    assertThat(http.send(http.to(blob).HEAD()).statusCode()).isEqualTo(403);
    assertThat(http.get("/?x-ambry-blob-id=" + blob).statusCode()).isEqualTo(403);
    assertThat(http.get("/?x-ambry-blob-id=" + SECURE + blob).statusCode()).isEqualTo(403);
    assertThat(http.get(SECURE + "?x-ambry-blob-id=" + blob).statusCode()).isEqualTo(200);
    stored();
    assertThat(http.send(http.to(blob).DELETE()).statusCode()).isEqualTo(202);
  }

  @Test
  void someMetadataHasNoPrefix() {
    String blob =
        stored(
            upload()
                .header("x-ambry-um-X-Color", "red")
                .header("x-ambry-enc-um-X-Name", "K%C3%A4tzchen")
                .header("x-ambry-um-Set-Cookie", "a=b")
                .header("x-ambry-um-other", "o"));
    accounts.put(
        "c",
        TestAccounts.rules(
            new Delivery(
                true, Optional.empty(), "", Set.of("X-Color", "X-Name", "Set-Cookie"), Set.of())));
    for (String target : List.of(blob, blob + "/BlobInfo", blob + "/UserMetadata")) {
      HttpResponse<String> got = http.get(target);
      assertThat(header(got, "x-color")).isEqualTo("red");
      assertThat(header(got, "x-ambry-um-x-color")).isEmpty();
      assertThat(header(got, "x-ambry-enc-um-x-name")).isEqualTo("K%C3%A4tzchen");
      assertThat(header(got, "x-ambry-um-other")).isEqualTo("o");
      assertThat(header(got, "set-cookie")).as("reserved").isEmpty();
      assertThat(header(got, "x-ambry-um-set-cookie")).isEqualTo("a=b");
    }
  }

  @Test
  void someContentTypesCarryTheFileName() {
    String named = stored(upload().header("x-ambry-filename", "a \"b\" \\c.txt"));
    String nameless = stored();
    accounts.put(
        "c",
        TestAccounts.rules(
            new Delivery(true, Optional.empty(), "", Set.of(), Set.of("text/plain"))));
    assertThat(header(http.get(named), "content-disposition"))
        .isEqualTo("attachment; filename=\"a \\\"b\\\" \\\\c.txt\"");
    assertThat(header(http.get(nameless), "content-disposition")).isEmpty();
    accounts.put(
        "c",
        TestAccounts.rules(
            new Delivery(true, Optional.empty(), "", Set.of(), Set.of("image/jpeg"))));
    assertThat(header(http.get(named), "content-disposition")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"content-length", "Cache-Control", "access-control-allow-origin", "date"})
  void metadataNeverReplacesAFieldOfTheApi(String name) {
    String blob = stored(upload().header("x-ambry-um-" + name, "4711"));
    accounts.put(
        "c", TestAccounts.rules(new Delivery(true, Optional.empty(), "", Set.of(name), Set.of())));
    HttpResponse<String> got = http.get(blob);
    assertThat(got.body()).isEqualTo("content");
    assertThat(got.headers().allValues(name)).doesNotContain("4711");
    assertThat(header(got, "x-ambry-um-" + name)).isEqualTo("4711");
  }

  @Test
  void theBuiltInAccountIsThereBesideOthers() {
    Map<String, String> owners = Map.of("aumbry", "public", TestAccounts.NAME, "c");
    owners.forEach((account, container) ->
        assertThat(http.send(http.upload(account, container, "x")).statusCode()).isEqualTo(201));
  }
}
