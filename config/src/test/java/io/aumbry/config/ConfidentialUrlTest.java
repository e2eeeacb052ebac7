package io.aumbry.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfidentialUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://example.com/hook?key=1 | example.com
          https://example.com:8443       | example.com:8443
          http://localhost:80/a          | localhost:80
          http://127.1.2.3/              | 127.1.2.3
          http://[::1]:1174              | [::1]:1174
          """)
  void othersCannotReadTheseRequests(String url, String shown) {
    assertThat(ConfidentialUrl.parse(url)).hasToString(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com/secret",
        "http://127.0.0.1.example.com/secret",
        "http://localhost@example.com/secret",
        "https://ann:secret@example.com",
        "https://ann:secret@example.com/secret?secret#secret",
        "https://ann:sec/secret@example.com",
        "https:///secret",
        "https://exa mple.com/secret",
        "ftp://localhost/secret",
        "//localhost/secret"
      })
  void othersAreRefusedWithoutTheirSecrets(String url) {
    assertThatThrownBy(() -> ConfidentialUrl.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must begin with https://, or lead to this machine")
        .hasMessageNotContaining("secret");
  }
}
