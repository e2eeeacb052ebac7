package io.aumbry.server.compaction;

import java.time.Duration;

/**
 * When and how fast replicas are compacted.
 *
 * @param interval from the end of one look at all replicas of a disk to the next, 1 s to 1 d
 * @param bytesPerSecond that compaction of one disk reads to find garbage and writes, together,
 *     when nothing else does, 1 MiB to 16 GiB; while requests wait for the disk, a quarter of it
 */
public record CompactionConfig(Duration interval, long bytesPerSecond) {
  public CompactionConfig {
    if (interval.compareTo(Duration.ofSeconds(1)) < 0
        || interval.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("interval is " + interval + ", must be 1 s to 1 d");
    }
    if (bytesPerSecond < 1 << 20 || bytesPerSecond > 16L << 30) {
      throw new IllegalArgumentException(
          "bytesPerSecond is " + bytesPerSecond + ", must be 1048576 to 17179869184");
    }
  }

  public static CompactionConfig defaults() {
    return new CompactionConfig(Duration.ofMinutes(10), 64L << 20);
  }
}
