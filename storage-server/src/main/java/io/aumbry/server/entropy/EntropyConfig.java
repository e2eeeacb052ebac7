package io.aumbry.server.entropy;

import java.time.Duration;

/**
 * When and how fast replicas are compared.
 *
 * @param period in which each replica is compared with each of its peers once, 1 s to 365 d
 * @param settle what is younger than this may still be on its way and is not compared; a difference
 *     counts when it is still there so much later; 1 ms to 1 h
 * @param blobsPerSecond that this node compares at most, 1,000 to 10 million
 */
public record EntropyConfig(Duration period, Duration settle, int blobsPerSecond) {
  /** A comparison that did not end well is tried again after so many times {@code settle}. */
  private static final int RETRY = 10;

  public EntropyConfig {
    requireWithin("period", period, Duration.ofSeconds(1), Duration.ofDays(365));
    requireWithin("settle", settle, Duration.ofMillis(1), Duration.ofHours(1));
    if (blobsPerSecond < 1_000 || blobsPerSecond > 10_000_000) {
      throw new IllegalArgumentException(
          "blobsPerSecond is " + blobsPerSecond + ", must be 1000 to 10000000");
    }
  }

  public static EntropyConfig defaults() {
    return new EntropyConfig(Duration.ofDays(1), Duration.ofSeconds(30), 100_000);
  }

  public EntropyConfig withPeriod(Duration other) {
    return new EntropyConfig(other, settle, blobsPerSecond);
  }

  /** When a comparison that found something, or failed, is to be made again. */
  Duration retry() {
    Duration soon = settle.multipliedBy(RETRY);
    return soon.compareTo(period) < 0 ? soon : period;
  }

  private static void requireWithin(String what, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(what + " is " + value + ", must be " + min + " to " + max);
    }
  }
}
