package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.frontend.audit.AuditEvent;
import io.aumbry.frontend.http.PathPrefixes;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.IdentityRoute;
import io.aumbry.frontend.rest.Owners;
import io.aumbry.frontend.rest.Registry;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.Routes;
import io.aumbry.frontend.rest.SignedIds;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every route with every kind of credentials, over real HTTP and a real catalog. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class CredentialsTest {
  static final String ALLOW_ALL =
      "{\"Version\":\"2012-10-17\",\"Statement\":"
          + "[{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"}]}";

  private static final String ALBUM =
      "x-ambry-target-account-name=photos&x-ambry-target-container-name=album";

  private Guarded guarded;
  private Guarded.Key administrator;
  private Guarded.Key owner;
  private Guarded.Key wrong;
  private Guarded.Key expired;
  private Guarded.Key revoked;
  private Guarded.Key foreign;
  private Guarded.Key ofAlice;
  private String blob;

  /** The answer to a user of another account. */
  enum ForOthers {
    REFUSED,
    /** A list without objects of this account, or the user itself. */
    NOTHING_OF_OURS,
    /** As everyone. */
    PROBE
  }

  /**
   * A request for a route.
   *
   * @param target with placeholders ID, USER and KEY
   */
  record Row(Class<?> route, String method, String target, String body, ForOthers others) {
    @Override
    public String toString() {
      return route.getSimpleName() + ": " + method + " " + target;
    }
  }

  private static Row row(Class<?> route, String method, String target) {
    return new Row(route, method, target, "", ForOthers.REFUSED);
  }

  private static Row row(Class<?> route, String method, String target, String body) {
    return new Row(route, method, target, body, ForOthers.REFUSED);
  }

  private static Row row(Class<?> route, String method, String target, ForOthers others) {
    return new Row(route, method, target, "", others);
  }

  /** Deletes come last. */
  static Stream<Row> rows() {
    return Stream.of(
            restRows(),
            namedRows(),
            datasetRows(),
            identityRows(),
            Stream.of(row(Route.Delete.class, "DELETE", "/ID")))
        .flatMap(rows -> rows);
  }

  private static Stream<Row> restRows() {
    String change = "?x-ambry-blob-id=ID&x-ambry-service-id=s";
    return Stream.of(
        row(
            Route.Upload.class,
            "POST",
            "/?x-ambry-service-id=s&x-ambry-content-type=a/b&" + ALBUM,
            "content"),
        row(Route.Content.class, "GET", "/ID"),
        row(Route.Content.class, "HEAD", "/ID"),
        row(Route.Properties.class, "GET", "/ID/BlobInfo"),
        row(Route.Metadata.class, "GET", "/ID/UserMetadata"),
        row(Route.Segment.class, "GET", "/ID/Segment/0"),
        row(Route.ChunkIds.class, "GET", "/ID/BlobChunkIds"),
        row(Route.Replicas.class, "GET", "/ID/Replicas"),
        row(Route.Status.class, "GET", "/ID/Status"),
        row(Route.UpdateTtl.class, "PUT", "/updateTtl" + change),
        row(Route.Undelete.class, "PUT", "/undelete" + change),
        row(Route.ReadAccounts.class, "GET", "/accounts"),
        row(Route.ReadAccounts.class, "GET", "/accounts?x-ambry-target-account-id=9"),
        row(Route.ReadContainer.class, "GET", "/accounts/containers?" + ALBUM),
        row(Route.ChangeAccounts.class, "POST", "/accounts", "{\"accounts\":[]}"),
        row(
            Route.ChangeContainers.class,
            "POST",
            "/accounts/containers?x-ambry-target-account-id=9",
            "{\"containers\":[]}"),
        row(Route.Peers.class, "GET", "/peers"),
        row(Route.ClusterMap.class, "GET", "/getClusterMapSnapshot"),
        row(Route.Resources.class, "GET", "/resourceInfo"),
        row(
            Route.Usage.class,
            "GET",
            "/statsReport?x-ambry-cluster-name=Main&x-ambry-stats-type=ACCOUNT_REPORT"),
        row(Route.Preflight.class, "OPTIONS", "/ID", ForOthers.PROBE),
        row(Route.Health.class, "GET", "/healthCheck", ForOthers.PROBE),
        row(Route.Absent.class, "GET", "/named/nowhere/album/a"),
        row(Route.Unroutable.class, "GET", "/nothing/there", ForOthers.NOTHING_OF_OURS));
  }

  private static Stream<Row> namedRows() {
    String name = "/named/photos/album/a";
    String upload = "x-ambry-service-id=s&x-ambry-content-type=a/b";
    String sign = "/signedUrl?x-ambry-url-type=";
    return Stream.of(
        row(Route.PutNamed.class, "PUT", name + "?" + upload, "content"),
        row(Route.ReadNamed.class, "GET", name),
        row(Route.ReadNamed.class, "HEAD", name),
        row(Route.ReadNamed.class, "GET", name + "/BlobInfo"),
        row(Route.ReadNamed.class, "GET", name + "/Replicas"),
        row(Route.DeleteNamed.class, "DELETE", name),
        row(
            Route.UpdateNamedTtl.class,
            "PUT",
            "/updateTtl?x-ambry-blob-id=" + name + "&x-ambry-service-id=s"),
        row(Route.ListNames.class, "GET", "/named/photos/album?prefix="),
        row(Route.Stitch.class, "POST", "/stitch?" + upload + "&" + ALBUM, "{}"),
        row(Route.SignDownload.class, "GET", sign + "GET&x-ambry-blob-id=ID"),
        row(Route.SignDownload.class, "GET", sign + "GET&x-ambry-blob-id=" + name),
        row(Route.SignUpload.class, "GET", sign + "POST&" + upload + "&" + ALBUM));
  }

  private static Stream<Row> datasetRows() {
    String version = "/named/photos/album/d/1?x-ambry-dataset-version-query-enabled=true";
    String versions = "/named/photos/album/d?x-ambry-dataset-version-query-enabled=true";
    String datasets = "/accounts/containers/datasets";
    String dataset = datasets + "?" + ALBUM + "&x-ambry-target-dataset-name=d";
    return Stream.of(
        row(Route.PutVersion.class, "PUT", version, "content"),
        row(Route.ReadVersion.class, "GET", version),
        row(Route.DeleteVersion.class, "DELETE", version),
        row(Route.RenameVersion.class, "PUT", version + "&op=RENAME&targetVersion=2"),
        row(
            Route.ListVersions.class,
            "GET",
            versions + "&x-ambry-enable-dataset-version-listing=true"),
        row(Route.ReadDataset.class, "GET", dataset),
        row(Route.ListDatasets.class, "GET", datasets + "?" + ALBUM),
        row(Route.DeleteDataset.class, "DELETE", dataset),
        // Its container is in the body, which the operation authorises.
        new Row(Route.ChangeDataset.class, "POST", datasets, "{}", ForOthers.NOTHING_OF_OURS));
  }

  private static Stream<Row> identityRows() {
    return Stream.of(
        row(IdentityRoute.ReadSelf.class, "GET", "/users/self", ForOthers.NOTHING_OF_OURS),
        row(IdentityRoute.ListUsers.class, "GET", "/users", ForOthers.NOTHING_OF_OURS),
        row(IdentityRoute.ListUsers.class, "GET", "/users?x-ambry-target-account-name=photos"),
        row(
            IdentityRoute.CreateUser.class,
            "POST",
            "/users",
            "{\"userName\":\"new\",\"accountName\":\"photos\"}"),
        row(IdentityRoute.CreateUser.class, "POST", "/users", "{\"userName\":\"root\"}"),
        row(IdentityRoute.ReadUser.class, "GET", "/users/USER"),
        row(
            IdentityRoute.ChangeUser.class,
            "PUT",
            "/users/USER",
            "{\"userName\":\"alice\",\"active\":true}"),
        row(IdentityRoute.ListKeys.class, "GET", "/keys", ForOthers.NOTHING_OF_OURS),
        row(IdentityRoute.ListKeys.class, "GET", "/keys?x-ambry-target-user-id=USER"),
        row(IdentityRoute.CreateKey.class, "POST", "/keys", "{\"userId\":\"USER\"}"),
        row(IdentityRoute.ReadKey.class, "GET", "/keys/KEY"),
        row(IdentityRoute.ChangeKey.class, "PUT", "/keys/KEY", "{\"active\":true}"),
        row(IdentityRoute.DeleteKey.class, "DELETE", "/keys/KEY"),
        row(IdentityRoute.CreateToken.class, "POST", "/tokens", ForOthers.NOTHING_OF_OURS),
        row(IdentityRoute.ListPolicies.class, "GET", "/policies", ForOthers.NOTHING_OF_OURS),
        row(IdentityRoute.ReadPolicy.class, "GET", "/policies/user/USER"),
        row(IdentityRoute.ReadPolicy.class, "GET", "/policies/role/custom"),
        row(IdentityRoute.ReadPolicy.class, "GET", "/policies/container/photos/album"),
        row(IdentityRoute.PutPolicy.class, "PUT", "/policies/user/USER", ALLOW_ALL),
        row(IdentityRoute.PutPolicy.class, "PUT", "/policies/role/custom", ALLOW_ALL),
        row(IdentityRoute.PutPolicy.class, "PUT", "/policies/container/photos/album", ALLOW_ALL),
        row(IdentityRoute.DeletePolicy.class, "DELETE", "/policies/user/USER"),
        row(IdentityRoute.DeletePolicy.class, "DELETE", "/policies/container/photos/album"),
        row(IdentityRoute.ListRoles.class, "GET", "/roles", ForOthers.NOTHING_OF_OURS),
        row(IdentityRoute.ReadRole.class, "GET", "/roles/custom"),
        row(IdentityRoute.GrantRole.class, "PUT", "/roles/reader/grants/USER"),
        row(
            IdentityRoute.GrantRole.class,
            "PUT",
            "/roles/reader/grants/USER?x-ambry-target-account-name=photos"),
        row(IdentityRoute.RevokeRole.class, "DELETE", "/roles/reader/grants/USER"),
        row(IdentityRoute.DeleteRole.class, "DELETE", "/roles/custom"),
        row(IdentityRoute.DeleteUser.class, "DELETE", "/users/USER"));
  }

  @BeforeAll
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    long never = Long.MAX_VALUE;
    User root = guarded.user("root-user", 0, "administrator", 0);
    User alice = guarded.user("alice", Guarded.PHOTOS, "reader", Guarded.PHOTOS);
    User anna = guarded.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS);
    User mallory = guarded.user("mallory", Guarded.MUSIC, "owner", Guarded.MUSIC);
    administrator = guarded.key(root, true, never);
    owner = guarded.key(anna, true, never);
    ofAlice = guarded.key(alice, true, never);
    wrong = new Guarded.Key(administrator.id(), "another secret");
    expired = guarded.key(root, true, 1);
    revoked = guarded.key(root, false, never);
    foreign = guarded.key(mallory, true, never);
    guarded.done(
        new IdentityCommand.PutPolicy(
            new StoredPolicy(
                new StoredPolicy.Target(StoredPolicy.Kind.ROLE, "custom"), ALLOW_ALL)));
    HttpResponse<String> put = guarded.upload("photos", "album", "x").signedBy(administrator);
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    blob = HttpRest.header(put, "location").substring(1);
  }

  @AfterAll
  void stop() {
    guarded.close();
  }

  private String filled(String text) {
    return text.replace("USER", "u-alice")
        .replace("KEY", ofAlice.id())
        .replaceAll("(?<![A-Za-z])ID(?![A-Za-z])", blob);
  }

  private Guarded.Request request(Row row) {
    return guarded.request(row.method(), filled(row.target())).body(filled(row.body()));
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(CredentialsTest::leaves)
        : Stream.of(type);
  }

  /** A route that this test forgets fails here. */
  @Test
  void everyRouteHasARow() {
    Set<Class<?>> all =
        Stream.concat(leaves(Route.class), leaves(IdentityRoute.class))
            .filter(route -> route != Route.OfIdentity.class)
            .collect(Collectors.toSet());
    Set<Class<?>> tested = rows().map(Row::route).collect(Collectors.toSet());
    assertThat(tested).isEqualTo(all);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aRowIsForItsRoute(Row row) {
    Routes routes =
        new Routes(
            new Registry(new Owners(guarded.accounts), guarded.catalog::snapshot),
            new PathPrefixes(List.of(), Optional.empty(), "main"),
            new SignedIds(Optional.empty()));
    String target = filled(row.target());
    int question = target.indexOf('?');
    HttpRequest request =
        new HttpRequest(
            row.method(),
            question < 0 ? target : target.substring(0, question),
            question < 0 ? "" : target.substring(question + 1),
            HttpHeaders.builder().build(),
            row.body().length(),
            InetSocketAddress.createUnresolved("client", 1));
    Route route = routes.route(request, Arguments.of(request));
    Object actual = route instanceof Route.OfIdentity(IdentityRoute target2) ? target2 : route;
    assertThat(actual).isInstanceOf(row.route());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void onlyValidCredentialsAreAdmitted(Row row) {
    if (row.others() == ForOthers.PROBE) {
      assertThat(request(row).send().statusCode()).isLessThan(400);
      return;
    }
    assertUnauthorised(row, request(row).send(), "");
    assertUnauthorised(row, request(row).signedBy(wrong), wrong.id());
    assertUnauthorised(row, request(row).signedBy(expired), expired.id());
    assertUnauthorised(row, request(row).signedBy(revoked), revoked.id());
    assertUnauthorised(row, request(row).presignedBy(revoked), revoked.id());
    assertUnauthorised(row, request(row).with("Authorization", "Bearer aumbry_junk").send(), "");
  }

  private void assertUnauthorised(Row row, HttpResponse<String> answer, String claimed) {
    assertThat(answer.statusCode()).as(row + answer.body()).isEqualTo(401);
    assertThat(HttpRest.header(answer, "www-authenticate"))
        .contains("Bearer realm=\"aumbry\"", "AWS4-HMAC-SHA256 realm=\"aumbry\"");
    assertThat(HttpRest.header(answer, "x-ambry-error-code")).isEqualTo("Unauthorized");
    AuditEvent event = guarded.rest.audit.getLast();
    assertThat(event.requestId()).isEqualTo(HttpRest.header(answer, "x-ambry-request-id"));
    assertThat(event.status()).isEqualTo(401);
    assertThat(event.subject().claimed()).isEqualTo(claimed);
    assertThat(event.subject().decision()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void anotherAccountGetsNothing(Row row) {
    HttpResponse<String> answer = request(row).signedBy(foreign);
    if (row.others() == ForOthers.REFUSED) {
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
      AuditEvent event = guarded.rest.audit.getLast();
      assertThat(event.requestId()).isEqualTo(HttpRest.header(answer, "x-ambry-request-id"));
      assertThat(event.subject().caller().label()).isEqualTo("u-mallory");
      assertThat(event.subject().decision()).isEqualTo("no statement allows it");
    } else {
      assertThat(answer.statusCode()).isNotIn(401, 403);
      assertThat(answer.body()).doesNotContain("alice", "photos", "custom", ofAlice.id());
    }
  }

  /** Last, because it deletes what the other tests use. */
  @Order(Integer.MAX_VALUE)
  @Test
  void theAdministratorMayUseEveryRoute() {
    rows()
        .forEach(row -> {
          HttpResponse<String> answer = request(row).signedBy(administrator);
          assertThat(answer.statusCode()).as(row + answer.body()).isNotIn(401, 403, 500, 503);
        });
  }

  @Test
  void anOwnerCannotReachBeyondItsAccount() {
    User boss = guarded.user("boss", Guarded.PHOTOS, "administrator", 0);
    String ofBoss = "{\"userId\":\"" + boss.id() + "\"}";
    HttpResponse<String> stolen = guarded.request("POST", "/keys").body(ofBoss).signedBy(owner);
    assertThat(stolen.statusCode()).isEqualTo(403);
    HttpResponse<String> all = guarded.request("PUT", "/roles/owner/grants/u-anna").signedBy(owner);
    assertThat(all.statusCode()).isEqualTo(403);
    String here = "/roles/%s/grants/u-anna?x-ambry-target-account-name=photos";
    assertThat(guarded.request("PUT", here.formatted("writer")).signedBy(owner).statusCode())
        .isEqualTo(200);
    assertThat(guarded.request("PUT", here.formatted("administrator")).signedBy(owner).statusCode())
        .isEqualTo(403);
  }

  @Test
  void aKeyIsCreatedUsedAndRevoked() {
    HttpResponse<String> user =
        guarded
            .request("POST", "/users")
            .body("{\"userName\":\"carol\",\"accountName\":\"photos\"}")
            .signedBy(owner);
    assertThat(user.statusCode()).as(user.body()).isEqualTo(201);
    String id = text(user, "userId");
    HttpResponse<String> created =
        guarded.request("POST", "/keys").body("{\"userId\":\"" + id + "\"}").signedBy(owner);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    Guarded.Key key = new Guarded.Key(text(created, "accessKeyId"), text(created, "secretKey"));
    HttpResponse<String> self = guarded.request("GET", "/users/self").signedBy(key);
    assertThat(self.body()).contains("\"userName\":\"carol\"", "\"accountName\":\"photos\"");
    HttpResponse<String> shown = guarded.request("GET", "/keys/" + key.id()).signedBy(owner);
    assertThat(shown.body()).contains(key.id()).doesNotContain("secret", key.secret());

    HttpResponse<String> off =
        guarded.request("PUT", "/keys/" + key.id()).body("{\"active\":false}").signedBy(owner);
    assertThat(off.statusCode()).as(off.body()).isEqualTo(200);
    assertThat(guarded.request("GET", "/users/self").signedBy(key).statusCode()).isEqualTo(401);
  }

  private static String text(HttpResponse<String> answer, String key) {
    String start = "\"" + key + "\":\"";
    int from = answer.body().indexOf(start) + start.length();
    return answer.body().substring(from, answer.body().indexOf('"', from));
  }

  @Test
  void aSignedHashOfTheBodyIsVerified() throws Exception {
    HttpResponse<String> right =
        guarded.upload("photos", "album", "content").signedBy(owner, sha256("content"));
    assertThat(right.statusCode()).as(right.body()).isEqualTo(201);
    int before = guarded.rest.router.size();
    HttpResponse<String> other =
        guarded.upload("photos", "album", "content").signedBy(owner, sha256("another"));
    assertThat(other.statusCode()).isEqualTo(400);
    assertThat(HttpRest.header(other, "x-ambry-failure-reason")).contains("x-amz-content-sha256");
    assertThat(guarded.rest.router.size()).isEqualTo(before);
    HttpResponse<String> empty =
        guarded.request("GET", "/users/self").signedBy(owner, sha256("something"));
    assertThat(empty.statusCode()).isEqualTo(400);
  }

  static String sha256(String text) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void presignedAddressesActForTheirUser() {
    HttpResponse<String> put = guarded.upload("photos", "album", "signed").signedBy(owner);
    String path = HttpRest.header(put, "location");
    HttpResponse<String> got = guarded.request("GET", path).presignedBy(owner);
    assertThat(got.statusCode()).as(got.body()).isEqualTo(200);
    assertThat(got.body()).isEqualTo("signed");
    assertThat(guarded.request("GET", path).presignedBy(foreign).statusCode()).isEqualTo(403);
  }

  @Test
  void optionalAuthenticationOpensOnlyThePublicContainer(@TempDir Path folder) {
    try (Guarded open = new Guarded(folder, AuthenticationMode.OPTIONAL)) {
      HttpResponse<String> put = open.upload("aumbry", "public", "x").send();
      assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
      String path = HttpRest.header(put, "location");
      assertThat(open.request("GET", path).send().body()).isEqualTo("x");
      assertThat(open.request("DELETE", path).send().statusCode()).isEqualTo(202);
      assertThat(open.upload("aumbry", "private", "x").send().statusCode()).isEqualTo(401);
      assertThat(open.upload("photos", "album", "x").send().statusCode()).isEqualTo(401);
      assertThat(open.request("GET", "/accounts").send().statusCode()).isEqualTo(401);
      assertThat(open.request("GET", "/users").send().statusCode()).isEqualTo(401);
      assertThat(open.request("GET", "/nothing/there").send().statusCode()).isEqualTo(404);
      HttpResponse<String> wrongKey =
          open.upload("aumbry", "public", "x").signedBy(new Guarded.Key("AKNOBODY", "s"));
      assertThat(wrongKey.statusCode()).isEqualTo(401);
    }
  }
}
