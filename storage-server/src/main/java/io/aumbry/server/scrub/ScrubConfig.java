package io.aumbry.server.scrub;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/** When and how fast disks are scrubbed. */
public record ScrubConfig(
    @Setting(
            key = "storage.scrub-period",
            range = "1m to 365d",
            text = "Period in which all data of a disk is read from the medium and verified.")
        @Default("14d")
        Duration period,
    @Setting(
            key = "storage.scrub-rate",
            range = "1 MiB to 16 GiB",
            text =
                "Limit for reads of a scrub in bytes per second; a quarter of it while requests wait.")
        @Default("32 MiB")
        long bytesPerSecond) {
  public ScrubConfig {
    Bounds.check("period", period, Duration.ofSeconds(1), Duration.ofDays(365));
    Bounds.check("bytesPerSecond", bytesPerSecond, 1 << 20, 16L << 30);
  }

  public static ScrubConfig defaults() {
    return Settings.defaults(ScrubConfig.class);
  }

  /**
   * The time at which the scrub should have verified {@code doneBytes}, in milliseconds since 1970.
   */
  long dueMillis(long startedMillis, long doneBytes, long totalBytes) {
    double share = (double) doneBytes / Math.max(1, totalBytes);
    return startedMillis + (long) (period.toMillis() * Math.min(1, share));
  }
}
