package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The holder of a signature can use it for the signed request only. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SignedArgumentsTest {
  private static final String UNSIGNED = "UNSIGNED-PAYLOAD";
  private static final String UPLOAD =
      "/?x-ambry-service-id=s&x-ambry-content-type=a%2Fb"
          + "&x-ambry-target-account-name=photos&x-ambry-target-container-name=album";
  private static final String FORM = "multipart/form-data; boundary=b";

  private Guarded guarded;
  private Guarded.Key owner;

  @BeforeAll
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    User anna = guarded.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS);
    owner = guarded.key(anna, true, Long.MAX_VALUE);
  }

  @AfterAll
  void stop() {
    guarded.close();
  }

  private static void assertNotSigned(HttpResponse<String> reply) {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
    assertThat(HttpRest.header(reply, "x-ambry-failure-reason")).contains("must be signed");
  }

  private static String part(String name, String content) {
    return "--b\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"f\"\r\n\r\n%s\r\n"
        .formatted(name, content);
  }

  private static String form(String... parts) {
    return String.join("", parts) + "--b--\r\n";
  }

  @ParameterizedTest
  @CsvSource({
    "x-ambry-blob-id, /keys",
    "x-ambry-blob-id, /users",
    "X-Ambry-Blob-Id, /accounts/containers",
    "x-ambry-target-container-name, album",
    "x-ambry-ttl, 1",
    "x-ambry-um-note, x",
    "x-ambry-private, true"
  })
  void aHolderOfASignatureCannotAddArguments(String name, String value) {
    String body = "{\"userId\":\"u-anna\"}";
    Guarded.Request upload = guarded.request("POST", UPLOAD).body(body);
    assertNotSigned(upload.presigned(owner).with(name, value).send());
    assertNotSigned(upload.signed(owner, UNSIGNED).with(name, value).send());
    assertThat(upload.presignedBy(owner).statusCode()).isEqualTo(201);
    assertThat(upload.signedBy(owner).statusCode()).isEqualTo(201);
  }

  @Test
  void aProxyMayAddTheIdOfTheRequest() {
    HttpResponse<String> reply =
        guarded
            .request("POST", UPLOAD)
            .body("x")
            .presigned(owner)
            .with("x-ambry-request-id", "proxy-1")
            .send();
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    assertThat(HttpRest.header(reply, "x-ambry-request-id")).isEqualTo("proxy-1");
  }

  /** The signer itself may not reach operations this way either: a URL shows its path. */
  @ParameterizedTest
  @CsvSource({
    "POST, /keys, 405",
    "POST, /users, 405",
    "PUT, /named/photos/album/x, 405",
    "PUT, /updateTtl, 405",
    "GET, /keys, 400",
    "GET, /accounts, 400",
    "GET, /users/self, 404",
    "GET, /accounts/containers, 404",
    "GET, /named/photos/album, 400",
    "DELETE, /users/u-anna, 404"
  })
  void theArgumentInPlaceOfAPathNamesOnlyBlobs(String method, String target, int status) {
    HttpResponse<String> reply =
        guarded
            .request(method, "/")
            .with("x-ambry-blob-id", target)
            .with("x-ambry-target-account-name", "photos")
            .body(method.startsWith("P") ? "{\"userId\":\"u-anna\"}" : "")
            .signedBy(owner);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
  }

  @Test
  void theArgumentInPlaceOfAPathReadsAndDeletesBlobs() {
    String path =
        HttpRest.header(
            guarded.request("POST", UPLOAD).body("content").signedBy(owner), "location");
    String target = "/?x-ambry-blob-id=" + path;
    assertThat(guarded.request("GET", target).presignedBy(owner).body()).isEqualTo("content");
    assertThat(guarded.request("DELETE", target).signedBy(owner).statusCode()).isEqualTo(202);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"x-ambry-ttl|5", "x-ambry-target-container-name|album"})
  void aFormCannotAddArgumentsToAPresignedAddress(String name, String value) {
    int before = guarded.rest.router.size();
    HttpResponse<String> reply =
        guarded
            .request("POST", UPLOAD.replace("&x-ambry-target-container-name=album", ""))
            .presigned(owner)
            .with("content-type", FORM)
            .body(form(part(name, value), part("Blob", "x")))
            .send();
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(401);
    assertThat(guarded.rest.router.size()).isEqualTo(before);
  }

  @Test
  void aFormWithOnlyABlobMayUseAPresignedAddress() {
    HttpResponse<String> reply =
        guarded
            .request("POST", UPLOAD)
            .presigned(owner)
            .with("content-type", FORM)
            .body(form(part("Blob", "of a form")))
            .send();
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    String path = HttpRest.header(reply, "location");
    assertThat(guarded.request("GET", path).signedBy(owner).body()).isEqualTo("of a form");
  }

  @Test
  void aFormHasArgumentsIfItsHashAndItsTypeAreSigned() throws Exception {
    String body =
        form(
            part("x-ambry-target-account-name", "photos"),
            part("x-ambry-target-container-name", "album"),
            part("Blob", "x"));
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
    String hash = HexFormat.of().formatHex(digest);
    String target = "/?x-ambry-service-id=s&x-ambry-content-type=a%2Fb";
    Guarded.Request typed = guarded.request("POST", target).with("content-type", FORM).body(body);
    assertThat(typed.signedBy(owner, hash).statusCode()).isEqualTo(201);
    HttpResponse<String> unsignedBody = typed.signedBy(owner);
    assertThat(unsignedBody.statusCode()).isEqualTo(401);
    assertThat(HttpRest.header(unsignedBody, "x-ambry-failure-reason"))
        .contains("x-ambry-target-account-name", "signature does not cover");
    HttpResponse<String> unsignedType =
        guarded
            .request("POST", target)
            .body(body)
            .signed(owner, hash)
            .with("content-type", FORM)
            .send();
    assertThat(unsignedType.statusCode()).isEqualTo(401);
  }
}
