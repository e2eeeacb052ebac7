package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.identity.User;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.protocol.runtime.Patience;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes through one frontend take effect on another one with its next look at the catalog, which
 * begins at most a second later.
 */
final class TwoFrontendsTest {
  private Guarded here;
  private Guarded there;
  private Guarded.Key owner;
  private Guarded.Key key;

  @BeforeEach
  void start(@TempDir Path folder) {
    here = new Guarded(folder, AuthenticationMode.REQUIRED);
    there = Guarded.beside(folder);
    owner =
        here.key(here.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS), true, Long.MAX_VALUE);
    User bob = here.user("bob", Guarded.PHOTOS, "writer", Guarded.PHOTOS);
    key = here.key(bob, true, Long.MAX_VALUE);
    awaitLook();
    assertThat(upload()).isEqualTo(201);
  }

  @AfterEach
  void stop() {
    there.close();
    here.close();
  }

  /** Waits until the other frontend has finished a look that began after this call. */
  private void awaitLook() {
    long called = System.nanoTime();
    Patience.await()
        .until(() ->
            System.nanoTime() - there.catalog.watcher().age().toNanos() > called
                && there.catalog.watcher().isConfirmed());
  }

  private void change(String method, String target, String body) {
    HttpResponse<String> reply = here.request(method, target).body(body).signedBy(owner);
    assertThat(reply.statusCode()).as(reply.body()).isIn(200, 202);
    awaitLook();
  }

  private int upload() {
    return there.upload("photos", "album", "content").signedBy(key).statusCode();
  }

  /** With {@link #awaitLook} the bound of two seconds; the other second is for the query. */
  @Test
  void aLookBeginsEverySecond() {
    assertThat(CatalogConfig.defaults().snapshot().period())
        .isLessThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aKeyThatIsRevokedHereIsRefusedThere() {
    change("DELETE", "/keys/" + key.id(), "");
    assertThat(upload()).isEqualTo(401);
  }

  @Test
  void aKeyThatIsDeactivatedHereIsRefusedThere() {
    change("PUT", "/keys/" + key.id(), "{\"active\":false}");
    assertThat(upload()).isEqualTo(401);
  }

  @Test
  void aUserThatIsDeactivatedHereIsRefusedThere() {
    change("PUT", "/users/u-bob", "{\"userName\":\"bob\",\"active\":false}");
    assertThat(upload()).isEqualTo(401);
  }

  @Test
  void aPolicyThatChangesHereDecidesThere() {
    String policy = "/policies/container/photos/album";
    change(
        "PUT",
        policy,
        """
        {"Statement":{"Effect":"Deny","Principal":"*","Action":"aumbry:PutBlob","Resource":"*"}}
        """);
    assertThat(upload()).isEqualTo(403);
    change("DELETE", policy, "");
    assertThat(upload()).isEqualTo(201);
  }

  @Test
  void aContainerThatIsDeletedHereIsClosedThere() {
    change(
        "POST",
        "/accounts/containers?x-ambry-target-account-name=photos",
        """
        {"containers":[{"containerId":1,"containerName":"album","status":"DELETE_IN_PROGRESS",
         "snapshotVersion":0}]}
        """);
    assertThat(upload()).isEqualTo(410);
  }
}
