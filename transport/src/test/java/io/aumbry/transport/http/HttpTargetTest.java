package io.aumbry.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112, section 3.2, and RFC 3986, section 3.2. */
final class HttpTargetTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      nullValues = "-",
      value = {
        "GET / - / -",
        "GET /a?b - /a b",
        "GET /?a?b=/c - / a?b=/c",
        "GET //a/b - //a/b -",
        "GET /a/../b - /a/../b -",
        "GET /a%2Fb - /a%2Fb -",
        "GET http://x x / -",
        "GET http://x/ x / -",
        "GET HTTP://x:80/a x:80 /a -",
        "GET https://[::1]:1/a [::1]:1 /a -",
        "DELETE http://x?y=/ID x / y=/ID",
        "DELETE http://x/?y=/ID x / y=/ID",
        "GET http://x?/a?b x / /a?b",
        "GET http://x/a?http://y/b x /a http://y/b",
        "OPTIONS * - * -",
        "OPTIONS http://x x * -",
        "OPTIONS http://x/ x / -",
        "OPTIONS http://x?y x / y",
      })
  void targetsAreTakenApart(
      String method, String text, @Nullable String authority, String path, @Nullable String query) {
    assertThat(HttpTarget.parse(method, text))
        .hasValue(
            new HttpTarget(authority == null ? "" : authority, path, query == null ? "" : query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "**",
        "a",
        "?a",
        "x:443",
        "http:/x/a",
        "http:///a",
        "http://?a",
        "http://:80/a",
        "http://user@x/a",
        "http://user:secret@x/a",
        "http://x\\y/a",
        "ftp://x/a",
        "xhttp://x/a",
        "/a#b",
        "http://x#/a",
        "http://x/a#b",
        "/a b",
        "/a\tb",
        "/a\u0000",
        "/a\u007f",
        "/\u00e4",
      })
  void whatCouldBeReadTwoWaysIsNoTarget(String text) {
    assertThat(HttpTarget.parse("GET", text)).isEmpty();
  }
}
