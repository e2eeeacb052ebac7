package io.aumbry.server.rebuild;

import java.time.Duration;

/**
 * How often a replica was brought back, and when that is tried again: at once, after a first pause,
 * and then twice as long each time, up to 64 times the first pause. A replica that did not fail for
 * 120 pauses starts anew.
 *
 * @param count so far
 * @param lastNanos when that was last
 */
record Attempts(int count, long lastNanos) {
  private static final int MOST_DOUBLINGS = 6;
  private static final int FORGOTTEN = 120;

  static Attempts none(long nowNanos) {
    return new Attempts(0, nowNanos);
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

  Attempts again(long nowNanos) {
    return new Attempts(count + 1, nowNanos);
  }
}
