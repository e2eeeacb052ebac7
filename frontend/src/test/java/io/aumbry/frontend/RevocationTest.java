package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rights are taken away by the owners of an account, whoever else has given them. */
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
    guarded.done(
        new IdentityCommand.GrantRole(new RoleGrant(bob.id(), "reader", Guarded.MUSIC)));
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
}
