package io.aumbry.transport.http;

import io.aumbry.protocol.runtime.Time;

/**
 * The date that lies a fixed span ahead of now, written anew only when its second has passed. Any
 * thread may find it stale and write it; all write the same.
 */
public final class DateStamp {
  private final Time time;
  private final long aheadMillis;
  private volatile Written written;

  private record Written(long second, String text) {}

  /**
   * A stamp.
   *
   * @param aheadMillis in milliseconds, not negative
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
