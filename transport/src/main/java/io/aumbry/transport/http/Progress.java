package io.aumbry.transport.http;

/** Whether a body comes, or a response goes, fast enough; in the time of a {@link Sweep}. */
final class Progress {
  private long since;
  private long bytes;

  Progress(long now) {
    since = now;
  }

  void add(long more) {
    bytes += more;
  }

  /** Nothing is expected until {@code now}. */
  void restart(long now) {
    since = now;
    bytes = 0;
  }

  /** Whether within the last {@code span} nanoseconds less than {@code least} bytes moved. */
  boolean isTooSlow(long now, long span, long least) {
    if (now - since < span) {
      return false;
    }
    boolean tooSlow = bytes < least;
    restart(now);
    return tooSlow;
  }
}
