package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies of containers cannot lock out those who have to repair them. */
class ContainerPolicyTest {
  private static final String POLICY = "/policies/container/photos/album";
  private static final StoredPolicy.Target ALBUM =
      new StoredPolicy.Target(StoredPolicy.Kind.CONTAINER, "9/1");
  private static final String DENY_ALL =
      """
      {"Statement": {"Effect": "Deny", "Principal": "*", "Action": "*", "Resource": "*"}}
      """;

  private Guarded guarded;
  private Guarded.Key owner;
  private Guarded.Key administrator;

  @BeforeEach
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    owner = key("anna", Guarded.PHOTOS, "owner");
    administrator = key("root", 0, "administrator");
  }

  @AfterEach
  void stop() {
    guarded.close();
  }

  private Guarded.Key key(String name, int account, String role) {
    return guarded.key(guarded.user(name, account, role, account), true, Long.MAX_VALUE);
  }

  private int request(String method, String body, Guarded.Key key) {
    return guarded.request(method, POLICY).body(body).signedBy(key).statusCode();
  }

  /** It would be stored as a text that cannot be read, which denies everything. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32BE", "UTF-32LE", "UTF-16"})
  void aPolicyInAnotherEncodingIsRefused(String encoding) {
    byte[] document = DENY_ALL.getBytes(Charset.forName(encoding));
    HttpResponse<String> answer =
        guarded.request("PUT", POLICY).body(BodyPublishers.ofByteArray(document)).signedBy(owner);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(guarded.catalog.snapshot().policy(ALBUM)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {DENY_ALL, "unreadable"})
  void anAdministratorRemovesAPolicyThatDeniesEverything(String document) {
    guarded.done(new IdentityCommand.PutPolicy(new StoredPolicy(ALBUM, document)));
    assertThat(request("DELETE", "", owner)).isEqualTo(403);
    assertThat(guarded.upload("photos", "album", "x").signedBy(administrator).statusCode())
        .isEqualTo(403);
    assertThat(request("GET", "", administrator)).isEqualTo(200);
    assertThat(request("PUT", DENY_ALL, administrator)).isEqualTo(200);
    assertThat(request("DELETE", "", administrator)).isEqualTo(202);
    assertThat(guarded.upload("photos", "album", "x").signedBy(owner).statusCode()).isEqualTo(201);
  }

  @Test
  void othersOfTheClusterCannotRepairAPolicy() {
    guarded.done(new IdentityCommand.PutPolicy(new StoredPolicy(ALBUM, DENY_ALL)));
    assertThat(request("GET", "", key("rita", 0, "reader"))).isEqualTo(403);
    User olga = guarded.user("olga", 0, "owner", Guarded.PHOTOS);
    assertThat(request("DELETE", "", guarded.key(olga, true, Long.MAX_VALUE))).isEqualTo(403);
  }
}
