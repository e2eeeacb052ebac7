package io.aumbry.server.replication;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The pause after each failure in a row: it doubles between two bounds. */
public final class Backoff {
  private static final Duration SHORTEST = Duration.ofMillis(50);

  private final RandomGenerator random;
  private final long shortestMillis;
  private final long longestMillis;
  private long next;

  /** For calls to peers, from 50 ms. */
  public Backoff(RandomGenerator random, Duration longest) {
    this(random, SHORTEST, longest);
  }

  /**
   * Starts without a failure.
   *
   * @param shortest bound of the first pause
   * @param longest bound of all pauses
   */
  public Backoff(RandomGenerator random, Duration shortest, Duration longest) {
    this.random = random;
    this.shortestMillis = shortest.toMillis();
    this.longestMillis = longest.toMillis();
    this.next = shortestMillis;
  }

  /** Half of the pause is random, so that nodes do not retry together. */
  public Duration next() {
    long millis = next / 2 + random.nextLong(next / 2 + 1);
    next *= 2;
    if (next > longestMillis) {
      next = longestMillis;
    }
    return Duration.ofMillis(millis);
  }

  public void reset() {
    next = shortestMillis;
  }
}
