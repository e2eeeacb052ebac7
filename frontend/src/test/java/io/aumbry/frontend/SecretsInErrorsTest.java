package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No error quotes a token or a signature of its request. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SecretsInErrorsTest {
  private static final Pattern QUERY_CODE =
      Pattern.compile("(?i)(?:x-ambry-signature|X-Amz-Signature)=([^&]+)");

  private Guarded guarded;
  private Guarded.Key owner;
  private String blob;

  @BeforeAll
  void start(@TempDir Path folder) {
    guarded = new Guarded(folder, AuthenticationMode.REQUIRED);
    User anna = guarded.user("anna", Guarded.PHOTOS, "owner", Guarded.PHOTOS);
    owner = guarded.key(anna, true, Long.MAX_VALUE);
    blob = HttpRest.header(guarded.upload("photos", "album", "x").signedBy(owner), "location");
  }

  @AfterAll
  void stop() {
    guarded.close();
  }

  private String signed() {
    HttpResponse<String> answer =
        guarded
            .request("GET", "/signedUrl?x-ambry-url-type=GET&x-ambry-blob-id=" + blob)
            .signedBy(owner);
    URI url = URI.create(HttpRest.header(answer, "x-ambry-signed-url"));
    return url.getRawPath() + "?" + url.getRawQuery();
  }

  private static String code(String target) {
    Matcher found = QUERY_CODE.matcher(target);
    assertThat(found.find()).isTrue();
    String code = found.group(1);
    return code.substring(Math.max(code.indexOf('~') + 1, code.indexOf("%7E") + 3));
  }

  private static void assertRefusedWithout(String secret, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
    assertThat(answer.body() + answer.headers().map()).doesNotContain(secret);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "&x-ambry-um-added=1",
        "&x-ambry-signature=another",
        "&x-ambry-url-type=POST",
        "&et=x",
        "&x-ambry-signer=another"
      })
  void aChangedSignedUrlIsNotQuoted(String change) {
    String url = signed();
    assertRefusedWithout(code(url), guarded.request("GET", url + change).send());
    assertRefusedWithout(code(url), guarded.request("DELETE", url + change).send());
    assertRefusedWithout(code(url), guarded.request("GET", "/nothing" + url + change).send());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-ambry-signature", "X-Ambry-Signature"})
  void aSignatureInAFieldIsNotQuoted(String name) {
    String url = signed();
    assertRefusedWithout(
        "another-code", guarded.request("GET", url).with(name, "another-code").send());
    assertRefusedWithout(code(url), guarded.request("GET", url).with(name, "another-code").send());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer s3cr3t.t0ken",
        "Bearer aumbry_s3cr3t",
        "Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJzM2NyM3QifQ.s3cr3t",
        "Basic s3cr3t",
        "s3cr3t",
        "AWS AK:s3cr3t",
        "AWS4-HMAC-SHA256 s3cr3t",
        "AWS4-HMAC-SHA256 Credential=AK/20260101/us-east-1/s3/aws4_request,"
            + " SignedHeaders=host, Signature=s3cr3t",
        "AWS4-HMAC-SHA256 Credential=AK, SignedHeaders=host, Signature=s3cr3t"
      })
  void anAuthorizationIsNotQuoted(String value) {
    for (String target : List.of(blob, "/users", "/nothing/there", "/named/x")) {
      assertRefusedWithout(
          "s3cr3t",
          guarded
              .request("GET", target)
              .with("Authorization", value)
              .with("x-amz-date", "20260101T000000Z")
              .with("x-amz-content-sha256", "UNSIGNED-PAYLOAD")
              .send());
    }
  }

  @Test
  void aWrongSignatureIsNotQuoted() {
    Guarded.Key wrong = new Guarded.Key(owner.id(), "another secret");
    HttpResponse<String> answer = guarded.request("GET", blob).presignedBy(wrong);
    assertRefusedWithout(code(answer.request().uri().toString()), answer);
    String half = answer.request().uri().toString().replaceFirst("X-Amz-Date=[^&]+&", "");
    URI uri = URI.create(half);
    assertRefusedWithout(
        code(half), guarded.request("GET", uri.getRawPath() + "?" + uri.getRawQuery()).send());
  }

  @Test
  void theSignedIdOfAChunkIsNotQuoted() {
    assertRefusedWithout(
        "s3cr3t",
        guarded
            .request("POST", "/stitch")
            .with("x-ambry-service-id", "tests")
            .with("x-ambry-content-type", "text/plain")
            .with("x-ambry-target-account-name", "photos")
            .with("x-ambry-target-container-name", "album")
            .body("{\"signedChunkIds\":[\"/signedId/a~s3cr3t\"]}")
            .signedBy(owner));
  }

  /** The parser of HTTP refuses it before any other part sees it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: Bearer s3cr3t\u0000",
        "Authorization: Bearer s3cr3t\u0001\u007f",
        "Authorization Bearer s3cr3t",
        "Authorization : Bearer s3cr3t",
        "x-ambry-signature: s3cr3t\u00e9",
        "x-ambry-signature: s3cr3t\r\nx-ambry-signature: other"
      })
  void aMalformedFieldIsNotQuoted(String field) throws IOException {
    String request = "GET /users HTTP/1.1\r\nHost: h\r\nConnection: close\r\n" + field + "\r\n\r\n";
    try (Socket socket =
        new Socket(
            InetAddress.getLoopbackAddress(), guarded.http.to("/").build().uri().getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(answer).startsWith("HTTP/1.1 4").doesNotContain("s3cr3t");
    }
  }
}
