package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.ByteRange;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The effect of conditions on answers; {@code PreconditionsTest} covers their meaning. */
@Tag("section-4")
final class ConditionalTest {
  private static final byte[] CONTENT = Rest.randomBytes(5000);
  private static final String CREATED = "Wed, 18 Nov 2026 11:06:40 GMT";
  private static final String BEFORE = "Wed, 18 Nov 2026 11:06:39 GMT";

  private final Rest rest = new Rest();
  private final String path = rest.stored(CONTENT);
  private final String tag = rest.request("HEAD", path).send().header("ETag");

  @Test
  void theTagIsStrongAndNeverChanges() {
    assertThat(tag).matches("\"[0-9a-f-]{36}\"").isNotEqualTo("\"" + path.substring(1) + "\"");
    assertThat(rest.get(path).send().header("ETag")).isEqualTo(tag);
    assertThat(rest.get(path + "/BlobInfo").send().header("ETag")).isEqualTo(tag);
    String other = rest.stored(CONTENT);
    assertThat(rest.get(other).send().header("ETag")).isNotEqualTo(tag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/BlobInfo"})
  void anUnchangedBlobIsNotSentAgain(String part) {
    for (String method : List.of("GET", "HEAD")) {
      Reply whole = rest.request(method, path + part).send();
      assertNotModified(rest.request(method, path + part).with("If-None-Match", tag).send(), whole);
      assertNotModified(
          rest.request(method, path + part).with("If-Modified-Since", CREATED).send(), whole);
    }
  }

  @Test
  void anUnchangedBlobIsNotReadFromDisk() {
    rest.get(path).with("If-None-Match", tag).send();
    assertThat(rest.router.gets()).allMatch(get -> get.range() instanceof ByteRange.None);
  }

  /** RFC 9110, 15.4.5: the fields for caches are those of the answer without a condition. */
  private static void assertNotModified(Reply reply, Reply whole) {
    assertThat(reply.status()).isEqualTo(304);
    assertThat(reply.contentLength()).isZero();
    assertThat(reply.header("Last-Modified")).isEqualTo(CREATED);
    assertThat(reply.header("ETag")).isNotEmpty();
    for (String name : List.of("Cache-Control", "Expires", "Vary")) {
      assertThat(reply.header(name)).as(name).isEqualTo(whole.header(name));
    }
    assertThat(reply.has("Content-Type")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/BlobInfo"})
  void aBlobThatFailsAConditionIsNotSent(String part) {
    for (String method : List.of("GET", "HEAD")) {
      Reply byTag = rest.request(method, path + part).with("If-Match", "\"other\"").send();
      Reply byDate = rest.request(method, path + part).with("If-Unmodified-Since", BEFORE).send();
      for (Reply reply : List.of(byTag, byDate)) {
        assertThat(reply.status()).isEqualTo(412);
        assertThat(reply.header("x-ambry-error-code")).isEqualTo("PreconditionFailed");
      }
    }
  }

  @Test
  void conditionsThatHoldChangeNothing() {
    Reply got =
        rest.get(path)
            .with("If-Match", tag)
            .with("If-None-Match", "\"other\"")
            .with("If-Modified-Since", CREATED)
            .send();
    assertThat(got.status()).isEqualTo(200);
    assertThat(got.content()).isEqualTo(CONTENT);
    assertThat(rest.get(path).with("If-Modified-Since", BEFORE).send().content())
        .isEqualTo(CONTENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "2026-11-18T11:06:40Z", "0", "Wed, 18 Nov 2026 11:06:40"})
  void aDateThatCannotBeReadIsIgnored(String date) {
    assertThat(rest.get(path).with("If-Modified-Since", date).send().status()).isEqualTo(200);
  }

  /** RFC 9110, 13.2.1. */
  @Test
  void conditionsDoNotApplyToFailures() {
    rest.request("DELETE", path).send();
    assertThat(rest.get(path).with("If-None-Match", tag).send().status()).isEqualTo(410);
    assertThat(rest.get(path).with("If-Match", "\"other\"").send().status()).isEqualTo(410);
    assertThat(rest.get("/nothing").with("If-None-Match", "*").send().status()).isEqualTo(400);
  }

  /** RFC 9110, 14.2. */
  @Test
  void conditionsPrecedeRanges() {
    Reply reply = rest.get(path).with("Range", "bytes=9999-").with("If-None-Match", tag).send();
    assertThat(reply.status()).isEqualTo(304);
  }

  @Test
  void aRangeIsResumedOnlyIfTheBlobIsTheSame() {
    for (String same : List.of(tag, CREATED)) {
      for (String method : List.of("GET", "HEAD")) {
        Reply part =
            rest.request(method, path).with("Range", "bytes=10-19").with("If-Range", same).send();
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.contentLength()).isEqualTo(10);
      }
    }
    for (String other : List.of("\"other\"", "W/" + tag, BEFORE, "nonsense")) {
      for (String method : List.of("GET", "HEAD")) {
        Reply whole =
            rest.request(method, path).with("Range", "bytes=10-19").with("If-Range", other).send();
        assertThat(whole.status()).as(other).isEqualTo(200);
        assertThat(whole.contentLength()).isEqualTo(CONTENT.length);
      }
    }
  }

  @Test
  void aDeleteWithAFailedConditionDeletesNothing() {
    assertThat(rest.request("DELETE", path).with("If-Match", "\"other\"").send().status())
        .isEqualTo(412);
    assertThat(rest.request("DELETE", path).with("If-Unmodified-Since", BEFORE).send().status())
        .isEqualTo(412);
    assertThat(rest.request("DELETE", path).with("If-None-Match", "*").send().status())
        .isEqualTo(412);
    assertThat(rest.get(path).send().status()).isEqualTo(200);
    assertThat(rest.request("DELETE", path).with("If-Match", tag).send().status()).isEqualTo(202);
    assertThat(rest.get(path).send().status()).isEqualTo(410);
  }

  @Test
  void noContentIsLeftOpen() {
    rest.get(path).with("If-Modified-Since", CREATED).send();
    rest.request("DELETE", path).with("If-Match", "\"other\"").send();
    rest.assertContentsAreClosed();
  }
}
