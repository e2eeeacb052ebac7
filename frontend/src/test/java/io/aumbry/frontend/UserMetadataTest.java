package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("section-3")
@Tag("section-4")
final class UserMetadataTest {
  private static final String TOKEN = "abcXYZ019!#$%&'*+-.^_`|~";

  private final Rest rest = new Rest();

  @Test
  void plainValuesComeBackPlain() {
    Reply got = got(upload().with("x-ambry-um-Title", "a cat, asleep (2)"));
    assertThat(got.header("x-ambry-um-Title")).isEqualTo("a cat, asleep (2)");
    assertThat(got.headers().toString()).contains("x-ambry-um-Title: ");
  }

  @Test
  void encodedValuesThatArePlainComeBackPlain() {
    Reply got = got(upload().with("x-ambry-enc-um-title", "a+cat%2C%20asleep"));
    assertThat(got.header("x-ambry-um-title")).isEqualTo("a cat, asleep");
    assertThat(got.has("x-ambry-enc-um-title")).isFalse();
  }

  @Test
  void otherValuesComeBackEncoded() {
    Reply got = got(upload().with("x-ambry-enc-um-title", "K%C3%A4tzchen+%F0%9F%90%B1"));
    assertThat(got.header("x-ambry-enc-um-title")).isEqualTo("K%C3%A4tzchen%20%F0%9F%90%B1");
    assertThat(got.has("x-ambry-um-title")).isFalse();
  }

  @Test
  void anEmptyValueIsAValue() {
    assertThat(got(upload().with("x-ambry-um-empty", "")).has("x-ambry-um-empty")).isTrue();
  }

  @Test
  void theQueryMayHaveUserMetadata() {
    String path =
        rest.stored(
            rest.request("POST", "/?x-ambry-um-title=K%C3%A4tzchen&x-ambry-um-n=1&um-no=2")
                .with("x-ambry-service-id", "tests")
                .with("x-ambry-content-type", "image/png"));
    Reply got = rest.get(path + "/UserMetadata").send();
    assertThat(got.header("x-ambry-enc-um-title")).isEqualTo("K%C3%A4tzchen");
    assertThat(got.header("x-ambry-um-n")).isEqualTo("1");
  }

  @Test
  void userMetadataHasNoOtherFields() {
    String path = rest.stored(upload().with("x-ambry-um-a", "1"));
    Reply got = rest.get(path + "/UserMetadata").send();
    assertThat(got.status()).isEqualTo(200);
    assertThat(got.contentLength()).isZero();
    assertThat(got.header("x-ambry-um-a")).isEqualTo("1");
    assertThat(got.has("x-ambry-blob-size")).isFalse();
    assertThat(rest.request("HEAD", path + "/UserMetadata").send().header("x-ambry-um-a"))
        .isEqualTo("1");
    assertThat(rest.request("HEAD", path).send().has("x-ambry-um-a")).isFalse();
  }

  @Test
  void anyValueOfAnyKeyComesBackAsItWas() {
    long seed = 20261120;
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      Map<String, String> entries = randomEntries(random);
      Rest.Request upload = upload();
      entries.forEach((key, value) ->
          upload.with("x-ambry-enc-um-" + key, URLEncoder.encode(value, StandardCharsets.UTF_8)));
      String path = rest.stored(upload);
      for (String part : List.of("", "/BlobInfo", "/UserMetadata")) {
        assertThat(entriesOf(rest.get(path + part).send())).as("seed " + seed).isEqualTo(entries);
      }
    }
  }

  /** Reads fields as a client does that knows only the contract. */
  private static Map<String, String> entriesOf(Reply reply) {
    Map<String, String> entries = new LinkedHashMap<>();
    reply
        .headers()
        .forEach((name, value) -> {
          if (name.startsWith("x-ambry-um-")) {
            entries.put(name.substring(11), value.strip());
          } else if (name.startsWith("x-ambry-enc-um-")) {
            entries.put(name.substring(15), URLDecoder.decode(value, StandardCharsets.UTF_8));
          }
        });
    return entries;
  }

  private static Map<String, String> randomEntries(Random random) {
    Map<String, String> entries = new LinkedHashMap<>();
    for (int n = random.nextInt(1, 5); n > 0; n--) {
      StringBuilder key = new StringBuilder("k" + n);
      StringBuilder value = new StringBuilder();
      for (int i = random.nextInt(8); i > 0; i--) {
        key.append(TOKEN.charAt(random.nextInt(TOKEN.length())));
        int point = random.nextInt(random.nextBoolean() ? 0x80 : 0x20000);
        value.appendCodePoint(point >= 0xD800 && point < 0xE000 ? '\n' : point);
      }
      entries.put(key.toString(), value.toString());
    }
    return entries;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/?x-ambry-um-a%0d%0aSet-Cookie:%20b=c",
        "/?x-ambry-um-a%0d%0aSet-Cookie=c",
        "/?x-ambry-um-a%20b=c",
        "/?x-ambry-um-a:b=c",
        "/?x-ambry-um-%C3%BC=c",
        "/?x-ambry-um-=c",
        "/?x-ambry-um-a=%",
        "/?x-ambry-um-a=%FF"
      })
  void aKeyThatIsNotAFieldNameIsRefused(String target) {
    Reply refused =
        rest.request("POST", target)
            .with("x-ambry-service-id", "tests")
            .with("x-ambry-content-type", "image/png")
            .send();
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.header("x-ambry-error-code")).isEqualTo("InvalidArgs");
    assertThat(rest.router.size()).isZero();
  }

  /** The exchange fails if a field of the answer holds CR or LF. */
  @Test
  void lineBreaksInValuesAddNoFields() {
    Reply got = got(upload().with("x-ambry-enc-um-a", "1%0D%0ASet-Cookie:%20b=c"));
    assertThat(got.header("x-ambry-enc-um-a")).isEqualTo("1%0D%0ASet-Cookie%3A%20b%3Dc");
    assertThat(got.has("Set-Cookie")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-ambry-content-type",
        "x-ambry-service-id",
        "x-ambry-owner-id",
        "x-ambry-filename"
      })
  void lineBreaksInOtherArgumentsAreRefused(String name) {
    Rest.Request request = rest.request("POST", "/?" + name + "=a%0D%0ASet-Cookie:%20b=c");
    for (String required : List.of("x-ambry-content-type", "x-ambry-service-id")) {
      if (!required.equals(name)) {
        request.with(required, "a/b");
      }
    }
    assertThat(request.send().status()).isEqualTo(400);
    assertThat(rest.router.size()).isZero();
  }

  @Test
  void fieldsWithRawBytesOfUnknownEncodingAreRefused() {
    Reply refused = upload().with("x-ambry-um-title", "K\u00c3\u00a4tzchen").send();
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.header("x-ambry-failure-reason")).contains("x-ambry-enc-um-");
  }

  @Test
  void brokenEncodingIsRefused() {
    for (String value : List.of("%", "%C3", "a%zz", "%FF%FE")) {
      Reply refused = upload().with("x-ambry-enc-um-title", value).send();
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.header("x-ambry-error-code")).isEqualTo("InvalidArgs");
    }
  }

  @Test
  void aKeyIsGivenOnceOnly() {
    assertThat(upload().with("x-ambry-um-a", "1").with("X-Ambry-Um-A", "2").send().status())
        .isEqualTo(400);
    assertThat(upload().with("x-ambry-um-a", "1").with("x-ambry-enc-um-A", "1").send().status())
        .isEqualTo(400);
    assertThat(upload().with("x-ambry-um-a", "1").with("x-ambry-um-a", "1").send().status())
        .isEqualTo(201);
  }

  private Rest.Request upload() {
    return rest.upload(Rest.PUBLIC, Rest.bytes("x"));
  }

  private Reply got(Rest.Request upload) {
    return rest.get(rest.stored(upload)).send();
  }
}
