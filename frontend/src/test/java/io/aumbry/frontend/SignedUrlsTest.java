package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signed URLs, REST-API.md, section 7, over HTTP. */
@Tag("section-7")
final class SignedUrlsTest extends NamedFrontend {
  private static final String ENDPOINT = "http://localhost:1174";

  private HttpRequest.Builder ask(String type) {
    return node.http.to("/signedUrl").header("x-ambry-url-type", type);
  }

  /** The target of the signed URL in an answer. */
  private String signed(HttpRequest.Builder request) {
    HttpResponse<String> reply = box.send(request.GET());
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertThat(reply.body()).isEmpty();
    assertThat(header(reply, "cache-control")).isEqualTo("no-store");
    String url = header(reply, "x-ambry-signed-url");
    assertThat(url).startsWith(ENDPOINT + "/?");
    return url.substring(ENDPOINT.length());
  }

  private String download(String id) {
    return signed(ask("GET").header("x-ambry-blob-id", id));
  }

  private String upload() {
    return signed(
        ask("POST")
            .header("x-ambry-service-id", "tests")
            .header("x-ambry-content-type", "text/plain")
            .header("x-ambry-target-account-name", NamedCluster.ACCOUNT)
            .header("x-ambry-target-container-name", NamedCluster.BOX));
  }

  private HttpResponse<String> send(String method, String target, String body) {
    return node.http.send(node.http.to(target).method(method, BodyPublishers.ofString(body)));
  }

  private String stored(String content) {
    HttpResponse<String> reply =
        box.send(node.http.upload(NamedCluster.ACCOUNT, NamedCluster.BOX, content));
    return header(reply, "location");
  }

  @Test
  void section7ADownloadUrlServesGetAndHead() {
    String url = download(stored("content"));
    assertThat(url).contains("x-ambry-url-type=GET", "et=", "x-ambry-signature=");
    assertThat(node.http.get(url).body()).isEqualTo("content");
    HttpResponse<String> head =
        node.http.send(node.http.to(url).method("HEAD", BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    HttpResponse<String> range =
        node.http.send(node.http.to(url).header("Range", "bytes=0-2").GET());
    assertThat(range.body()).isEqualTo("con");
  }

  @Test
  void section7ANameCanBeSigned() {
    box.stored("signed/name", "by name");
    assertThat(node.http.get(download(box.path("signed/name"))).body()).isEqualTo("by name");
  }

  /** A browser asks before an upload, with the URL of the upload and without credentials. */
  @Test
  void section12APreflightOfASignedUrlIsAnswered() {
    for (String url : List.of(upload(), download(stored("content")))) {
      HttpResponse<String> preflight = send("OPTIONS", url, "");
      assertThat(preflight.statusCode()).as(preflight.body()).isEqualTo(200);
      assertThat(header(preflight, "access-control-allow-origin")).isEqualTo("https://app.example");
    }
  }

  @Test
  @Tag("section-16")
  void section7AnUploadUrlServesPost() {
    String url = upload();
    assertThat(url).contains("x-ambry-max-upload-size=104857600");
    HttpResponse<String> put = send("POST", url, "uploaded");
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    assertThat(node.http.get(header(put, "location")).body()).isEqualTo("uploaded");
  }

  /** Without the argument the URL could never be used, because it signs all arguments. */
  @ParameterizedTest
  @CsvSource({
    "x-ambry-content-type, ''",
    "x-ambry-ttl, zz",
    "x-ambry-ttl, ''",
    "x-ambry-blob-size, -1",
    "x-ambry-checksum-crc32c, x",
    "x-ambry-durability, all",
    "x-ambry-enc-um-a, %zz"
  })
  void section7AUrlForAnUploadThatCannotSucceedIs400(String name, String value) {
    HttpRequest.Builder request =
        ask("POST")
            .header("x-ambry-service-id", "tests")
            .header("x-ambry-content-type", "text/plain")
            .setHeader(name, value);
    assertRefused(node.http.send(request.GET()), 400, name);
  }

  @Test
  void section7AUrlForAChunkWithATooLongTtlIs400() {
    HttpRequest.Builder request =
        ask("POST")
            .header("x-ambry-service-id", "tests")
            .header("x-ambry-content-type", "text/plain")
            .header("x-ambry-chunk-upload", "true")
            .header("x-ambry-ttl", "7776001");
    assertRefused(node.http.send(request.GET()), 400, "x-ambry-ttl");
  }

  /** The URL repeats the arguments, URL-encoded, but not those that it computes. */
  @Test
  void section7AnUploadUrlHasTheArgumentsOfTheRequest() {
    long before = cluster.time.wallMillis() / 1000;
    String url =
        signed(
            ask("POST")
                .header("x-ambry-service-id", "a b&c")
                .header("x-ambry-content-type", "text/plain")
                .header("x-ambry-enc-um-title", "K%C3%A4tzchen")
                .header("x-ambry-url-ttl-secs", "60"));
    assertThat(url)
        .contains("x-ambry-service-id=a%20b%26c", "x-ambry-content-type=text%2Fplain")
        .doesNotContain("x-ambry-url-ttl-secs");
    Matcher expiry = Pattern.compile("[?&]et=([0-9]+)").matcher(url);
    assertThat(expiry.find()).isTrue();
    assertThat(Long.parseLong(expiry.group(1)))
        .isBetween(before + 60, cluster.time.wallMillis() / 1000 + 60);
    HttpResponse<String> stored =
        node.http.get(header(send("POST", url, "x"), "location") + "/BlobInfo");
    assertThat(header(stored, "x-ambry-service-id")).isEqualTo("a b&c");
    assertThat(header(stored, "x-ambry-enc-um-title")).isEqualTo("K%C3%A4tzchen");
  }

  @Test
  void section7AnUploadUrlLimitsTheSize() {
    String url =
        signed(
            ask("POST")
                .header("x-ambry-service-id", "tests")
                .header("x-ambry-content-type", "text/plain")
                .header("x-ambry-max-upload-size", "5"));
    assertThat(url).contains("x-ambry-max-upload-size=5");
    assertThat(send("POST", url, "12345").statusCode()).isEqualTo(201);
    assertThat(send("POST", url, "123456").statusCode()).isEqualTo(413);
  }

  @ParameterizedTest
  @CsvSource({"DELETE", "PUT", "POST"})
  void section7AnotherMethodIs401(String method) {
    String url = download(stored("method"));
    HttpRequest.Builder request =
        node.http
            .to(url)
            .method(
                method,
                method.equals("DELETE") ? BodyPublishers.noBody() : BodyPublishers.ofString("x"));
    assertRefused(box.send(request), 401, "method");
    assertRefused(node.http.get(upload()), 401, "method");
  }

  @Test
  @Tag("section-16")
  void section7AnExpiredUrlIs401() {
    String id = stored("expires");
    String url = download(id);
    String longer =
        signed(ask("GET").header("x-ambry-blob-id", id).header("x-ambry-url-ttl-secs", "999999"));
    String shorter =
        signed(ask("GET").header("x-ambry-blob-id", id).header("x-ambry-url-ttl-secs", "10"));
    cluster.advance(Duration.ofSeconds(12));
    assertRefused(node.http.get(shorter), 401, "expired");
    cluster.advance(Duration.ofMinutes(5));
    assertRefused(node.http.get(url), 401, "expired");
    assertThat(node.http.get(longer).body()).isEqualTo("expires");
    cluster.advance(Duration.ofMinutes(55));
    assertRefused(node.http.get(longer), 401, "expired");
  }

  /** Each parameter is changed, removed and doubled, and others are added. */
  @Test
  void section7AChangedUrlIs401() {
    for (String url : List.of(download(stored("a")), upload())) {
      for (String changed : mutations(url)) {
        String method = url.contains("url-type=GET") ? "GET" : "POST";
        HttpResponse<String> reply =
            method.equals("GET") ? node.http.get(changed) : send("POST", changed, "x");
        assertThat(reply.statusCode()).as(changed).isIn(400, 401);
        if (!changed.contains("&x-ambry-url-type")) {
          assertThat(reply.statusCode()).as(changed).isEqualTo(401);
        }
      }
    }
  }

  private static List<String> mutations(String url) {
    List<String> parameters = List.of(url.substring(2).split("&"));
    List<String> mutations = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      String parameter = parameters.get(i);
      boolean isType = parameter.startsWith("x-ambry-url-type");
      mutations.add(with(parameters, i, parameter + "1"));
      if (!isType) {
        mutations.add(with(parameters, i, "a=b"));
      }
      mutations.add(with(parameters, i, parameter.substring(0, parameter.indexOf('=') + 1)));
    }
    mutations.add(url + "&x-ambry-get-option=Include_All");
    mutations.add(url + "&x-ambry-um-added=1");
    mutations.add("/other" + url);
    return mutations;
  }

  private static String with(List<String> parameters, int index, String replacement) {
    List<String> changed = new ArrayList<>(parameters);
    changed.set(index, replacement);
    return "/?" + String.join("&", changed);
  }

  @Test
  void section7AFieldCannotBeAddedToASignedUrl() {
    String url = upload();
    HttpRequest.Builder request =
        node.http.to(url).header("x-ambry-owner-id", "me").POST(BodyPublishers.ofString("x"));
    assertRefused(box.send(request), 401, "changed");
  }

  @ParameterizedTest
  @CsvSource({
    "x-ambry-target-container-name, temporary",
    "x-ambry-ttl, 5",
    "x-ambry-private, true",
    "x-ambry-um-added, 1"
  })
  void section7AFormCannotAddAnArgumentToASignedUrl(String name, String value) {
    String url =
        signed(
            ask("POST")
                .header("x-ambry-service-id", "tests")
                .header("x-ambry-content-type", "text/plain"));
    assertRefused(sendForm(url, part(name, value) + part("Blob", "x")), 401, name);
    assertThat(sendForm(url, part("Blob", "x")).statusCode()).isEqualTo(201);
  }

  private static String part(String name, String content) {
    return "--b\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"f\"\r\n\r\n%s\r\n"
        .formatted(name, content);
  }

  private HttpResponse<String> sendForm(String url, String parts) {
    return node.http.send(
        node.http
            .to(url)
            .header("Content-Type", "multipart/form-data; boundary=b")
            .POST(BodyPublishers.ofString(parts + "--b--\r\n")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ID/Status", "ID.x/Status", "ID/BlobInfo", "NAME/Replicas", "NAME/Segment/0"})
  void section7APartOfABlobIsNotSigned(String target) {
    String path = target.replace("ID", stored("x")).replace("NAME", box.path("whole"));
    assertRefused(box.send(ask("GET").header("x-ambry-blob-id", path).GET()), 400, "not a part");
  }

  /** A path cannot have such a name, so an argument must not either. */
  @ParameterizedTest
  @ValueSource(strings = {"a/../b", "..", "x%0Ay", "x%00", "a%2Fb"})
  void section7NamesInArgumentsFollowTheRulesOfPaths(String name) {
    String path = box.path("") + name;
    assertRefused(box.send(ask("GET").header("x-ambry-blob-id", path).GET()), 400, "segment");
  }

  @Test
  void section7TheUrlOfOneBlobDoesNotServeAnother() {
    String other = stored("other");
    String url = download(stored("mine"));
    assertThat(node.http.get(other + url.substring(1)).statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/?x-ambry-url-type=GET&et=99999999999&x-ambry-blob-id=ID",
        "/?x-ambry-url-type=GET&x-ambry-blob-id=ID",
        "/?x-ambry-signature=one~AAAA&x-ambry-blob-id=ID",
        "/?x-ambry-url-type=GET&et=x&x-ambry-signature=one~AAAA&x-ambry-blob-id=ID",
        "/?x-ambry-url-type=GET&et=99999999999&x-ambry-signature=two~AAAA&x-ambry-blob-id=ID",
        "/?x-ambry-url-type=GET&et=99999999999&x-ambry-signature=%2520&x-ambry-blob-id=ID"
      })
  void section7AnUnsignedUrlIs401(String target) {
    String id = stored("unsigned").substring(1);
    assertRefused(node.http.get(target.replace("ID", id)), 401, "The signed URL");
  }

  @Test
  void section7WrongRequestsForAUrlAre400() {
    assertRefused(box.send(ask("get").GET()), 400, "GET or POST");
    assertRefused(box.send(ask("PUT").GET()), 400, "GET or POST");
    assertRefused(node.http.get("/signedUrl"), 400, "x-ambry-url-type");
    assertRefused(box.send(ask("GET").GET()), 400, "x-ambry-blob-id");
    assertRefused(box.send(ask("GET").header("x-ambry-blob-id", "no-id").GET()), 400, "");
    assertRefused(box.send(ask("POST").GET()), 400, "x-ambry-service-id");
    assertRefused(
        box.send(
            ask("GET")
                .header("x-ambry-blob-id", stored("x"))
                .header("x-ambry-url-ttl-secs", "0")
                .GET()),
        400,
        "x-ambry-url-ttl-secs");
    assertThat(box.send(ask("GET").DELETE()).statusCode()).isEqualTo(405);
  }
}
