package io.aumbry.server.replication;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait after each failure in a row: twice as long each time, between two bounds. */
public final class Backoff {
  private static final Duration SHORTEST = Duration.ofMillis(50);

  private final RandomGenerator random;
  private final long shortestMillis;
  private final long longestMillis;
  private long next;

  /** For calls to peers, from 50 ms. */
  Backoff(RandomGenerator random, Duration longest) {
    this(random, SHORTEST, longest);
  }

  /**
   * No failure yet.
   *
   * @param shortest the bound of the first wait
   * @param longest the bound of all waits
   */
  public Backoff(RandomGenerator random, Duration shortest, Duration longest) {
    this.random = random;
    this.shortestMillis = shortest.toMillis();
    this.longestMillis = longest.toMillis();
    this.next = shortestMillis;
  }

  /** The wait after one more failure; a half of it by chance, so that nodes do not ask in step. */
  public Duration next() {
    long millis = next / 2 + random.nextLong(next / 2 + 1);
    next *= 2;
    if (next > longestMillis) {
      next = longestMillis;
    }
    return Duration.ofMillis(millis);
  }

  /** The next wait is the shortest again. */
  public void reset() {
    next = shortestMillis;
  }
}
