package io.aumbry.server.rebuild;

import java.time.Duration;

/**
 * Counts attempts to bring a failed replica back, and decides when the next one is due. The first
 * is due at once, the second after a first pause. The pause then doubles up to 64 times the first
 * one. The count is forgotten when the replica has not failed for 120 first pauses.
 *
 * @param count attempts made
 * @param lastNanos time of the last attempt
 */
record RebuildAttempts(int count, long lastNanos) {
  private static final int MOST_DOUBLINGS = 6;
  private static final int FORGOTTEN = 120;

  static RebuildAttempts none(long nowNanos) {
    return new RebuildAttempts(0, nowNanos);
  }

  boolean isDue(long nowNanos, Duration firstPause) {
    return count == 0 || nowNanos - lastNanos >= pause(firstPause).toNanos();
  }

  private Duration pause(Duration firstPause) {
    return firstPause.multipliedBy(1L << Math.min(MOST_DOUBLINGS, count - 1));
  }

  boolean isForgotten(long nowNanos, Duration firstPause) {
    return nowNanos - lastNanos >= firstPause.multipliedBy(FORGOTTEN).toNanos();
  }

  RebuildAttempts again(long nowNanos) {
    return new RebuildAttempts(count + 1, nowNanos);
  }
}
