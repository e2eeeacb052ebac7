package io.aumbry.server.compaction;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/**
 * When and how fast replicas are compacted.
 *
 * @param horizonCheck time between two reads of the recorded forget horizons, 1 s to 1 d
 */
public record CompactionConfig(
    @Setting(
            key = "storage.compaction-interval",
            range = "1s to 1d",
            text = "How often each disk is checked for space that compaction can free.")
        @Default("10m")
        Duration interval,
    @Setting(
            key = "storage.compaction-rate",
            range = "1 MiB to 16 GiB",
            text =
                "Bytes per second that compaction of a disk reads and writes; a quarter while requests"
                    + " wait.")
        @Default("64 MiB")
        long bytesPerSecond,
    @Default("10m") Duration horizonCheck) {

  public CompactionConfig {
    Bounds.check("interval", interval, Duration.ofSeconds(1), Duration.ofDays(1));
    Bounds.check("horizonCheck", horizonCheck, Duration.ofSeconds(1), Duration.ofDays(1));
    Bounds.check("bytesPerSecond", bytesPerSecond, 1 << 20, 16L << 30);
  }

  public CompactionConfig(Duration interval, long bytesPerSecond) {
    this(interval, bytesPerSecond, defaults().horizonCheck);
  }

  public static CompactionConfig defaults() {
    return Settings.defaults(CompactionConfig.class);
  }
}
