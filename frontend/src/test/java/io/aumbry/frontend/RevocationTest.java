package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owners of an account take rights away, also those that others have given. */
class RevocationTest {
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

  /**
   * An upload with last bytes that follow after {@code change}, and more than a second after the
   * first.
   */
  private HttpResponse<String> longUpload(Guarded.Key key, Runnable change) {
    return guarded
        .upload("photos", "album", "")
        .body(SlowStream.body(guarded.lasting(Duration.ofSeconds(2), change)))
        .signedBy(key);
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

  private Guarded.Key administrator() {
    return guarded.key(guarded.user("eve", 0, "administrator", 0), true, Long.MAX_VALUE);
  }
}
