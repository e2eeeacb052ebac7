package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A signed URL has the rights of its signer at the moment of use, over real HTTP. */
final class SignedUrlRightsTest {
  private static final String UPLOAD =
      "/signedUrl?x-ambry-url-type=POST&x-ambry-service-id=s&x-ambry-content-type=a/b"
          + "&x-ambry-target-account-name=photos&x-ambry-target-container-name=album";

  private Guarded guarded;
  private User anna;
  private Guarded.Key key;
  private String blob;

  @BeforeEach
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    anna = guarded.user("anna", Guarded.PHOTOS, "writer", Guarded.PHOTOS);
    key = guarded.key(anna, true, Long.MAX_VALUE);
    blob = stored("content");
  }

  @AfterEach
  void stop() {
    guarded.close();
  }

  private String stored(String content) {
    HttpResponse<String> put = guarded.upload("photos", "album", content).signedBy(key);
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    return HttpRest.header(put, "location");
  }

  private static String download(String blob) {
    return "/signedUrl?x-ambry-url-type=GET&x-ambry-blob-id=" + blob;
  }

  /** The target of the URL that {@code request} asks for. */
  private String signed(String request) {
    HttpResponse<String> answer = guarded.request("GET", request).signedBy(key);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    URI url = URI.create(HttpRest.header(answer, "x-ambry-signed-url"));
    return url.getRawPath() + "?" + url.getRawQuery();
  }

  private int statusOf(String method, String url) {
    String body = method.equals("POST") ? "x" : "";
    return guarded.request(method, url).body(body).send().statusCode();
  }

  /** Statuses of GET, HEAD and POST. */
  private void assertStatuses(String download, String upload, int... expected) {
    assertThat(
            List.of(
                statusOf("GET", download), statusOf("HEAD", download), statusOf("POST", upload)))
        .isEqualTo(List.of(expected[0], expected[1], expected[2]));
  }

  @Test
  void aUrlEndsWithTheKeyThatSignedIt() {
    String download = signed(download(blob));
    String upload = signed(UPLOAD);
    assertStatuses(download, upload, 200, 200, 201);
    guarded.done(new IdentityCommand.UpdateKey(key.id(), false, Long.MAX_VALUE, true));
    assertStatuses(download, upload, 401, 401, 401);
    guarded.done(new IdentityCommand.UpdateKey(key.id(), true, Long.MAX_VALUE, true));
    assertStatuses(download, upload, 200, 200, 201);
    guarded.done(
        new IdentityCommand.UpdateKey(key.id(), true, guarded.time.wallMillis() - 1, true));
    assertStatuses(download, upload, 401, 401, 401);
    guarded.done(new IdentityCommand.DeleteKey(key.id()));
    assertStatuses(download, upload, 401, 401, 401);
  }

  @Test
  void aUrlEndsWithItsUser() {
    String download = signed(download(blob));
    String upload = signed(UPLOAD);
    guarded.done(new IdentityCommand.UpdateUser(anna.id(), anna.name(), false, true));
    assertStatuses(download, upload, 401, 401, 401);
  }

  /** The key of the cluster, which made the code in the URL. */
  @Test
  void aUrlEndsWithTheKeyOfTheRingThatSignedIt() {
    String download = signed(download(blob));
    String upload = signed(UPLOAD);
    guarded.useKeys("n", "a");
    assertStatuses(download, upload, 200, 200, 201);
    guarded.useKeys("n");
    assertStatuses(download, upload, 401, 401, 401);
    HttpResponse<String> refused = guarded.request("GET", download).send();
    assertThat(HttpRest.header(refused, "x-ambry-failure-reason"))
        .isEqualTo("The signed URL was changed");
  }

  private void setPolicy(StoredPolicy.Kind kind, String id, String statement) {
    String document =
        "{\"Version\":\"2012-10-17\",\"Statement\":[" + statement.replace('\'', '"') + "]}";
    StoredPolicy.Target target = new StoredPolicy.Target(kind, id);
    guarded.done(new IdentityCommand.PutPolicy(new StoredPolicy(target, document)));
  }

  private void removePolicy(StoredPolicy.Kind kind, String id) {
    guarded.done(new IdentityCommand.DeletePolicy(new StoredPolicy.Target(kind, id)));
  }

  @Test
  void aUrlFollowsThePoliciesOfItsUserAndOfTheContainer() {
    String download = signed(download(blob));
    String upload = signed(UPLOAD);
    setPolicy(
        StoredPolicy.Kind.USER,
        anna.id(),
        "{'Effect':'Deny','Action':'aumbry:GetBlob','Resource':'*'}");
    assertStatuses(download, upload, 403, 403, 201);
    removePolicy(StoredPolicy.Kind.USER, anna.id());
    assertStatuses(download, upload, 200, 200, 201);
    setPolicy(
        StoredPolicy.Kind.CONTAINER,
        Guarded.PHOTOS + "/1",
        "{'Effect':'Deny','Principal':'*','Action':'aumbry:PutBlob','Resource':'*'}");
    assertStatuses(download, upload, 200, 200, 403);
  }

  @Test
  void aUrlFollowsTheRolesOfItsUser() {
    String download = signed(download(blob));
    String upload = signed(UPLOAD);
    guarded.done(new IdentityCommand.GrantRole(new RoleGrant(anna.id(), "reader", Guarded.PHOTOS)));
    guarded.done(
        new IdentityCommand.RevokeRole(new RoleGrant(anna.id(), "writer", Guarded.PHOTOS)));
    assertStatuses(download, upload, 200, 200, 403);
    guarded.done(
        new IdentityCommand.RevokeRole(new RoleGrant(anna.id(), "reader", Guarded.PHOTOS)));
    assertStatuses(download, upload, 403, 403, 403);
  }

  private void assertNotSigned(String request) {
    HttpResponse<String> answer = guarded.request("GET", request).signedBy(key);
    assertThat(answer.statusCode()).as(request + answer.body()).isEqualTo(403);
    assertThat(HttpRest.header(answer, "x-ambry-signed-url")).isEmpty();
  }

  @Test
  void onlyASenderWithTheRightGetsAUrl() {
    String secret = stored("secret");
    setPolicy(
        StoredPolicy.Kind.USER,
        anna.id(),
        "{'Effect':'Deny','Action':['aumbry:GetBlob','aumbry:PutBlob'],'Resource':"
            + "['arn:aumbry:id:::*/%s','arn:aumbry:id:::photos/album/',"
                .formatted(secret.substring(1))
            + "'arn:aumbry:name:::photos/album/secret/*']}");
    assertNotSigned(download(secret));
    assertNotSigned(download("/named/photos/album/secret/a"));
    assertNotSigned(UPLOAD);
    signed(download(blob));
    signed(download("/named/photos/album/open/a"));
    assertNotSigned(download("/named/music/album/a"));
    assertNotSigned(UPLOAD.replace("photos", "music"));
  }
}
