package io.aumbry.transport.http.server;

/**
 * Measures whether a body or response moves fast enough, in the time of a {@link ConnectionSweep}.
 */
final class TransferProgress {
  private long since;
  private long bytes;

  TransferProgress(long now) {
    since = now;
  }

  void add(long more) {
    bytes += more;
  }

  /** Restarts the measurement, because no bytes are expected before {@code now}. */
  void restart(long now) {
    since = now;
    bytes = 0;
  }

  /** Whether fewer than {@code least} bytes moved within the last {@code span} nanoseconds. */
  boolean isTooSlow(long now, long span, long least) {
    if (now - since < span) {
      return false;
    }
    boolean tooSlow = bytes < least;
    restart(now);
    return tooSlow;
  }
}
