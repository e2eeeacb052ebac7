package io.aumbry.transport.http;

import io.aumbry.protocol.runtime.Time;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the Date header field, made once a second; on one loop. */
final class DateText {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private static final long MILLIS = 1000;

  private final Time time;
  private long second = -1;
  private String text = "";

  DateText(Time time) {
    this.time = time;
  }

  String now() {
    long current = time.wallMillis() / MILLIS;
    if (current != second) {
      second = current;
      text = FORMAT.format(Instant.ofEpochSecond(current));
    }
    return text;
  }
}
