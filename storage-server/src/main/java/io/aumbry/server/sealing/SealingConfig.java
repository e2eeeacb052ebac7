package io.aumbry.server.sealing;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/**
 * When the replicas of a disk are sealed and unsealed.
 *
 * @param interval time between two checks of the disks, 100 ms to 10 min
 */
public record SealingConfig(
    @Setting(
            key = "storage.seal-at",
            range = "2 to 100",
            text = "Percentage of a disk in use from which on its partitions get no new blobs.")
        @Default("95")
        int sealPercent,
    @Setting(
            key = "storage.unseal-at",
            range = "1 to 99",
            text =
                "Percentage of a disk in use down to which it must fall to get new blobs again; less"
                    + " than storage.seal-at.")
        @Default("85")
        int unsealPercent,
    @Default("5s") Duration interval) {
  public SealingConfig {
    Bounds.check("sealPercent", sealPercent, 2, 100);
    if (unsealPercent < 1 || unsealPercent >= sealPercent) {
      throw new IllegalArgumentException(
          "storage.unseal-at is %d, must be less than storage.seal-at, which is %d"
              .formatted(unsealPercent, sealPercent));
    }
    Bounds.check("interval", interval, Duration.ofMillis(100), Duration.ofMinutes(10));
  }

  public static SealingConfig defaults() {
    return Settings.defaults(SealingConfig.class);
  }

  /**
   * Whether the replicas of a disk are to be sealed.
   *
   * @param before whether they are sealed now
   */
  boolean isSealed(boolean before, long used, long capacity) {
    double percent = capacity <= 0 ? 100 : 100.0 * used / capacity;
    return percent >= sealPercent || (before && percent > unsealPercent);
  }
}
