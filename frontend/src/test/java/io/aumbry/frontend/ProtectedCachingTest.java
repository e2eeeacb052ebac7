package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.AuthenticationMode;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Caches may keep an answer that needed credentials only for the client, and not beyond them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ProtectedCachingTest {
  private static final String YEAR = "max-age=31536000";
  private static final Pattern PRIVATE = Pattern.compile("private, max-age=(\\d+)");

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

  /** Creates a container with further settings, and returns the path of a blob in it. */
  private String storedIn(String container, String settings) {
    HttpResponse<String> created =
        guarded
            .request("POST", "/accounts/containers?x-ambry-target-account-id=9")
            .body(
                "{\"containers\":[{\"containerName\":\"%s\",\"ttlRequired\":false%s}]}"
                    .formatted(container, settings))
            .signedBy(owner);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
    return HttpRest.header(guarded.upload("photos", container, "x").signedBy(owner), "location");
  }

  private String stored() {
    return HttpRest.header(guarded.upload("photos", "album", "x").signedBy(owner), "location");
  }

  /** The target of a URL that is signed for {@code seconds}. */
  private String signed(String path, int seconds) {
    HttpResponse<String> answer =
        guarded
            .request("GET", "/signedUrl")
            .with("x-ambry-url-type", "GET")
            .with("x-ambry-blob-id", path)
            .with("x-ambry-url-ttl-secs", Integer.toString(seconds))
            .signedBy(owner);
    URI url = URI.create(HttpRest.header(answer, "x-ambry-signed-url"));
    return url.getRawPath() + "?" + url.getRawQuery();
  }

  private static void assertPrivate(HttpResponse<String> answer, long mostSeconds) {
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 206, 304);
    Matcher found = PRIVATE.matcher(HttpRest.header(answer, "cache-control"));
    assertThat(found.matches()).as(HttpRest.header(answer, "cache-control")).isTrue();
    assertThat(Long.parseLong(found.group(1))).isBetween(mostSeconds - 60, mostSeconds);
    assertThat(HttpRest.header(answer, "vary")).isEqualTo("Authorization");
  }

  private static void assertShared(HttpResponse<String> answer, String maxAge) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(HttpRest.header(answer, "cache-control")).isEqualTo(maxAge);
    assertThat(HttpRest.header(answer, "vary")).isEmpty();
  }

  @Test
  void anAnswerToASignedUrlEndsWithTheUrl() {
    String path = stored();
    assertPrivate(guarded.request("GET", signed(path, 600)).send(), 600);
    HttpResponse<String> part =
        guarded.request("GET", signed(path, 500)).with("Range", "bytes=0-0").send();
    assertPrivate(part, 500);
    String tag = HttpRest.header(part, "etag");
    assertPrivate(guarded.request("GET", signed(path, 400)).with("If-None-Match", tag).send(), 400);
  }

  @Test
  void anAnswerToAPresignedAddressEndsWithTheAddress() {
    assertPrivate(guarded.request("GET", stored()).presignedBy(owner), 60);
    assertPrivate(guarded.request("GET", stored() + "/Segment/0").presignedBy(owner), 60);
  }

  @Test
  void anAnswerToATokenEndsWithTheToken() {
    HttpResponse<String> minted =
        guarded.request("POST", "/tokens").body("{\"lifetimeSeconds\":300}").signedBy(owner);
    Matcher token = Pattern.compile("\"token\":\"([^\"]+)\"").matcher(minted.body());
    assertThat(token.find()).isTrue();
    HttpResponse<String> got =
        guarded.request("GET", stored()).with("Authorization", "Bearer " + token.group(1)).send();
    assertPrivate(got, 300);
  }

  @Test
  void anAnswerToASignatureEndsWithItsKey() {
    User carl = guarded.user("carl", Guarded.PHOTOS, "reader", Guarded.PHOTOS);
    Guarded.Key brief = guarded.key(carl, true, guarded.time.wallMillis() + 200_000);
    assertPrivate(guarded.request("GET", stored()).signedBy(brief), 200);
    assertPrivate(guarded.request("GET", stored()).signedBy(owner), 31_536_000);
  }

  @Test
  void theSettingsOfTheContainerStillLimitCaches() {
    String brief = storedIn("brief", ",\"cacheTtlInSecond\":70");
    assertPrivate(guarded.request("GET", brief).signedBy(owner), 70);
    assertPrivate(guarded.request("GET", signed(brief, 600)).send(), 70);
    String never = storedIn("never", ",\"cacheable\":false");
    HttpResponse<String> got = guarded.request("GET", signed(never, 600)).send();
    assertThat(HttpRest.header(got, "cache-control"))
        .isEqualTo("private, no-cache, no-store, proxy-revalidate");
  }

  /** A cache would otherwise choose a lifetime from Last-Modified. */
  @ParameterizedTest
  @ValueSource(strings = {"/BlobInfo", "/UserMetadata"})
  void answersWithoutTheContentAreNotCached(String part) {
    String path = stored();
    HttpResponse<String> got = guarded.request("GET", path + part).presignedBy(owner);
    assertThat(HttpRest.header(got, "cache-control")).isEqualTo("no-store");
    HttpResponse<String> head = guarded.request("HEAD", path).presignedBy(owner);
    assertThat(HttpRest.header(head, "cache-control")).isEqualTo("no-store");
  }

  @ParameterizedTest
  @CsvSource({"HEAD, ''", "HEAD, /BlobInfo", "GET, /BlobInfo"})
  void aRevalidationDoesNotMakeAnAnswerCacheable(String method, String part) {
    String path = stored();
    String tag = HttpRest.header(guarded.request("GET", path).presignedBy(owner), "etag");
    HttpResponse<String> same =
        guarded.request(method, path + part).with("If-None-Match", tag).signedBy(owner);
    assertThat(same.statusCode()).isEqualTo(304);
    assertThat(HttpRest.header(same, "cache-control")).isEqualTo("no-store");
    assertThat(same.headers().firstValue("expires")).isEmpty();
  }

  @Test
  void whatEveryoneMayReadIsCachedForAll() {
    String path = storedIn("open", ",\"publicRead\":true");
    assertShared(guarded.request("GET", path).send(), YEAR);
    assertShared(guarded.request("GET", path).signedBy(owner), YEAR);
    assertShared(guarded.request("GET", path).presignedBy(owner), YEAR);
    assertShared(guarded.request("GET", signed(path, 600)).send(), YEAR);
    assertShared(guarded.request("HEAD", path).signedBy(owner), "");
    String brief = storedIn("openbrief", ",\"publicRead\":true,\"cacheTtlInSecond\":70");
    assertShared(guarded.request("GET", signed(brief, 600)).send(), "max-age=70");
  }

  private void setPolicy(String container, String statements) {
    HttpResponse<String> set =
        guarded
            .request("PUT", "/policies/container/photos/" + container)
            .body("{\"Version\":\"2012-10-17\",\"Statement\":[" + statements + "]}")
            .signedBy(owner);
    assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
  }

  private static String statement(String effect, String more) {
    return """
    {"Effect":"%s","Principal":"*","Action":"aumbry:GetBlob","Resource":"*"%s}
    """
        .formatted(effect, more);
  }

  @Test
  void aPolicyForEveryoneOpensSharedCachesOnlyWithoutConditions() {
    String path = storedIn("policed", "");
    setPolicy("policed", statement("Allow", ""));
    assertShared(guarded.request("GET", path).send(), YEAR);
    assertShared(guarded.request("GET", path).signedBy(owner), YEAR);

    String here = ",\"Condition\":{\"IpAddress\":{\"aws:SourceIp\":\"127.0.0.1\"}}";
    setPolicy("policed", statement("Allow", here));
    assertPrivate(guarded.request("GET", path).send(), 31_536_000);

    String elsewhere = ",\"Condition\":{\"IpAddress\":{\"aws:SourceIp\":\"192.0.2.1\"}}";
    setPolicy("policed", statement("Allow", "") + "," + statement("Deny", elsewhere));
    assertPrivate(guarded.request("GET", path).send(), 31_536_000);
    assertPrivate(guarded.request("GET", signed(path, 600)).send(), 600);
  }
}
