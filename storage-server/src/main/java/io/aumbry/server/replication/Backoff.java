package io.aumbry.server.replication;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait after each failure in a row: twice as long each time, between two bounds. */
final class Backoff {
  private static final long MIN_MILLIS = 50;

  private final RandomGenerator random;
  private final long mostMillis;
  private long next = MIN_MILLIS;

  Backoff(RandomGenerator random, Duration longest) {
    this.random = random;
    this.mostMillis = longest.toMillis();
  }

  /** The wait after one more failure; a half of it by chance, so that nodes do not ask in step. */
  Duration next() {
    long millis = next / 2 + random.nextLong(next / 2 + 1);
    next *= 2;
    if (next > mostMillis) {
      next = mostMillis;
    }
    return Duration.ofMillis(millis);
  }

  void reset() {
    next = MIN_MILLIS;
  }
}
