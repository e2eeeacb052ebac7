package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chunks of a blob and their places. */
@Tag("section-4")
final class SegmentTest {
  private static final byte[] CONTENT = Rest.randomBytes(2500);
  private static final String CHUNK_IDS = "\\{\"blobChunkIds\":\\[(\"[A-Za-z0-9_-]+\",?){3}]}";

  private final Rest rest = new Rest();
  private String path = "";

  @BeforeEach
  void store() {
    rest.router.keepInChunksOf(1000);
    path = rest.stored(CONTENT);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1000", "1, 1000, 2000", "2, 2000, 2500"})
  void aSegmentIsReadLikeABlob(int number, int from, int to) {
    Reply got = rest.get(path + "/Segment/" + number).send();
    assertThat(got.status()).isEqualTo(200);
    assertThat(got.content()).isEqualTo(Arrays.copyOfRange(CONTENT, from, to));
    assertThat(got.header("x-ambry-blob-size")).isEqualTo("" + (to - from));
    assertThat(got.has("x-ambry-checksum-crc32c")).isFalse();
    assertThat(got.header("Cache-Control")).isEqualTo("max-age=31536000");

    Reply head = rest.request("HEAD", path + "/Segment/" + number).send();
    assertThat(head.contentLength()).isEqualTo(to - from);
    assertThat(head.header("ETag"))
        .isEqualTo(got.header("ETag"))
        .isNotEqualTo(rest.get(path).send().header("ETag"));
  }

  @Test
  void aRangeIsOfTheSegment() {
    Reply got = rest.get(path + "/Segment/1").with("Range", "bytes=10-19").send();
    assertThat(got.status()).isEqualTo(206);
    assertThat(got.content()).isEqualTo(Arrays.copyOfRange(CONTENT, 1010, 1020));
    assertThat(got.header("Content-Range")).isEqualTo("bytes 10-19/1000");
    Reply beyond = rest.get(path + "/Segment/2").with("Range", "bytes=500-").send();
    assertThat(beyond.status()).isEqualTo(416);
    assertThat(beyond.header("Content-Range")).isEqualTo("bytes */500");
  }

  @Test
  void aSegmentHasItsOwnTag() {
    String tag = rest.get(path + "/Segment/1").send().header("ETag");
    String first = path + "/Segment/1";
    assertThat(rest.get(first).with("If-None-Match", tag).send().status()).isEqualTo(304);
    assertThat(rest.get(path + "/Segment/0").with("If-Match", tag).send().status()).isEqualTo(412);
    Reply other =
        rest.get(path + "/Segment/0").with("Range", "bytes=0-0").with("If-Range", tag).send();
    assertThat(other.status()).isEqualTo(200);
  }

  @Test
  void aNumberBeyondTheLastIsNotSatisfiable() {
    Reply refused = rest.get(path + "/Segment/3").send();
    assertThat(refused.status()).isEqualTo(416);
    assertThat(refused.header("x-ambry-failure-reason")).startsWith("The blob has no segment ");
    assertThat(refused.header("Content-Range")).isEqualTo("bytes */2500");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "-1", "", "1/2", "99999999999"})
  void anInvalidSegmentNumberIsRefused(String number) {
    Reply refused = rest.get(path + "/Segment/" + number).send();
    assertThat(refused.status()).isEqualTo(400);
  }

  @Test
  void aBlobInOnePieceIsItsOnlySegment() {
    String small = rest.stored(Rest.bytes("small"));
    assertThat(rest.get(small + "/Segment/7").send().text()).isEqualTo("small");
    assertThat(rest.get(small + "/BlobChunkIds").send().text()).isEqualTo("{\"blobChunkIds\":[]}");
  }

  @Test
  void chunksAreListedInOrder() {
    Reply got = rest.get(path + "/BlobChunkIds").send();
    assertThat(got.header("Content-Type")).isEqualTo("application/json");
    assertThat(got.header("Cache-Control")).isEqualTo("no-store");
    assertThat(got.text()).matches(CHUNK_IDS);
    assertThat(rest.request("HEAD", path + "/BlobChunkIds").send().contentLength())
        .isEqualTo(got.contentLength());
  }

  /** As of a blob whose manifest has pages. */
  @Test
  void chunksOfSeveralPagesAreListedInOneDocument() {
    String whole = rest.get(path + "/BlobChunkIds").send().text();
    for (int chunks = 1; chunks < 4; chunks++) {
      rest.router.keepInPagesOf(chunks);
      Reply got = rest.get(path + "/BlobChunkIds").send();
      assertThat(got.text()).hasSameSizeAs(whole).matches(CHUNK_IDS);
      assertThat(got.contentLength()).isEqualTo(whole.length());
      assertThat(rest.request("HEAD", path + "/BlobChunkIds").send().contentLength())
          .isEqualTo(whole.length());
      Reply last = rest.get(path + "/Segment/2").send();
      assertThat(last.content()).isEqualTo(Arrays.copyOfRange(CONTENT, 2000, 2500));
      assertThat(rest.get(path + "/Segment/3").send().header("Content-Range"))
          .isEqualTo("bytes */2500");
    }
  }

  @Test
  void replicasAreListedWithoutAskingThem() {
    int before = rest.router.contexts().size();
    Reply replicas = rest.get(path + "/Replicas").send();
    assertThat(replicas.header("Content-Type")).isEqualTo("application/json");
    assertThat(replicas.text())
        .isEqualTo("{\"replicas\":[\"Replica[127.0.0.1:7777:node-1:LEADER]\"]}");
    assertThat(rest.router.contexts()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/Segment/0", "/BlobChunkIds"})
  void aMissingBlobHasNoSegments(String part) {
    rest.request("DELETE", path).send();
    assertThat(rest.get(path + part).send().status()).isEqualTo(410);
    assertThat(
            rest.get(path + part)
                .with("x-ambry-get-option", "Include_Deleted_Blobs")
                .send()
                .status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/Replicas", "/BlobChunkIds"})
  void aRangeIsOnlyForContent(String part) {
    assertThat(rest.get(path + part).with("Range", "bytes=0-1").send().status()).isEqualTo(400);
    Reply wrong = rest.request("DELETE", path + part).send();
    assertThat(wrong.status()).isEqualTo(405);
    assertThat(wrong.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
  }
}
