package io.aumbry.cluster.maintenance.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaintenanceHoursTest {
  private static final String DAY = "2026-11-29T";
  private static final String NEXT_DAY = "2026-11-30T";

  private static long millis(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private static OptionalLong opensAt(String hours, String time) {
    return MaintenanceHours.parse(hours).opensAt(millis(DAY + time + "Z"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = ' ',
      textBlock =
          """
          22:00-06:00 22:00:00
          22:00-06:00 05:59:59.999
          22:00-06:00 00:00:00
          22:00-00:00 23:59:59.999
          22:00-24:00 23:59:59.999
          00:00-24:00 00:00:00
          00:00-24:00 23:59:59.999
          06:30-07:15 07:14:59
          01:00-02:00,12:00-13:00 12:00:00
          01:00-03:00,02:00-04:00 03:30:00
          """)
  void theseTimesAreWithinTheHours(String hours, String time) {
    assertThat(opensAt(hours, time)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = ' ',
      textBlock =
          """
          22:00-06:00 06:00:00 2026-11-29T22:00:00Z
          22:00-06:00 21:59:59.999 2026-11-29T22:00:00Z
          22:00-00:00 00:00:00 2026-11-29T22:00:00Z
          22:00-24:00 00:00:00 2026-11-29T22:00:00Z
          06:30-07:15 07:15:00 2026-11-30T06:30:00Z
          01:00-02:00,12:00-13:00 11:59:59 2026-11-29T12:00:00Z
          12:00-13:00,01:00-02:00 13:00:00 2026-11-30T01:00:00Z
          """)
  void theseTimesWaitForTheHours(String hours, String time, String opens) {
    assertThat(opensAt(hours, time)).hasValue(millis(opens));
  }

  @Test
  void anyTimeNeverWaits() {
    assertThat(MaintenanceHours.ANY.opensAt(millis(NEXT_DAY + "00:00:00Z"))).isEmpty();
  }

  /** The next begin is within the hours, and every minute before it is not. */
  @ParameterizedTest
  @ValueSource(strings = {"22:00-06:00", "00:00-00:01", "23:59-00:00", "01:00-02:00,23:30-00:30"})
  void noMinuteBeforeTheNextBeginIsWithinTheHours(String text) {
    MaintenanceHours hours = MaintenanceHours.parse(text);
    long begin = millis(DAY + "00:00:00Z");
    for (long now = begin; now < begin + 86_400_000; now += 60_000) {
      OptionalLong opens = hours.opensAt(now);
      if (opens.isPresent()) {
        assertThat(hours.opensAt(opens.getAsLong())).isEmpty();
        assertThat(hours.opensAt(opens.getAsLong() - 1)).isEqualTo(opens);
        assertThat(opens.getAsLong()).isGreaterThan(now).isLessThanOrEqualTo(now + 86_400_000);
      }
    }
  }

  @Test
  void hoursAreWrittenAsTheyAreRead() {
    String text = "22:00-06:00,12:05-13:00,00:00-24:00";
    assertThat(MaintenanceHours.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "22-06",
        "22:00",
        "22:00-6:00",
        "24:00-06:00",
        "22:60-06:00",
        "22:00-24:01",
        "a:b-c:d",
        "22:00-06:00 ",
        "22:00-06:00,",
        "\u0662\u0662:00-06:00"
      })
  void otherTextsAreNotHours(String text) {
    String window = text.startsWith("22:00-06:00,") ? "" : text;
    assertThatThrownBy(() -> MaintenanceHours.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "hours '%s' are not valid: '%s' is not FROM-TO in UTC, such as 22:00-06:00",
            text, window);
  }

  @Test
  void emptyHoursAreRefused() {
    assertThatThrownBy(() -> MaintenanceHours.parse("01:00-02:00,06:00-06:00"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("hours '01:00-02:00,06:00-06:00' are not valid: '06:00-06:00' is empty");
    assertThatThrownBy(() -> MaintenanceHours.parse("01:00-02:00,".repeat(20) + "03:00-04:00"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("number of windows is 21, must be 0 to 20");
  }
}
