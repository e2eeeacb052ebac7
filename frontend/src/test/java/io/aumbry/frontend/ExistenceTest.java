package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.CredentialsTest.Row;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.frontend.rest.Route;
import io.aumbry.protocol.blob.BlobId;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A sender without the right to an action gets the same answer whether the object exists or not.
 * The rows are those of every route.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ExistenceTest {
  private static final String FORM = "multipart/form-data; boundary=b";

  private final List<Guarded> frontends = new ArrayList<>();
  private Guarded guarded;
  private Guarded.Key foreign;
  private Guarded.Key ofAlice;
  private String blob;

  /** A name of an object that exists, and another one. */
  private record Replacement(String existing, String other) {}

  @BeforeAll
  void start(@TempDir Path folder) {
    guarded = started(folder.resolve("required"), AuthenticationMode.REQUIRED);
    started(folder.resolve("optional"), AuthenticationMode.OPTIONAL);
    ofAlice = guarded.key(alice(guarded), true, Long.MAX_VALUE);
    HttpResponse<String> put = guarded.upload("photos", "album", "x").signedBy(ofAlice);
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    blob = HttpRest.header(put, "location").substring(1);
    User mallory = guarded.user("mallory", Guarded.MUSIC, "owner", Guarded.MUSIC);
    foreign = guarded.key(mallory, true, Long.MAX_VALUE);
  }

  /** A frontend with the same accounts, users and roles. */
  private Guarded started(Path folder, AuthenticationMode mode) {
    assertThat(folder.toFile().mkdirs()).isTrue();
    Guarded started = new Guarded(folder, mode);
    frontends.add(started);
    started.user("alice", Guarded.PHOTOS, "writer", Guarded.PHOTOS);
    started.done(
        new IdentityCommand.PutPolicy(
            new StoredPolicy(
                new StoredPolicy.Target(StoredPolicy.Kind.ROLE, "custom"),
                CredentialsTest.ALLOW_ALL)));
    return started;
  }

  private static User alice(Guarded frontend) {
    return frontend.catalog.snapshot().user("u-alice").orElseThrow();
  }

  @AfterAll
  void stop() {
    frontends.forEach(Guarded::close);
  }

  static Stream<Row> rows() {
    String datasets = "/accounts/containers/datasets";
    String dataset =
        "{\"accountName\":\"photos\",\"containerName\":\"album\",\"datasetName\":\"d\","
            + "\"versionSchema\":\"MONOTONIC\"}";
    return Stream.concat(
        CredentialsTest.rows(),
        Stream.of(
            new Row(Route.class, "POST", datasets, dataset, CredentialsTest.ForOthers.REFUSED),
            probe("/named/photos/album/a"),
            probe("/?x-ambry-blob-id=ID"),
            probe("/?x-ambry-blob-id=/named/photos/album/a"),
            probe("/users/USER"),
            probe("/accounts/containers?x-ambry-target-account-name=photos"),
            new Row(Route.class, "POST", "/ID", "", CredentialsTest.ForOthers.NOTHING_OF_OURS),
            new Row(Route.class, "PUT", "/ID", "", CredentialsTest.ForOthers.NOTHING_OF_OURS),
            new Row(
                Route.class,
                "GET",
                "/named/photos/album/a//b",
                "",
                CredentialsTest.ForOthers.NOTHING_OF_OURS),
            new Row(
                Route.class, "POST", "/keys/KEY", "", CredentialsTest.ForOthers.NOTHING_OF_OURS)));
  }

  /** Otherwise a real account would get the decisions for missing ones. */
  @Test
  void noAccountAndNoContainerHasTheIdOfThePlaceholder() {
    Guarded.Key root =
        guarded.key(guarded.user("root", 0, "administrator", 0), true, Long.MAX_VALUE);
    HttpResponse<String> account =
        guarded
            .request("POST", "/accounts")
            .body("{\"accounts\":[{\"accountId\":2147483647,\"accountName\":\"last\"}]}")
            .signedBy(root);
    NamedClient.assertRefused(account, 400, "accountId");
    HttpResponse<String> container =
        guarded
            .request("POST", "/accounts/containers?x-ambry-target-account-name=music")
            .body("{\"containers\":[{\"containerId\":2147483647,\"containerName\":\"last\"}]}")
            .signedBy(root);
    NamedClient.assertRefused(container, 400, "containerId");
  }

  private static Row probe(String target) {
    return new Row(Route.class, "OPTIONS", target, "", CredentialsTest.ForOthers.PROBE);
  }

  private List<Replacement> replacements() {
    BlobId id = BlobId.parse(blob);
    return List.of(
        new Replacement("photos", "nowhere"),
        new Replacement("album", "nothing"),
        new Replacement("account-id=9", "account-id=77"),
        new Replacement("u-alice", "u-nobody"),
        new Replacement("alice", "nobody"),
        new Replacement("custom", "unknown"),
        new Replacement(ofAlice.id(), "AKNOBODYNOBODYNOBODY"),
        new Replacement(blob, withOwner(id, 77, id.container())),
        new Replacement(blob, withOwner(id, id.account(), 77)),
        new Replacement(blob, withUuid(id)));
  }

  private static String withOwner(BlobId id, int account, int container) {
    return new BlobId(id.flags(), id.dataCenter(), account, container, id.partition(), id.uuid())
        .toString();
  }

  private static String withUuid(BlobId id) {
    BlobId.Owner owner = new BlobId.Owner(id.dataCenter(), id.account(), id.container(), false);
    return BlobId.create(owner, id.kind(), id.partition(), 1, new Random(5)).toString();
  }

  private String filled(String text) {
    return text.replace("USER", "u-alice")
        .replace("KEY", ofAlice.id())
        .replaceAll("(?<![A-Za-z])ID(?![A-Za-z])", blob);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theAnswerDoesNotTellWhetherTheObjectExists(Row row) {
    String target = filled(row.target());
    String body = filled(row.body());
    for (Replacement replacement : replacements()) {
      String otherTarget = target.replace(replacement.existing(), replacement.other());
      String otherBody = body.replace(replacement.existing(), replacement.other());
      if (!otherTarget.equals(target) || !otherBody.equals(body)) {
        for (Guarded frontend : frontends) {
          Guarded.Request existing = frontend.request(row.method(), target).body(body);
          Guarded.Request other = frontend.request(row.method(), otherTarget).body(otherBody);
          assertSame(existing.send(), other.send(), replacement);
        }
        assertSame(
            guarded.request(row.method(), target).body(body).signedBy(foreign),
            guarded.request(row.method(), otherTarget).body(otherBody).signedBy(foreign),
            replacement);
      }
    }
  }

  private static void assertSame(
      HttpResponse<String> existing, HttpResponse<String> other, Replacement replacement) {
    assertThat(answer(other, replacement)).isEqualTo(answer(existing, replacement));
  }

  /** Everything that a client sees, with one name in place of both. */
  private static String answer(HttpResponse<String> response, Replacement replacement) {
    TreeMap<String, List<String>> headers = new TreeMap<>(response.headers().map());
    headers.keySet().removeAll(List.of("date", "x-ambry-request-id", "content-length"));
    String id = HttpRest.header(response, "x-ambry-request-id");
    String text = response.statusCode() + " " + headers + " " + response.body().replace(id, "");
    return text.replace(replacement.existing(), "*").replace(replacement.other(), "*");
  }

  @ParameterizedTest
  @CsvSource({"photos, album", "photos, nothing", "nowhere, album"})
  void theOwnerInAFormIsNotRevealed(String account, String container) throws Exception {
    String form = part("x-ambry-service-id", "s") + part("x-ambry-content-type", "a/b");
    String owner =
        part("x-ambry-target-account-name", account)
            + part("x-ambry-target-container-name", container);
    String end = part("Blob", "x") + "--b--\r\n";
    HttpResponse<String> answer =
        guarded
            .request("POST", "/")
            .with("content-type", FORM)
            .body(form + owner + end)
            .signedBy(foreign, CredentialsTest.sha256(form + owner + end));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    assertThat(HttpRest.header(answer, "x-ambry-failure-reason"))
        .isEqualTo("No permission for aumbry:PutBlob on the container of the upload");
  }

  private static String part(String name, String content) {
    return "--b\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"f\"\r\n\r\n%s\r\n"
        .formatted(name, content);
  }

  /** Without a right to upload to the container {@code aumbry/public}. */
  @Test
  void theAccountOfAServiceIsNotRevealed() {
    String upload = "/?x-ambry-content-type=a/b&x-ambry-service-id=";
    assertSame(
        guarded.request("POST", upload + "photos").body("x").signedBy(foreign),
        guarded.request("POST", upload + "nowhere").body("x").signedBy(foreign),
        new Replacement("photos", "nowhere"));
  }

  /** Only an answer to a sender with the right names the origin that the container allows. */
  @Test
  void aRefusalDoesNotNameTheAllowedOrigin() {
    HttpResponse<String> created =
        guarded
            .request("POST", "/accounts/containers?x-ambry-target-account-id=10")
            .body(
                "{\"containers\":[{\"containerName\":\"web\",\"ttlRequired\":false,"
                    + "\"accessControlAllowOrigin\":\"https://app.example\"}]}")
            .signedBy(foreign);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
    String web = HttpRest.header(guarded.upload("music", "web", "x").signedBy(foreign), "location");
    String origin = "access-control-allow-origin";
    HttpResponse<String> allowed = guarded.request("GET", web).signedBy(foreign);
    assertThat(HttpRest.header(allowed, origin)).isEqualTo("https://app.example");
    for (String target : List.of(web, "/named/music/web/a", "/named/music/web?prefix=")) {
      assertThat(HttpRest.header(guarded.request("GET", target).send(), origin)).isEmpty();
      assertThat(HttpRest.header(guarded.request("GET", target).signedBy(ofAlice), origin))
          .isEmpty();
    }
  }

  /** Ids do not tell strangers the names of their owners. */
  @Test
  void noAnswerNamesTheOwnerOfAnId() {
    for (String target : List.of("/" + blob, "/users/u-alice", "/keys/" + ofAlice.id())) {
      HttpResponse<String> answer = guarded.request("GET", target).signedBy(foreign);
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body() + answer.headers().map())
          .doesNotContain("photos", "album")
          .doesNotContain(target.contains("users") ? "nobody" : "alice");
    }
    HttpResponse<String> account =
        guarded.request("GET", "/accounts?x-ambry-target-account-id=9").signedBy(foreign);
    assertThat(account.body() + account.headers().map()).doesNotContain("photos");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /named/photos/nothing/a, 400, InvalidContainer",
    "GET, /named/nowhere/album/a, 403, AccessDenied",
    "GET, /named/photos/nothing?prefix=, 400, InvalidContainer"
  })
  void aSenderWithTheRightLearnsTheReason(String method, String target, int status, String code) {
    HttpResponse<String> answer = guarded.request(method, target).signedBy(ofAlice);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(HttpRest.header(answer, "x-ambry-error-code")).isEqualTo(code);
  }

  /** The owner of one blob does not find out other accounts with it. */
  @Test
  void theNameOfAnOwnerIsCompared() {
    for (String account : List.of("music", "nowhere")) {
      HttpResponse<String> answer =
          guarded
              .request("DELETE", "/" + blob + "?x-ambry-target-account-name=" + account)
              .signedBy(ofAlice);
      assertThat(answer.statusCode()).as(account).isEqualTo(412);
    }
  }
}
