package io.aumbry.server.compaction;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import java.time.Duration;

/**
 * When and how fast replicas are compacted.
 *
 * @param interval from the end of one look at all replicas of a disk to the next, 1 s to 1 d
 * @param bytesPerSecond that compaction of one disk reads to find garbage and writes, together,
 *     when nothing else does, 1 MiB to 16 GiB; while requests wait for the disk, a quarter of it
 * @param horizonCheck from one look at the recorded forget horizons to the next, 1 s to 1 d
 */
public record CompactionConfig(
    @Setting(
            key = "storage.compaction-interval",
            range = "1s to 1d",
            text = "How often each disk is looked over for space that compaction can free.")
        @Default("10m")
        Duration interval,
    @Setting(
            key = "storage.compaction-rate",
            range = "1 MiB to 16 GiB",
            text =
                "Bytes a second that compaction of a disk reads and writes; less while"
                    + " requests wait.")
        @Default("64 MiB")
        long bytesPerSecond,
    @Default("10m") Duration horizonCheck) {

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
    this(interval, bytesPerSecond, defaults().horizonCheck);
  }

  public static CompactionConfig defaults() {
    return Settings.defaults(CompactionConfig.class);
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
