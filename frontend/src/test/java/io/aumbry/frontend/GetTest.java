package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.ByteRange;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("section-4")
final class GetTest {
  private static final byte[] CONTENT = Rest.randomBytes(12_345);

  private final Rest rest = new Rest();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1000, 1001, 100_000})
  void aStoredBlobIsReadBackWithItsLength(int size) {
    byte[] content = Rest.randomBytes(size);
    Reply got = rest.get(rest.stored(content)).send();

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.contentLength()).isEqualTo(size);
    assertThat(got.content()).isEqualTo(content);
    rest.assertContentsAreClosed();
  }

  @Test
  void theAnswerHasAllPropertiesOfTheBlob() {
    String path =
        rest.stored(
            rest.upload(Rest.PRIVATE, CONTENT)
                .with("x-ambry-owner-id", "me")
                .with("x-ambry-filename", "cat.jpg")
                .with("x-ambry-external-asset-tag", "tag")
                .with("x-ambry-content-encoding", "gzip")
                .with("x-ambry-ttl", "3600")
                .with("x-ambry-um-Colour", "red"));
    Reply got = rest.get(path).send();

    assertThat(got.headers().toString())
        .contains("Last-Modified: Wed, 18 Nov 2026 11:06:40 GMT\n")
        .contains("x-ambry-creation-time: Wed, 18 Nov 2026 11:06:40 GMT\n")
        .contains("x-ambry-blob-size: 12345\n")
        .contains("Accept-Ranges: bytes\n")
        .contains("Content-Type: image/jpeg\n")
        .contains("Content-Encoding: gzip\n")
        .contains("X-Content-Type-Options: nosniff\n")
        .contains("x-ambry-service-id: tests\n")
        .contains("x-ambry-encrypted-in-storage: false\n")
        .contains("x-ambry-ttl: 3600\n")
        .contains("x-ambry-content-type: image/jpeg\n")
        .contains("x-ambry-owner-id: me\n")
        .contains("x-ambry-filename: cat.jpg\n")
        .contains("x-ambry-external-asset-tag: tag\n")
        .contains("x-ambry-target-account-name: aumbry\n")
        .contains("x-ambry-target-container-name: private\n")
        .contains("x-ambry-private: true\n")
        .contains("x-ambry-um-Colour: red\n")
        .contains("x-ambry-life-version: 0\n")
        .doesNotContain("Content-Disposition");
  }

  @Test
  void absentPropertiesHaveNoFields() {
    Reply got = rest.get(rest.stored(CONTENT)).send();

    for (String name :
        List.of(
            "x-ambry-ttl",
            "x-ambry-owner-id",
            "x-ambry-filename",
            "x-ambry-external-asset-tag",
            "Content-Encoding",
            "Content-Range")) {
      assertThat(got.has(name)).as(name).isFalse();
    }
    assertThat(got.header("x-ambry-private")).isEqualTo("false");
  }

  private String stored(String contentType) {
    return rest.stored(
        rest.request("POST", "/")
            .with("x-ambry-service-id", "tests")
            .with("x-ambry-content-type", contentType));
  }

  /** They would run with the rights of the origin, which all blobs share. */
  @ParameterizedTest
  @CsvSource({
    "image/svg+xml, true",
    "Image/SVG+XML; charset=utf-8, true",
    "application/xhtml+xml, true",
    "text/xml, true",
    "application/xml, true",
    "text/xsl, true",
    "multipart/x-mixed-replace; boundary=b, true",
    "application/pdf, false",
    "image/png, false"
  })
  void browsersRunNoScriptsOfBlobs(String contentType, boolean isSandboxed) {
    String path = stored(contentType);
    Reply got = rest.get(path).send();
    assertThat(got.header("Content-Security-Policy")).isEqualTo(isSandboxed ? "sandbox" : "");
    Reply head = rest.request("HEAD", path).send();
    assertThat(head.header("Content-Security-Policy")).isEqualTo(isSandboxed ? "sandbox" : "");
  }

  @ParameterizedTest
  @CsvSource({
    "text/html, true",
    "Text/HTML, true",
    "text/html; charset=utf-8, true",
    "text/htmlx, false",
    "text/plain, false",
    "application/pdf, false"
  })
  void pagesAreDownloadedAndNotShown(String contentType, boolean attachment) {
    String path = stored(contentType);
    Reply got = rest.get(path).send();

    assertThat(got.header("Content-Disposition")).isEqualTo(attachment ? "attachment" : "");
    assertThat(rest.request("HEAD", path).send().header("Content-Disposition"))
        .isEqualTo(got.header("Content-Disposition"));
  }

  @Test
  @Tag("section-16")
  void aPublicBlobMayBeCachedForAYear() {
    Reply got = rest.get(rest.stored(CONTENT)).send();

    assertThat(got.header("Cache-Control")).isEqualTo("max-age=31536000");
    assertThat(got.header("Expires")).isEqualTo("Thu, 18 Nov 2027 11:06:40 GMT");
    assertThat(got.has("Pragma")).isFalse();
    assertThat(got.header("Access-Control-Allow-Origin")).isEqualTo("*");
  }

  @Test
  void aPublicBlobMayNotBeCachedBeyondItsExpiry() {
    String path = rest.stored(rest.upload(Rest.PUBLIC, CONTENT).with("x-ambry-ttl", "100"));
    rest.time.advance(Duration.ofSeconds(40));
    Reply got = rest.get(path).send();

    assertThat(got.header("Cache-Control")).isEqualTo("max-age=60");
    assertThat(got.header("Expires")).isEqualTo("Wed, 18 Nov 2026 11:08:20 GMT");
  }

  @Test
  void aPrivateBlobMayNotBeCached() {
    Reply got = rest.get(rest.stored(rest.upload(Rest.PRIVATE, CONTENT))).send();

    assertThat(got.header("Cache-Control"))
        .isEqualTo("private, no-cache, no-store, proxy-revalidate");
    assertThat(got.header("Pragma")).isEqualTo("no-cache");
    assertThat(got.header("Expires")).isEqualTo("Wed, 18 Nov 2026 11:06:40 GMT");
    assertThat(got.has("Access-Control-Allow-Origin")).isFalse();
  }

  @Test
  void aDeletedBlobThatIsIncludedMayNotBeCached() {
    String path = rest.stored(CONTENT);
    rest.request("DELETE", path).send();
    Reply got = rest.get(path).with("x-ambry-get-option", "Include_Deleted_Blobs").send();

    assertThat(got.content()).isEqualTo(CONTENT);
    assertThat(got.header("Cache-Control")).contains("no-store");
  }

  @Test
  void anExtensionOfTheIdIsIgnored() {
    String path = rest.stored(CONTENT);
    for (String suffix : List.of(".jpg", ".tar.gz", ".")) {
      assertThat(rest.get(path + suffix).send().content()).isEqualTo(CONTENT);
      assertThat(rest.get(path + suffix + "/BlobInfo").send().status()).isEqualTo(200);
    }
  }

  @Test
  void theIdMayBeAnArgument() {
    String path = rest.stored(CONTENT);
    String id = path.substring(1);
    String encoded = "%" + Integer.toHexString(id.charAt(0)) + id.substring(1);
    for (String value : List.of(path, id, id + ".jpg", encoded, "Main/" + id)) {
      assertThat(rest.get("/").with("X-Ambry-Blob-Id", value).send().content()).isEqualTo(CONTENT);
    }
    assertThat(rest.get("/?x-ambry-blob-id=" + id).send().content()).isEqualTo(CONTENT);
    assertThat(rest.get("/main/?x-ambry-blob-id=" + id).send().content()).isEqualTo(CONTENT);
    assertThat(rest.get("/" + encoded).send().content()).isEqualTo(CONTENT);
  }

  @Test
  void aBlobThatHasExpiredIsGone() {
    String path = rest.stored(rest.upload(Rest.PUBLIC, CONTENT).with("x-ambry-ttl", "10"));
    rest.time.advance(Duration.ofSeconds(9));
    assertThat(rest.get(path).send().status()).isEqualTo(200);
    rest.time.advance(Duration.ofSeconds(1));

    Reply gone = rest.get(path).send();
    assertThat(gone.status()).isEqualTo(410);
    assertThat(gone.header("x-ambry-error-code")).isEqualTo("Deleted");
    assertThat(rest.request("HEAD", path).send().status()).isEqualTo(410);
    assertThat(rest.request("DELETE", path).send().status()).isEqualTo(410);
    assertThat(rest.get(path).with("x-ambry-get-option", "include_expired_blobs").send().content())
        .isEqualTo(CONTENT);
  }

  @ParameterizedTest
  @CsvSource({
    "None, false, false",
    "Include_Expired_Blobs, false, true",
    "Include_Deleted_Blobs, true, false",
    "INCLUDE_ALL, true, true"
  })
  void optionsIncludeDeletedAndExpiredBlobs(String option, boolean deleted, boolean expired) {
    String path = rest.stored(CONTENT);
    for (String target : List.of(path, path + "/BlobInfo", path + "/UserMetadata")) {
      rest.get(target).with("x-ambry-get-option", option).send();
    }
    assertThat(rest.router.gets()).hasSize(3);
    assertThat(rest.router.gets())
        .allMatch(get -> get.includeDeleted() == deleted && get.includeExpired() == expired);
  }

  @Test
  void anUnknownOptionIsRefused() {
    Reply refused = rest.get(rest.stored(CONTENT)).with("x-ambry-get-option", "all").send();
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.header("x-ambry-error-code")).isEqualTo("InvalidArgs");
    assertThat(refused.header("x-ambry-failure-reason")).contains("'all'", "Include_All");
  }

  @Test
  void headHasTheFieldsOfGetAndReadsNoContent() {
    String path = rest.stored(CONTENT);
    Reply head = rest.request("HEAD", path).send();

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.contentLength()).isEqualTo(CONTENT.length);
    assertThat(head.content()).isEmpty();
    assertThat(head.header("Content-Type")).isEqualTo("image/jpeg");
    assertThat(head.header("ETag")).isEqualTo(rest.get(path).send().header("ETag"));
    assertThat(rest.router.gets().getFirst().range()).isEqualTo(new ByteRange.None());
    rest.assertContentsAreClosed();
  }

  /** Section 4 has the fields of caches on GET of the blob alone. */
  @Test
  void onlyTheContentMayBeCached() {
    String path = rest.stored(CONTENT);
    for (String part : List.of("/BlobInfo", "/UserMetadata", "/BlobChunkIds", "/Replicas")) {
      assertHasNoCacheFields(rest.get(path + part).send());
    }
    assertHasNoCacheFields(rest.request("HEAD", path).send());
    assertThat(rest.get(path).send().header("Cache-Control")).startsWith("max-age");
  }

  private static void assertHasNoCacheFields(Reply reply) {
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Cache-Control")).doesNotContain("max-age");
    assertThat(reply.has("Expires")).isFalse();
  }

  @Test
  void infoHasNoContentAndNoContentType() {
    String path =
        rest.stored(
            rest.upload(Rest.PUBLIC, CONTENT)
                .with("x-ambry-content-encoding", "gzip")
                .with("x-ambry-um-k", "v"));
    Reply info = rest.get(path + "/BlobInfo").send();

    assertThat(info.status()).isEqualTo(200);
    assertThat(info.contentLength()).isZero();
    assertThat(info.has("Content-Type")).isFalse();
    assertThat(info.has("Content-Encoding")).isFalse();
    assertThat(info.header("x-ambry-content-encoding")).isEqualTo("gzip");
    assertThat(info.header("x-ambry-content-type")).isEqualTo("image/jpeg");
    assertThat(info.header("x-ambry-blob-size")).isEqualTo("12345");
    assertThat(info.header("x-ambry-um-k")).isEqualTo("v");
    assertThat(info.header("x-ambry-service-id")).isEqualTo("tests");
    assertThat(info.header("x-ambry-target-account-name")).isEqualTo("aumbry");
    assertThat(info.header("x-ambry-target-container-name")).isEqualTo("public");
    assertThat(info.header("x-ambry-private")).isEqualTo("false");
    assertThat(info.header("x-ambry-encrypted-in-storage")).isEqualTo("false");
    assertThat(info.header("x-ambry-creation-time")).isEqualTo(info.header("Last-Modified"));
    assertThat(info.header("x-ambry-life-version")).isEqualTo("0");
    assertThat(info.header("Last-Modified")).isNotEmpty();
    assertThat(info.header("ETag")).isNotEmpty();
    assertThat(rest.router.gets()).allMatch(get -> get.range() instanceof ByteRange.None);
    rest.assertContentsAreClosed();
  }

  @Test
  void theChecksumIsThatOfTheContent() {
    String path = rest.stored(rest.upload(Rest.PUBLIC, Rest.bytes("123456789")));
    // The check value of CRC-32C, E3069283, in base64.
    for (String method : List.of("GET", "HEAD")) {
      assertThat(rest.request(method, path).send().header("x-ambry-checksum-crc32c"))
          .isEqualTo("4waSgw==");
    }
  }
}
