package io.aumbry.server.rebuild;

import java.time.Duration;

/**
 * How often a replica was to be brought back, and when it is to be again: at once, after 5 s, and
 * twice as long each time up to 320 s. It counts anew when it did not fail for 10 min.
 *
 * @param count so far
 * @param lastNanos when that was last
 */
record Attempts(int count, long lastNanos) {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final int MOST_DOUBLINGS = 6;
  private static final Duration FORGOTTEN = Duration.ofMinutes(10);

  static Attempts none(long nowNanos) {
    return new Attempts(0, nowNanos);
  }

  boolean isDue(long nowNanos) {
    return count == 0 || nowNanos - lastNanos >= pause().toNanos();
  }

  private Duration pause() {
    return FIRST_PAUSE.multipliedBy(1L << Math.min(MOST_DOUBLINGS, count - 1));
  }

  boolean isForgotten(long nowNanos) {
    return nowNanos - lastNanos >= FORGOTTEN.toNanos();
  }

  Attempts again(long nowNanos) {
    return new Attempts(count + 1, nowNanos);
  }
}
