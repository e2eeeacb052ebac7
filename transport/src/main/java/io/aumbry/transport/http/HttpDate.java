package io.aumbry.transport.http;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;

/**
 * HTTP dates (RFC 9110, 5.6.7): writes one format and reads three. Decision 33 compares it with
 * Netty's {@code DateFormatter}.
 */
public final class HttpDate {
  private static final List<String> DAYS =
      List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");
  private static final String DAY_NAMES = "ThuFriSatSunMonTueWed";
  private static final String MONTH_NAMES = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final int SECONDS_A_DAY = 24 * 60 * 60;
  private static final int LENGTH = "Sun, 06 Nov 1994 08:49:37 GMT".length();

  /** The last second of the year 9999. Later years have no representation. */
  private static final long LAST_SECOND = 253_402_300_799L;

  private HttpDate() {}

  /**
   * Writes the preferred form, {@code Sun, 06 Nov 1994 08:49:37 GMT}.
   *
   * @param epochMillis since 1970, not negative; later times are written as the end of 9999
   */
  public static String format(long epochMillis) {
    long seconds = Math.min(epochMillis / 1000, LAST_SECOND);
    int days = (int) (seconds / SECONDS_A_DAY);
    int ofDay = (int) (seconds % SECONDS_A_DAY);
    byte[] text = new byte[LENGTH];
    putName(text, 0, DAY_NAMES, days % 7);
    text[3] = ',';
    text[4] = ' ';
    putDate(text, days);
    text[16] = ' ';
    putTwo(text, 17, ofDay / 3600);
    text[19] = ':';
    putTwo(text, 20, ofDay / 60 % 60);
    text[22] = ':';
    putTwo(text, 23, ofDay % 60);
    text[25] = ' ';
    text[26] = 'G';
    text[27] = 'M';
    text[28] = 'T';
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /**
   * Writes {@code 06 Nov 1994}. Years start in March, so that the leap day is the last day of a
   * year. An era has 400 years, and all eras are alike.
   */
  private static void putDate(byte[] text, int daysSince1970) {
    int days = daysSince1970 + 719_468; // since 0000-03-01
    int era = days / 146_097;
    int ofEra = days % 146_097;
    int yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365;
    int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int monthFromMarch = (5 * ofYear + 2) / 153;
    int month = (monthFromMarch + 2) % 12;
    int year = era * 400 + yearOfEra + (month < 2 ? 1 : 0);
    putTwo(text, 5, ofYear - (153 * monthFromMarch + 2) / 5 + 1);
    text[7] = ' ';
    putName(text, 8, MONTH_NAMES, month);
    text[11] = ' ';
    putTwo(text, 12, year / 100);
    putTwo(text, 14, year % 100);
  }

  private static void putName(byte[] text, int at, String names, int index) {
    for (int i = 0; i < 3; i++) {
      text[at + i] = (byte) names.charAt(index * 3 + i);
    }
  }

  private static void putTwo(byte[] text, int at, int value) {
    text[at] = (byte) ('0' + value / 10);
    text[at + 1] = (byte) ('0' + value % 10);
  }

  /**
   * Returns seconds since 1970. Empty if the text is not a date in one of the three formats.
   *
   * @param nowMillis since 1970; a two-digit year that seems more than 50 years in the future lies
   *     in the past
   */
  public static OptionalLong parse(String text, long nowMillis) {
    try {
      int comma = text.indexOf(',');
      if (comma < 0) {
        return asctime(text);
      }
      return comma == 3 ? preferred(text) : rfc850(text, comma, nowMillis);
    } catch (DateTimeException | IndexOutOfBoundsException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
  private static OptionalLong preferred(String text) {
    boolean shaped =
        text.length() == LENGTH
            && isShortDay(text)
            && hasAt(text, 3, ", ")
            && hasAt(text, 7, " ")
            && hasAt(text, 11, " ")
            && hasAt(text, 16, " ")
            && hasAt(text, 25, " GMT");
    return shaped
        ? moment(digits(text, 12, 4), month(text, 8), digits(text, 5, 2), text, 17)
        : OptionalLong.empty();
  }

  /** {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
  private static OptionalLong rfc850(String text, int comma, long nowMillis) {
    boolean shaped =
        text.length() == comma + 24
            && DAYS.contains(text.substring(0, comma))
            && hasAt(text, comma + 1, " ")
            && hasAt(text, comma + 4, "-")
            && hasAt(text, comma + 8, "-")
            && hasAt(text, comma + 11, " ")
            && hasAt(text, comma + 20, " GMT");
    if (!shaped) {
      return OptionalLong.empty();
    }
    int thisYear = LocalDateTime.ofEpochSecond(nowMillis / 1000, 0, ZoneOffset.UTC).getYear();
    int year = thisYear / 100 * 100 + digits(text, comma + 9, 2);
    if (year > thisYear + 50) {
      year -= 100;
    }
    return moment(year, month(text, comma + 5), digits(text, comma + 2, 2), text, comma + 12);
  }

  /** {@code Sun Nov 6 08:49:37 1994}, the day in two places. */
  private static OptionalLong asctime(String text) {
    boolean shaped =
        text.length() == 24
            && isShortDay(text)
            && hasAt(text, 3, " ")
            && hasAt(text, 7, " ")
            && hasAt(text, 10, " ")
            && hasAt(text, 19, " ");
    if (!shaped) {
      return OptionalLong.empty();
    }
    int day = text.charAt(8) == ' ' ? digits(text, 9, 1) : digits(text, 8, 2);
    return moment(digits(text, 20, 4), month(text, 4), day, text, 11);
  }

  private static OptionalLong moment(int year, int month, int day, String text, int timeAt) {
    if (!hasAt(text, timeAt + 2, ":") || !hasAt(text, timeAt + 5, ":")) {
      return OptionalLong.empty();
    }
    int second = digits(text, timeAt + 6, 2);
    LocalDateTime moment =
        LocalDateTime.of(
            year,
            month,
            day,
            digits(text, timeAt, 2),
            digits(text, timeAt + 3, 2),
            second == 60 ? 59 : second); // a leap second has no number of its own
    return OptionalLong.of(moment.toEpochSecond(ZoneOffset.UTC));
  }

  private static boolean isShortDay(String text) {
    for (String day : DAYS) {
      if (text.regionMatches(0, day, 0, 3)) {
        return true;
      }
    }
    return false;
  }

  /** 1 to 12, or 0 if there is no name of a month at this place. */
  private static int month(String text, int at) {
    int found = MONTH_NAMES.indexOf(text.substring(at, at + 3));
    return found >= 0 && found % 3 == 0 ? found / 3 + 1 : 0;
  }

  private static int digits(String text, int at, int count) {
    int value = 0;
    for (int i = at; i < at + count; i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        throw new NumberFormatException("'" + digit + "' is not a digit");
      }
      value = value * 10 + digit - '0';
    }
    return value;
  }

  private static boolean hasAt(String text, int at, String part) {
    return text.startsWith(part, at);
  }
}
