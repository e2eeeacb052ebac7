package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("section-4")
final class RangeTest {
  private static final byte[] CONTENT = Rest.randomBytes(5000);

  private final Rest rest = new Rest();

  @ParameterizedTest
  @CsvSource({
    "bytes=0-0, 0, 0",
    "bytes=0-4999, 0, 4999",
    "bytes=10-2999, 10, 2999",
    "bytes=4999-, 4999, 4999",
    "bytes=100-, 100, 4999",
    "bytes=-1, 4999, 4999",
    "bytes=-6000, 0, 4999",
    "bytes=4000-9999, 4000, 4999",
    "bytes=0-99999999999999999999, 0, 4999"
  })
  void aRangeIsReadAlone(String range, int first, int last) {
    String path = rest.stored(CONTENT);
    Reply got = rest.get(path).with("Range", range).send();

    assertThat(got.status()).isEqualTo(206);
    assertThat(got.header("Content-Range")).isEqualTo("bytes " + first + "-" + last + "/5000");
    assertThat(got.contentLength()).isEqualTo(last - first + 1);
    assertThat(got.content()).isEqualTo(Arrays.copyOfRange(CONTENT, first, last + 1));
    assertThat(got.header("x-ambry-blob-size")).isEqualTo("5000");
    Reply head = rest.request("HEAD", path).with("Range", range).send();
    assertThat(head.status()).isEqualTo(206);
    assertThat(head.header("Content-Range")).isEqualTo(got.header("Content-Range"));
    assertThat(head.contentLength()).isEqualTo(got.contentLength());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"bytes=5000-", "bytes=5000-6000", "bytes=-0", "bytes=99999999999999999999-"})
  void anEmptyRangeIsNotSatisfiable(String range) {
    String path = rest.stored(CONTENT);
    for (String method : List.of("GET", "HEAD")) {
      Reply refused = rest.request(method, path).with("Range", range).send();
      assertThat(refused.status()).isEqualTo(416);
      assertThat(refused.header("Content-Range")).isEqualTo("bytes */5000");
      assertThat(refused.header("x-ambry-error-code")).isEqualTo("RangeNotSatisfiable");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=0-1,3-4", "bytes=2-1", "bytes=a-b", "items=0-1", "bytes=", "0-1"})
  void aMalformedRangeIsRefusedAndNotIgnored(String range) {
    String path = rest.stored(CONTENT);
    for (String method : List.of("GET", "HEAD")) {
      Reply refused = rest.request(method, path).with("Range", range).send();
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.header("x-ambry-error-code")).isEqualTo("InvalidArgs");
    }
    assertThat(rest.router.gets()).isEmpty();
  }

  @Test
  void severalFieldsAreSeveralRanges() {
    Reply refused =
        rest.get(rest.stored(CONTENT)).with("Range", "bytes=0-1").with("range", "bytes=3-4").send();
    assertThat(refused.status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=0-", "bytes=0-9", "bytes=-1"})
  void anEmptyBlobHasNoRange(String range) {
    String path = rest.stored(new byte[0]);
    for (String method : List.of("GET", "HEAD")) {
      Reply refused = rest.request(method, path).with("Range", range).send();
      assertThat(refused.status()).isEqualTo(416);
      assertThat(refused.header("Content-Range")).isEqualTo("bytes */0");
    }
  }

  @Test
  void anEmptyBlobHasAnEmptyRangeOnRequest() {
    String path = rest.stored(new byte[0]);
    for (String method : List.of("GET", "HEAD")) {
      Reply got =
          rest.request(method, path)
              .with("Range", "bytes=0-9")
              .with("x-ambry-resolve-range-on-empty-blob", "true")
              .send();
      assertThat(got.status()).isEqualTo(206);
      assertThat(got.contentLength()).isZero();
      assertThat(got.header("Content-Range")).isEqualTo("bytes */0");
      assertThat(got.header("Content-Type")).isEqualTo("image/jpeg");
    }
    String full = rest.stored(CONTENT);
    assertThat(
            rest.get(full)
                .with("Range", "bytes=5000-")
                .with("x-ambry-resolve-range-on-empty-blob", "true")
                .send()
                .status())
        .isEqualTo(416);
  }

  @Test
  void aRangeIsForContentOnly() {
    String path = rest.stored(CONTENT);
    for (String part : List.of("/BlobInfo", "/UserMetadata")) {
      assertThat(rest.get(path + part).with("Range", "bytes=0-1").send().status()).isEqualTo(400);
    }
  }
}
