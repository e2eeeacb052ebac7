package io.aumbry.protocol.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTextTest {
  @Test
  void controlAndFormatCharactersAreReplaced() {
    assertThat(PrintableText.of("Zürich 東京 😀")).isEqualTo("Zürich 東京 😀");
    assertThat(PrintableText.of("a\u001b[2J\nb\u009b\u202e\u2028"))
        .isEqualTo("a\\u{1b}[2J\\u{a}b\\u{9b}\\u{202e}\\u{2028}");
  }
}
