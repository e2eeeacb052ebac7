package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.frontend.access.KeyUses;
import io.aumbry.protocol.runtime.Patience;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The owners of an account take rights away, also those that others have given. */
class RevocationTest {
  private static final String MUSIC = "?x-ambry-target-account-name=music";

  private Guarded guarded;
  private Guarded.Key owner;
  private User bob;
  private Guarded.Key ofBob;

  @BeforeEach
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    User anna = guarded.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS);
    owner = guarded.key(anna, true, Long.MAX_VALUE);
    bob = guarded.user("bob", Guarded.PHOTOS, "reader", Guarded.PHOTOS);
    ofBob = guarded.key(bob, true, Long.MAX_VALUE);
    guarded.done(new IdentityCommand.GrantRole(new RoleGrant(bob.id(), "reader", Guarded.MUSIC)));
  }

  @AfterEach
  void stop() {
    guarded.close();
  }

  private int change(String method, String target, String body) {
    HttpResponse<String> answer = guarded.request(method, target).body(body).signedBy(owner);
    return answer.statusCode();
  }

  private String user() {
    return "/users/" + bob.id();
  }

  private String key() {
    return "/keys/" + ofBob.id();
  }

  @Test
  void aUserWithAForeignRoleIsDeactivatedByItsOwnAccount() {
    assertThat(change("PUT", user(), "{\"userName\":\"bob\",\"active\":false}")).isEqualTo(200);
    assertThat(guarded.request("GET", "/users/self").signedBy(ofBob).statusCode()).isEqualTo(401);
    assertThat(change("PUT", user(), "{\"userName\":\"bob\",\"active\":true}")).isEqualTo(403);
    assertThat(change("DELETE", user(), "")).isEqualTo(202);
  }

  @Test
  void aKeyOfAUserWithAForeignRoleIsRevokedByItsOwnAccount() {
    assertThat(change("PUT", key(), "{\"active\":true,\"expiresTime\":9000000000000}"))
        .isEqualTo(200);
    assertThat(change("PUT", key(), "{\"active\":true,\"expiresTime\":9000000000001}"))
        .isEqualTo(403);
    assertThat(change("PUT", key(), "{\"active\":false,\"expiresTime\":9000000000000}"))
        .isEqualTo(200);
    assertThat(guarded.request("GET", "/users/self").signedBy(ofBob).statusCode()).isEqualTo(401);
    assertThat(change("PUT", key(), "{\"active\":true,\"expiresTime\":9000000000000}"))
        .isEqualTo(403);
    assertThat(change("DELETE", key(), "")).isEqualTo(202);
  }

  @Test
  void aUserWithAForeignRoleGetsNoRightsFromItsOwnAccount() {
    assertThat(change("POST", "/keys", "{\"userId\":\"" + bob.id() + "\"}")).isEqualTo(403);
    assertThat(change("PUT", user(), "{\"userName\":\"root\",\"active\":true}")).isEqualTo(403);
    assertThat(change("PUT", "/policies/user/" + bob.id(), CredentialsTest.ALLOW_ALL))
        .isEqualTo(403);
  }

  @Test
  void aForeignRoleIsRevokedByTheAccountOfTheUser() {
    String grant = "/roles/reader/grants/" + bob.id() + "?x-ambry-target-account-name=";
    assertThat(change("POST", "/keys", "{\"userId\":\"" + bob.id() + "\"}")).isEqualTo(403);
    assertThat(change("PUT", grant + "music", "")).isEqualTo(403);
    assertThat(change("DELETE", grant + "music", "")).isEqualTo(202);
    assertThat(change("POST", "/keys", "{\"userId\":\"" + bob.id() + "\"}")).isEqualTo(201);
    for (String account : List.of("music", "nobody")) {
      assertThat(change("DELETE", grant + account, "")).as(account).isEqualTo(403);
    }
  }

  static Stream<Arguments> denials() {
    return Stream.of(
        arguments("GrantRole", "*", "*", 403),
        arguments("GrantRole", "arn:aumbry:account:::music", "*", 403),
        arguments("GrantRole", "arn:aumbry:account:::photos", "*", 403),
        arguments("GrantRole", "arn:aumbry:account:::music", "reader", 403),
        arguments("GrantRole", "arn:aumbry:account:::music", "writer", 202),
        arguments("GrantRole", "arn:aumbry:account:::other", "*", 202),
        arguments("PutUser", "*", "*", 202));
  }

  /** The deny holds for the account of the grant although the account of the user allows. */
  @ParameterizedTest
  @MethodSource("denials")
  void aDenialComesBeforeThePermissionOfTheAccountOfTheUser(
      String action, String resource, String role, int status) {
    guarded.done(
        new IdentityCommand.PutPolicy(
            new StoredPolicy(
                new StoredPolicy.Target(StoredPolicy.Kind.USER, "u-anna"),
                denial(action, resource, role))));
    assertThat(change("DELETE", "/roles/reader/grants/" + bob.id() + MUSIC, "")).isEqualTo(status);
  }

  private RoleGrant freeze(int account) {
    return freeze("u-anna", account);
  }

  /** Gives a user a role that denies each change of roles. */
  private RoleGrant freeze(String user, int account) {
    guarded.done(
        new IdentityCommand.PutPolicy(
            new StoredPolicy(
                new StoredPolicy.Target(StoredPolicy.Kind.ROLE, "frozen"),
                denial("GrantRole", "*", "*"))));
    RoleGrant frozen = new RoleGrant(user, "frozen", account);
    guarded.done(new IdentityCommand.GrantRole(frozen));
    return frozen;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Guarded.PHOTOS})
  void aDenialByARoleInTheOwnAccountComesBeforeItsPermission(int account) {
    RoleGrant frozen = freeze(account);
    assertThat(change("DELETE", "/roles/reader/grants/" + bob.id() + MUSIC, "")).isEqualTo(403);
    guarded.done(new IdentityCommand.RevokeRole(frozen));
    assertThat(change("DELETE", "/roles/reader/grants/" + bob.id() + MUSIC, "")).isEqualTo(202);
  }

  /** The owner may take the roles that it may give. */
  @Test
  void aRoleFromAnotherAccountKeepsNoOwnerFromARevocation() {
    freeze(Guarded.MUSIC);
    assertThat(change("DELETE", "/roles/reader/grants/" + bob.id() + MUSIC, "")).isEqualTo(202);
    assertThat(change("PUT", "/roles/reader/grants/" + bob.id() + MUSIC, "")).isEqualTo(403);
    assertThat(change("DELETE", "/roles/frozen/grants/u-anna" + MUSIC, "")).isEqualTo(403);
  }

  /** The sender's own account is that of the grant, and it is an owner in that of the user. */
  @Test
  void aDenialByARoleInTheOwnAccountOfTheSenderAlwaysCounts() {
    User carl = guarded.user("carl", Guarded.MUSIC, "owner", Guarded.PHOTOS);
    RoleGrant frozen = freeze(carl.id(), Guarded.MUSIC);
    Guarded.Key key = guarded.key(carl, true, Long.MAX_VALUE);
    String grant = "/roles/reader/grants/" + bob.id() + MUSIC;
    assertThat(guarded.request("DELETE", grant).signedBy(key).statusCode()).isEqualTo(403);
    guarded.done(new IdentityCommand.RevokeRole(frozen));
    assertThat(guarded.request("DELETE", grant).signedBy(key).statusCode()).isEqualTo(202);
  }

  private static String denial(String action, String resource, String role) {
    return """
    {
      "Version": "2012-10-17",
      "Statement": {
        "Effect": "Deny",
        "Action": "aumbry:%s",
        "Resource": "%s",
        "Condition": { "StringLikeIfExists": { "aumbry:role": "%s" } }
      }
    }\
    """
        .formatted(action, resource, role);
  }

  @Test
  void aRoleIsNotRevokedByOtherAccounts() {
    User eve = guarded.user("eve", Guarded.MUSIC, "owner", Guarded.MUSIC);
    Guarded.Key stranger = guarded.key(eve, true, Long.MAX_VALUE);
    String grant = "/roles/reader/grants/" + bob.id() + "?x-ambry-target-account-name=photos";
    assertThat(guarded.request("DELETE", grant).signedBy(stranger).statusCode()).isEqualTo(403);
  }

  /**
   * An upload with last bytes that follow after {@code change}, and more than a second after the
   * first.
   */
  private HttpResponse<String> longUpload(Guarded.Key key, Runnable change) {
    return guarded
        .upload("photos", "album", "")
        .body(slow("xx", 1, after(change, key)))
        .signedBy(key);
  }

  /**
   * The change when the gate has admitted the request, and then a time after which the rights of an
   * upload are checked again.
   */
  private Runnable after(Runnable change, Guarded.Key key) {
    return () -> {
      awaitAdmission(key);
      guarded.lasting(Duration.ofSeconds(2), change).run();
    };
  }

  private void awaitAdmission(Guarded.Key key) {
    Set<String> used = new HashSet<>();
    KeyUses.Recorder recorder =
        (uses, _) -> {
          used.addAll(uses.millis().keySet());
          return uses.millis().size();
        };
    Patience.await()
        .until(() -> {
          guarded.uses.report(recorder, guarded.context());
          return used.contains(key.id());
        });
  }

  /** A body with an action before one of its bytes, on a thread that the client does not need. */
  private static BodyPublisher slow(String content, int at, Runnable action) {
    return BodyPublishers.fromPublisher(subscriber -> {
      SubmissionPublisher<ByteBuffer> parts = new SubmissionPublisher<>();
      parts.subscribe(subscriber);
      Thread.ofVirtual()
          .start(() -> {
            try {
              parts.submit(StandardCharsets.UTF_8.encode(content.substring(0, at)));
              action.run();
              parts.submit(StandardCharsets.UTF_8.encode(content.substring(at)));
              parts.close();
            } catch (RuntimeException | AssertionError failure) {
              parts.closeExceptionally(failure);
            }
          });
    });
  }

  @Test
  void anUploadOfAKeyThatEndsMeanwhileIsNotStored() {
    Guarded.Key second = administrator();
    HttpResponse<String> answer =
        longUpload(second, () -> guarded.done(new IdentityCommand.DeleteKey(second.id())));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
    assertThat(guarded.rest.router.size()).isZero();
  }

  @Test
  void aFormOfAKeyThatEndsBeforeItsContentIsNotStored() {
    Guarded.Key second = administrator();
    Runnable change = () -> guarded.done(new IdentityCommand.DeleteKey(second.id()));
    String form =
        """
        preamble
        --b
        Content-Disposition: form-data; name="Blob"; filename="x"

        content
        --b--
        """
            .replace("\n", "\r\n");
    HttpResponse<String> answer =
        guarded
            .upload("photos", "album", "")
            .with("content-type", "multipart/form-data; boundary=b")
            .body(slow(form, 1, after(change, second)))
            .signedBy(second);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
    assertThat(guarded.rest.router.size()).isZero();
  }

  @Test
  void anUploadOfAUserWhoLosesTheRoleMeanwhileIsNotStored() {
    RoleGrant grant = new RoleGrant("u-anna", "owner", Guarded.PHOTOS);
    HttpResponse<String> answer =
        longUpload(owner, () -> guarded.done(new IdentityCommand.RevokeRole(grant)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    assertThat(guarded.rest.router.size()).isZero();
  }

  @Test
  void anUploadToAnAccountThatIsSwitchedOffMeanwhileIsNotStored() {
    Account photos = guarded.catalog.snapshot().byId(Guarded.PHOTOS).orElseThrow();
    Account.State state = photos.state();
    Account off =
        new Account(
            photos.id(),
            photos.name(),
            new Account.State(
                false, state.snapshotVersion(), 0, false, Account.QuotaResource.ACCOUNT),
            photos.containers());
    AccountCommand.PutAccounts change =
        new AccountCommand.PutAccounts(List.of(off), Duration.ofDays(1), 1);
    HttpResponse<String> answer =
        longUpload(administrator(), () -> guarded.catalog.apply(change, guarded.context()));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    assertThat(guarded.rest.router.size()).isZero();
  }

  @Test
  void anUploadWithUnchangedRightsIsStored() {
    assertThat(longUpload(owner, () -> {}).statusCode()).isEqualTo(201);
  }

  /** Changes with a document, each of which would undo the revocation of the key that signs it. */
  static Stream<Arguments> changesByOneself() {
    return Stream.of(
        arguments("POST", "/keys", "{\"userId\":\"u-eve\"}"),
        arguments("PUT", "/keys/OWN", "{\"active\":true}"),
        arguments("PUT", "/users/u-eve", "{\"userName\":\"eve\",\"active\":true}"),
        arguments("POST", "/users", "{\"userName\":\"eve2\"}"),
        arguments("PUT", "/policies/user/u-eve", CredentialsTest.ALLOW_ALL),
        arguments("PUT", "/policies/role/spare", CredentialsTest.ALLOW_ALL),
        arguments("POST", "/accounts", "{\"accounts\":[]}"),
        arguments("POST", "/accounts/containers?x-ambry-target-account-name=photos", CONTAINER));
  }

  private static final String CONTAINER = "{\"containers\":[{\"containerName\":\"spare\"}]}";

  @ParameterizedTest
  @MethodSource("changesByOneself")
  void aChangeOfAKeyThatEndsWhileTheBodyArrivesIsNotMade(
      String method, String target, String document) {
    Guarded.Key eve = administrator();
    CatalogSnapshot[] after = new CatalogSnapshot[1];
    Runnable revocation =
        () -> {
          awaitAdmission(eve);
          guarded.done(new IdentityCommand.UpdateKey(eve.id(), false, Long.MAX_VALUE, true));
          after[0] = guarded.catalog.snapshot();
        };
    HttpResponse<String> answer =
        guarded
            .request(method, target.replace("OWN", eve.id()))
            .body(slow(document, document.length() - 1, revocation))
            .signedBy(eve);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
    assertThat(guarded.catalog.snapshot().content()).isEqualTo(after[0].content());
  }

  @Test
  void aKeyThatIsRevokedWhileADocumentArrivesIsNotActivatedByIt() {
    Runnable revocation =
        () -> {
          awaitAdmission(owner);
          guarded.done(new IdentityCommand.UpdateKey(ofBob.id(), false, Long.MAX_VALUE, false));
        };
    String document = "{\"active\":true}";
    HttpResponse<String> answer =
        guarded
            .request("PUT", key())
            .body(slow(document, document.length() - 1, revocation))
            .signedBy(owner);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
    assertThat(guarded.catalog.snapshot().key(ofBob.id()).orElseThrow().active()).isFalse();
  }

  private List<String> audited(int lines, String method, String target, String body) {
    guarded.rest.audit.clear();
    assertThat(change(method, target, body)).isLessThan(300);
    Patience.await().until(() -> guarded.rest.audit.size() >= lines);
    return guarded.rest.audit.stream()
        .map(event -> event.action().policyName() + " " + event.resource().label())
        .toList();
  }

  @Test
  void theAuditLogNamesEachContainerAndKeyThatIsChanged() {
    String target = "/accounts/containers?x-ambry-target-account-name=photos";
    assertThat(
            audited(
                3,
                "POST",
                target,
                """
                {"containers": [{"containerName": "spare"},
                  {"containerName": "album", "containerId": 1, "status": "DELETE_IN_PROGRESS"}]}
                """))
        .containsExactly(
            "aumbry:UpdateContainer account/photos",
            "aumbry:CreateContainer container/photos/spare",
            "aumbry:DeleteContainer container/photos/album");
    assertThat(audited(1, "DELETE", key(), ""))
        .containsExactly("aumbry:DeleteAccessKey user/photos/bob");
    assertThat(guarded.rest.audit.getFirst().subject().decision())
        .isEqualTo("role/owner#0(Own); key " + ofBob.id());
  }

  /** A policy protects a container of which the account knew nothing when the request began. */
  @Test
  void aContainerThatIsProtectedWhileADocumentArrivesIsNotChanged() {
    Runnable protection =
        () -> {
          awaitAdmission(owner);
          guarded.catalog.apply(
              new AccountCommand.PutContainers(
                  Guarded.PHOTOS,
                  List.of(new AccountCommand.NewContainer("vault", ContainerRules.DEFAULTS)),
                  Duration.ofDays(1),
                  1),
              guarded.context());
          StoredPolicy.Target vault = new StoredPolicy.Target(StoredPolicy.Kind.CONTAINER, "9/2");
          guarded.done(new IdentityCommand.PutPolicy(new StoredPolicy(vault, KEEP)));
        };
    String document =
        """
        {"containers": [{"containerName": "vault", "containerId": 2,
          "status": "DELETE_IN_PROGRESS"}]}
        """;
    HttpResponse<String> answer =
        guarded
            .request("POST", "/accounts/containers?x-ambry-target-account-name=photos")
            .body(slow(document, document.length() - 1, protection))
            .signedBy(owner);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    Account photos = guarded.catalog.snapshot().byId(Guarded.PHOTOS).orElseThrow();
    assertThat(photos.container("vault").orElseThrow().isActive()).isTrue();
  }

  private static final String KEEP =
      """
      {"Statement": {"Effect": "Deny", "Principal": "*", "Action": "aumbry:DeleteContainer",
        "Resource": "*"}}
      """;

  private Guarded.Key administrator() {
    return guarded.key(guarded.user("eve", 0, "administrator", 0), true, Long.MAX_VALUE);
  }
}
