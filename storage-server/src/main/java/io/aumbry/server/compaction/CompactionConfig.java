package io.aumbry.server.compaction;

import java.time.Duration;

/**
 * When and how fast replicas are compacted.
 *
 * @param interval from the end of one look at all replicas of a disk to the next, 1 s to 1 d
 * @param bytesPerSecond that compaction of one disk reads to find garbage and writes, together,
 *     when nothing else does, 1 MiB to 16 GiB; while requests wait for the disk, a quarter of it
 * @param horizonCheck from one look at the recorded forget horizons to the next, 1 s to 1 d
 */
public record CompactionConfig(Duration interval, long bytesPerSecond, Duration horizonCheck) {
  private static final Duration HORIZON_CHECK = Duration.ofMinutes(10);

  public CompactionConfig {
    requireInBounds("interval", interval);
    requireInBounds("horizonCheck", horizonCheck);
    if (bytesPerSecond < 1 << 20 || bytesPerSecond > 16L << 30) {
      throw new IllegalArgumentException(
          "bytesPerSecond is " + bytesPerSecond + ", must be 1048576 to 17179869184");
    }
  }

  /** With the usual time between looks at the forget horizons. */
  public CompactionConfig(Duration interval, long bytesPerSecond) {
    this(interval, bytesPerSecond, HORIZON_CHECK);
  }

  public static CompactionConfig defaults() {
    return new CompactionConfig(Duration.ofMinutes(10), 64L << 20);
  }

  /** With another time from one look at the forget horizons to the next. */
  public CompactionConfig withHorizonCheck(Duration other) {
    return new CompactionConfig(interval, bytesPerSecond, other);
  }

  private static void requireInBounds(String name, Duration value) {
    if (value.compareTo(Duration.ofSeconds(1)) < 0 || value.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(name + " is " + value + ", must be 1 s to 1 d");
    }
  }
}
