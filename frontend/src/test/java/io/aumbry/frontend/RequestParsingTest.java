package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments that the frontend reads from the head of a request. */
@Tag("section-1")
final class RequestParsingTest {
  private final Rest rest = new Rest();
  private final String path = rest.stored(Rest.bytes("content"));

  private String padded(int bytesOfLine) {
    String target = path + "?a=";
    String line = "GET " + target + " HTTP/1.1";
    return target + "a".repeat(bytesOfLine - line.length());
  }

  @Test
  @Tag("section-16")
  void aRequestLineHasAtMost4096Bytes() {
    assertThat(rest.get(padded(4096)).send().status()).isEqualTo(200);
    Reply refused = rest.get(padded(4097)).send();
    assertThat(refused.status()).isEqualTo(414);
    assertThat(refused.header("x-ambry-error-code")).isEqualTo("MalformedRequest");
  }

  @Test
  @Tag("section-16")
  void theHeaderFieldsHaveAtMost8192Bytes() {
    assertThat(rest.get(path).with("x-a", "a".repeat(8_100)).send().status()).isEqualTo(200);
    Reply refused = rest.get(path).with("x-a", "a".repeat(8_192)).send();
    assertThat(refused.status()).isEqualTo(431);
    assertThat(refused.header("x-ambry-error-code")).isEqualTo("MalformedRequest");
    Reply several =
        rest.get(path).with("x-a", "a".repeat(4_100)).with("x-b", "a".repeat(4_100)).send();
    assertThat(several.status()).isEqualTo(431);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ambry-internal-key-keep-alive-on-error-hint",
        "ambry-internal-key-send-tracking-info",
        "ambry-internal-key-target-account"
      })
  void internalNamesOfAmbryHaveNoMeaning(String name) {
    assertThat(rest.get(path).with(name, "x").send().text()).isEqualTo("content");
    assertThat(rest.get(path + "?" + name + "=x").send().text()).isEqualTo("content");
  }

  /** An unset variable of a script must not switch a check off. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-ambry-ttl",
        "x-ambry-blob-size",
        "x-ambry-max-upload-size",
        "x-ambry-checksum-crc32c",
        "x-ambry-durability",
        "x-ambry-private",
        "x-ambry-chunk-upload"
      })
  @Tag("section-3")
  void anEmptyValueIsNotAnAbsentOne(String name) {
    Reply reply = rest.upload(Rest.PUBLIC, Rest.bytes("x")).with(name, "").send();
    assertThat(reply.status()).as(reply.text()).isEqualTo(400);
    assertThat(reply.header("x-ambry-failure-reason")).contains(name);
    assertThat(rest.router.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "x-ambry-get-option, '', ''",
    "x-ambry-get-option, bogus, /Replicas",
    "x-ambry-get-option, bogus, /Status",
    "x-ambry-resolve-range-on-empty-blob, x, ''",
    "x-ambry-resolve-range-on-empty-blob, '', ''"
  })
  @Tag("section-4")
  void aWrongArgumentOfAReadIs400(String name, String value, String part) {
    for (String method : List.of("GET", "HEAD")) {
      Reply reply = rest.request(method, path + part).with(name, value).send();
      assertThat(reply.status()).as(method).isEqualTo(400);
      assertThat(reply.header("x-ambry-failure-reason")).contains(name);
    }
  }

  @Test
  void theNumberOfAnAccountHasNoBoundInTheReason() {
    Reply reply = rest.get("/accounts?x-ambry-target-account-id=x").send();
    assertThat(reply.header("x-ambry-failure-reason")).endsWith("must be a whole number");
  }

  @ParameterizedTest
  @CsvSource({"HEAD, 200", "DELETE, 202"})
  void theBlobOfAnArgumentIsReadAndDeletedToo(String method, int status) {
    Reply reply = rest.request(method, "/").with("x-ambry-blob-id", path).send();
    assertThat(reply.status()).isEqualTo(status);
    assertThat(rest.get(path).send().status()).isEqualTo(method.equals("HEAD") ? 200 : 410);
  }

  @Test
  void thePathNamesTheBlobAndNotTheArgument() {
    String other = rest.stored(Rest.bytes("other"));
    assertThat(rest.get(path).with("x-ambry-blob-id", other).send().text()).isEqualTo("content");
  }

  /** An operation of this name begins a path, so it is no prefix of an id. */
  @ParameterizedTest
  @CsvSource({
    "GET, /Peers?name=host-1&port=7001, 200",
    "GET, /peers?NAME=host-1&Port=7001, 200",
    "GET, /GETCLUSTERMAPSNAPSHOT, 200",
    "GET, /resourceinfo, 200",
    "GET, /ACCOUNTS, 200",
    "GET, /main/accounts, 200",
    "GET, /peersx, 400",
    "PUT, /UNDELETE, 400",
    "GET, /healthcheck, 400"
  })
  void operationsAreMatchedInAnyCaseButHealthChecksExactly(
      String method, String target, int status) {
    assertThat(rest.request(method, target).send().status()).isEqualTo(status);
  }
}
