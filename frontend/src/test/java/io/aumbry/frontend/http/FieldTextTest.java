package io.aumbry.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FieldTextTest {
  @Test
  void anyTextSurvivesEncodingAsAPlainField() {
    long seed = 99;
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      String text = randomText(random);
      String encoded = FieldText.encode(text);
      assertThat(FieldText.survives(encoded)).isTrue();
      assertThat(FieldText.decode(encoded, true)).as("seed " + seed).hasValue(text);
      assertThat(FieldText.decode(encoded, false)).as("seed " + seed).hasValue(text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a+b, true, a b",
    "a+b, false, a+b",
    "a%20b, true, a b",
    "%2B%2b, true, ++",
    "%C3%BC, false, ü",
    "100%25, false, 100%"
  })
  void decodesAsFormsOrAsPaths(String text, boolean plusIsSpace, String expected) {
    assertThat(FieldText.decode(text, plusIsSpace)).hasValue(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%2", "%zz", "a%", "%C3", "%FF", "%ED%A0%80", "%C0%80", "ü", "a\nb"})
  void brokenEncodingHasNoMeaning(String text) {
    assertThat(FieldText.decode(text, false)).isEmpty();
    assertThat(FieldText.decode(text, true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:b", "a\r\nb", "ü", "a\u0000", "(a)", "\"a\""})
  void namesOfFieldsAreTokens(String text) {
    assertThat(FieldText.isToken(text)).isFalse();
    assertThat(FieldText.isToken("a-Z0!#$%&'*+.^_`|~")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {" a", "a ", "\ta", "a\t", "a\rb", "a\nb", "\u007f", "é", "\u0000", " "})
  void textThatAFieldWouldChangeDoesNotSurvive(String text) {
    assertThat(FieldText.survives(text)).isFalse();
    assertThat(FieldText.survives("")).isTrue();
    assertThat(FieldText.survives("a \t~!b")).isTrue();
  }

  @Test
  void messagesAreFlattenedAndCut() {
    assertThat(FieldText.flatten("a\r\nSet-Cookie: é\u007f", 100)).isEqualTo("a  Set-Cookie: ? ");
    assertThat(FieldText.flatten("abcdef", 3)).isEqualTo("abc");
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      int bound = random.nextBoolean() ? 0x80 : random.nextBoolean() ? 0x800 : 0x20000;
      int point = random.nextInt(bound);
      text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? '%' : point);
    }
    return text.toString();
  }
}
