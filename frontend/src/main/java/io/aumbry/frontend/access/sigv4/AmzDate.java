package io.aumbry.frontend.access.sigv4;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.OptionalLong;

/** Times in the basic form of ISO 8601, {@code 20260131T235959Z}. */
final class AmzDate {
  private static final int LENGTH = "20260131T235959Z".length();
  private static final int LENGTH_OF_DAY = "20260131".length();
  private static final int LENGTH_OF_HTTP = "Sat, 31 Jan 2026 23:59:59 GMT".length();
  private static final DateTimeFormatter HTTP =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withResolverStyle(ResolverStyle.STRICT);

  private AmzDate() {}

  static OptionalLong parse(String text) {
    if (text.length() != LENGTH || text.charAt(LENGTH_OF_DAY) != 'T' || !text.endsWith("Z")) {
      return OptionalLong.empty();
    }
    LocalDateTime time;
    try {
      time =
          LocalDateTime.of(
              number(text, 0, 4),
              number(text, 4, 6),
              number(text, 6, 8),
              number(text, 9, 11),
              number(text, 11, 13),
              number(text, 13, 15));
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(time.toEpochSecond(ZoneOffset.UTC) * 1000);
  }

  /** The form {@code Sat, 31 Jan 2026 23:59:59 GMT}: IMF-fixdate of RFC 9110, 5.6.7. */
  static OptionalLong parseHttp(String text) {
    if (text.length() != LENGTH_OF_HTTP) {
      return OptionalLong.empty();
    }
    try {
      LocalDateTime time = LocalDateTime.parse(text, HTTP);
      return OptionalLong.of(time.toEpochSecond(ZoneOffset.UTC) * 1000);
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  /** A number of digits, or a value that no date contains. */
  private static int number(String text, int begin, int end) {
    int value = 0;
    for (int i = begin; i < end; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return Integer.MAX_VALUE;
      }
      value = value * 10 + c - '0';
    }
    return value;
  }

  static String format(long millis) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(Math.floorDiv(millis, 1000), 0, ZoneOffset.UTC);
    return "%04d%02d%02dT%02d%02d%02dZ"
        .formatted(
            time.getYear(),
            time.getMonthValue(),
            time.getDayOfMonth(),
            time.getHour(),
            time.getMinute(),
            time.getSecond());
  }

  static String day(String timestamp) {
    return timestamp.substring(0, LENGTH_OF_DAY);
  }

  /** As in error documents, {@code 2026-01-31T23:59:59Z}. */
  static String extended(long millis) {
    return Instant.ofEpochSecond(Math.floorDiv(millis, 1000)).toString();
  }
}
