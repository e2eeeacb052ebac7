package io.aumbry.transport.http;

import io.aumbry.protocol.runtime.Time;

/**
 * The HTTP date that is a fixed span in the future. The text is cached for one second. Any thread
 * may renew it.
 */
public final class DateStamp {
  private final Time time;
  private final long aheadMillis;
  private volatile Written written;

  private record Written(long second, String text) {}

  /**
   * Writes the first date at once.
   *
   * @param aheadMillis not negative
   */
  public DateStamp(Time time, long aheadMillis) {
    this.time = time;
    this.aheadMillis = aheadMillis;
    this.written = write(second());
  }

  public String text() {
    long second = second();
    Written last = written;
    if (last.second != second) {
      last = write(second);
      written = last;
    }
    return last.text;
  }

  private long second() {
    return (time.wallMillis() + aheadMillis) / 1000;
  }

  private static Written write(long second) {
    return new Written(second, HttpDate.format(second * 1000));
  }
}
