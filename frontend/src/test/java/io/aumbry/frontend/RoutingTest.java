package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("section-1")
@Tag("section-13")
final class RoutingTest {
  private final Rest rest = new Rest();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/s3/aumbry/public/key",
        "/accounts/x",
        "/accounts/containers/x",
        "/namedx/aumbry/public",
        "/signedUrl/x",
        "/stitch/x",
        "/peers/x",
        "/getClusterMapSnapshot/x",
        "/resourceInfo/x",
        "/statsReport/x",
        "//",
        "/a/b/c",
        "/healthCheck/x"
      })
  void unsupportedOperationsAreNotFoundAndStoreNothing(String target) {
    for (String method : List.of("GET", "HEAD", "POST", "PUT", "DELETE")) {
      Reply reply =
          rest.request(method, target)
              .with("x-ambry-service-id", "tests")
              .with("x-ambry-content-type", "a/b")
              .send();
      assertThat(reply.status()).as(method).isEqualTo(404);
      assertThat(reply.header("x-ambry-error-code")).isEqualTo("NotFound");
    }
    assertThat(rest.router.contexts()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PUT    | /                | POST, OPTIONS",
        "POST   | /ID              | GET, HEAD, DELETE, OPTIONS",
        "PUT    | /ID              | GET, HEAD, DELETE, OPTIONS",
        "GET    | /updateTtl       | PUT, OPTIONS",
        "DELETE | /undelete        | PUT, OPTIONS",
        "DELETE | /ID/BlobInfo     | GET, HEAD, OPTIONS",
        "POST   | /ID/UserMetadata | GET, HEAD, OPTIONS"
      })
  void aWrongMethodIsAnsweredWithTheAllowedOnes(String method, String target, String allowed) {
    String path = rest.stored(Rest.bytes("x"));
    Reply reply = rest.request(method, target.replace("/ID", path)).send();
    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("Allow")).isEqualTo(allowed);
    assertThat(reply.header("x-ambry-error-code")).isEqualTo("NotAllowed");
    assertThat(rest.router.size()).isEqualTo(1);
    assertThat(rest.get(path).send().status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%2FID",
        "/%2fID",
        "/main%2FID",
        "/ID%2FBlobInfo",
        "/%5CID",
        "/ID%00",
        "/ID%0d%0a",
        "/ID%7f",
        "/./ID",
        "/../ID",
        "/public/../ID",
        "/public/%2e%2e/ID",
        "/public/.%2E/ID",
        "/ID/..",
        "/ID/."
      })
  void aPathThatAProxyMayTakeForAnotherIsRefused(String target) {
    String path = rest.stored(Rest.bytes("x"));
    for (String method : List.of("GET", "HEAD", "PUT", "DELETE")) {
      Reply reply = rest.request(method, target.replace("ID", path.substring(1))).send();
      assertThat(reply.status()).as(method).isEqualTo(400);
    }
    assertThat(rest.get(path).send().status()).isEqualTo(200);
  }

  @Test
  void lettersOfAPathMayBeEncoded() {
    String path = rest.stored(Rest.bytes("x"));
    String encoded = "/%" + Integer.toHexString(path.charAt(1)) + path.substring(2) + "/BlobInfo";
    assertThat(rest.get(encoded).send().status()).isEqualTo(200);
    assertThat(rest.get(path + ".tar.gz").send().status()).isEqualTo(200);
  }

  @Test
  void anUploadMustNotNameABlob() {
    String path = rest.stored(Rest.bytes("x"));
    Reply reply = rest.upload(Rest.PUBLIC, Rest.bytes("y")).with("x-ambry-blob-id", path).send();
    assertThat(reply.status()).isEqualTo(405);
    assertThat(rest.router.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "PATCH, UnsupportedHttpMethod",
    "TRACE, UnsupportedHttpMethod",
    "BREW, UnsupportedHttpMethod",
    "get, MalformedRequest"
  })
  void otherMethodsAreUnknown(String method, String code) {
    Reply reply = rest.request(method, "/").send();
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.header("x-ambry-error-code")).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "DELETE", "OPTIONS"})
  void aBodyWhereNoneBelongsIsRefused(String method) {
    String path = rest.stored(Rest.bytes("x"));
    for (long length : new long[] {1, -1}) {
      Reply reply = rest.request(method, path).sayingLength(length).send();
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.header("x-ambry-error-code")).isEqualTo("InvalidRequestState");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE"})
  void withoutABlobIdThereIsOnlyTheUpload(String method) {
    Reply reply = rest.request(method, "/").send();
    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("x-ambry-error-code")).isEqualTo("NotAllowed");
    assertThat(reply.header("Allow")).isEqualTo("POST, OPTIONS");
  }

  @Test
  void anInvalidBlobIdIsRefused() {
    String id = rest.stored(Rest.bytes("x")).substring(1);
    List<String> wrong =
        List.of(
            "favicon.ico",
            "x",
            id.substring(1),
            id + "x",
            id.substring(0, 42) + "!",
            "B" + id.substring(1),
            ".jpg",
            "%ff",
            "%",
            "AAYAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    for (String text : wrong) {
      for (String method : List.of("GET", "HEAD", "DELETE")) {
        Reply reply = rest.request(method, "/" + text).send();
        assertThat(reply.status()).as(text).isEqualTo(400);
        assertThat(reply.header("x-ambry-error-code")).isEqualTo("BadRequest");
      }
    }
  }

  /** Ids are base64 of the alphabet for URLs, without padding. */
  @Test
  void anIdHasOneForm() {
    String id = rest.stored(Rest.bytes("x")).substring(1);
    assertThat(id).matches("[A-Za-z0-9_-]{43}");
    char last = id.charAt(42);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    String spareBits = id.substring(0, 42) + alphabet.charAt(alphabet.indexOf(last) ^ 1);
    for (String text : List.of(id + "=", id + "A", id.substring(0, 42), spareBits)) {
      assertThat(rest.get("/" + text).send().status()).as(text).isEqualTo(400);
    }
  }

  /** Of Ambry, versions 6 and 2. This system has no blobs of these. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "AAYAAQBlAAIAAQAAAAAAAAAKAAECAwQFBgcICQoLDA0ODw",
        "AAIAAQBlAAIAAQAAAAAAAAAKAAAAJGMzN2U0YzYyLTQ5MTYtNDFhOC04YTU1LWI0YzE0Yzk4ZjJhYg"
      })
  void idsOfAmbryAreRefused(String id) {
    for (String method : List.of("GET", "HEAD", "DELETE")) {
      Reply reply = rest.request(method, "/" + id).send();
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.header("x-ambry-failure-reason")).isNotEmpty();
    }
  }

  @Test
  void anIdOfAnUnknownPartitionIsRefused() {
    String path = rest.stored(Rest.bytes("x"));
    rest.router.failWith(ErrorCode.UNKNOWN_PARTITION);
    for (String part : List.of("", "/BlobInfo", "/Replicas", "/Status")) {
      assertThat(rest.get(path + part).send().status()).as(part).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @CsvSource({"9, 1, InvalidAccount", "1, 9, InvalidContainer"})
  void anIdOfAnUnknownOwnerIsRefused(int account, int container, String code) {
    BlobId.Owner owner = new BlobId.Owner(1, account, container, false);
    BlobId id = BlobId.create(owner, BlobKind.SIMPLE, 0, 1, new Random(3));
    for (String method : List.of("GET", "HEAD", "DELETE")) {
      Reply reply = rest.request(method, "/" + id).send();
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.header("x-ambry-error-code")).isEqualTo(code);
    }
    assertThat(rest.router.contexts()).isEmpty();
  }

  @Test
  void aChunkIsNotABlobButAManifestIs() {
    BlobId.Owner owner = new BlobId.Owner(1, 1, 1, false);
    BlobId chunk = BlobId.create(owner, BlobKind.CHUNK, 0, 1, new Random(3));
    BlobId manifest = BlobId.create(owner, BlobKind.MANIFEST, 0, 1, new Random(3));
    for (String method : List.of("GET", "HEAD", "DELETE")) {
      assertThat(rest.request(method, "/" + chunk).send().status()).isEqualTo(400);
      assertThat(rest.request(method, "/" + manifest).send().status()).isEqualTo(404);
    }
  }

  @Test
  void unsupportedPartsOfABlobAreNotFound() {
    String path = rest.stored(Rest.bytes("x"));
    List<String> parts =
        List.of("/status", "/blobinfo", "/replicas", "/Segment", "/segment/0", "/", "/x");
    for (String part : parts) {
      assertThat(rest.get(path + part).send().status()).as(part).isEqualTo(404);
    }
  }

  @Test
  void withoutKeysASignedUrlIsRefused() {
    String path = rest.stored(Rest.bytes("x"));
    assertThat(rest.get(path + "?x-ambry-url-type=GET&et=1").send().status()).isEqualTo(401);
    assertThat(
            rest.upload(Rest.PUBLIC, Rest.bytes("y"))
                .with("x-ambry-url-type", "POST")
                .send()
                .status())
        .isEqualTo(401);
    assertThat(rest.get("/signedId/abc").send().status()).isEqualTo(401);
    String ask = "/signedUrl?x-ambry-url-type=GET&x-ambry-blob-id=" + path;
    assertThat(rest.get(ask).send().header("x-ambry-failure-reason")).contains("no keys");
    assertThat(rest.request("POST", "/stitch?x-ambry-service-id=s").send().status()).isEqualTo(400);
    assertThat(rest.router.size()).isEqualTo(1);
  }

  @Test
  void withoutACatalogNamesAreRefused() {
    for (String target :
        List.of(
            "/named/aumbry/public/name",
            "/Main/Named/aumbry/public?prefix=",
            "/named/aumbry/public/d/1?x-ambry-dataset-version-query-enabled=true")) {
      Reply reply = rest.get(target).send();
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.header("x-ambry-failure-reason")).contains("no catalog");
    }
  }

  @Test
  void clusterNameAndPrefixesAreStripped() {
    Rest prefixed =
        new Rest(config ->
            new FrontendConfig(
                config.requestTimeout(),
                config.transferTimeout(),
                config.maxBlobSize(),
                config.requests(),
                config.cacheValidity(),
                new FrontendConfig.Paths(List.of("/media"), Optional.empty()),
                config.ttl()));
    String path = prefixed.stored(Rest.bytes("x"));
    for (String prefix : List.of("", "/main", "/MAIN", "/media", "/media/main")) {
      assertThat(prefixed.get(prefix + path).send().text()).isEqualTo("x");
      assertThat(prefixed.get(prefix + path + "/BlobInfo").send().status()).isEqualTo(200);
    }
    assertThat(prefixed.get("/Media" + path).send().status()).isEqualTo(404);
    Reply put =
        prefixed
            .request("POST", "/media/main")
            .with("x-ambry-service-id", "s")
            .with("x-ambry-content-type", "a/b")
            .send();
    assertThat(put.status()).isEqualTo(201);
  }
}
