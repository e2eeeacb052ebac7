package io.aumbry.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpDateTest {
  private static final DateTimeFormatter REFERENCE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final long NOW = Instant.parse("2026-11-20T11:00:00Z").toEpochMilli();
  private static final long EXAMPLE = Instant.parse("1994-11-06T08:49:37Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "1999-12-31T23:59:59Z",
        "2000-02-29T12:00:00Z",
        "2000-03-01T00:00:00Z",
        "2024-02-29T23:59:59Z",
        "2026-01-01T00:00:00Z",
        "2100-02-28T23:59:59Z",
        "2100-03-01T00:00:00Z",
        "9999-12-31T23:59:59Z"
      })
  void formatsAsTheJdkDoes(String moment) {
    Instant instant = Instant.parse(moment);
    assertThat(HttpDate.format(instant.toEpochMilli())).isEqualTo(REFERENCE.format(instant));
  }

  @Test
  void formatsAnyMomentAsTheJdkDoesAndReadsItBack() {
    Random random = new Random(20261120);
    for (int i = 0; i < 20_000; i++) {
      long millis = random.nextLong(LAST);
      String text = HttpDate.format(millis);
      assertThat(text).isEqualTo(REFERENCE.format(Instant.ofEpochMilli(millis)));
      assertThat(HttpDate.parse(text, NOW)).hasValue(millis / 1000);
    }
  }

  @Test
  void writesTimesBeyondTheYear9999AsItsEnd() {
    assertThat(HttpDate.format(Long.MAX_VALUE)).isEqualTo("Fri, 31 Dec 9999 23:59:59 GMT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
      })
  void readsAllThreeFormats(String text) {
    assertThat(HttpDate.parse(text, NOW)).hasValue(EXAMPLE);
  }

  @ParameterizedTest
  @CsvSource({
    "76, 2076", // 50 years ahead
    "77, 1977", // more than 50 years ahead
    "26, 2026",
    "00, 2000"
  })
  void aYearOfTwoDigitsIsAtMostFiftyYearsAhead(String digits, int year) {
    OptionalLong read = HttpDate.parse("Sunday, 06-Nov-" + digits + " 08:49:37 GMT", NOW);
    assertThat(read).hasValue(Instant.parse(year + "-11-06T08:49:37Z").getEpochSecond());
  }

  @Test
  void readsALeapSecondAsTheOneBefore() {
    assertThat(HttpDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", NOW))
        .hasValue(Instant.parse("2016-12-31T23:59:59Z").getEpochSecond());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "yesterday",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Sun, 06 nov 1994 08:49:37 GMT",
        "Son, 06 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov +994 08:49:37 GMT",
        "Sun, 06 ovD 1994 08:49:37 GMT",
        "Sun, 06-Nov-1994 08:49:37 GMT",
        "Funday, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06 Nov 94 08:49:37 GMT",
        "Sun Nov 06 1994 08:49:37",
        "Sun Nov 6 08:49:37 1994",
        "1994-11-06T08:49:37Z"
      })
  void whatIsNoDateHasNoMoment(String text) {
    assertThat(HttpDate.parse(text, NOW)).isEmpty();
  }

  @Test
  void parsingNeverThrows() {
    String alphabet = "Sunday, 06-Nov 194:37GMT";
    Random random = new Random(7);
    for (int i = 0; i < 50_000; i++) {
      StringBuilder text = new StringBuilder("Sun, 06 Nov 1994 08:49:37 GMT");
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        text.setCharAt(
            random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
      }
      text.setLength(random.nextInt(text.length() + 1));
      assertThat(HttpDate.parse(text.toString(), NOW)).isNotNull();
    }
  }
}
