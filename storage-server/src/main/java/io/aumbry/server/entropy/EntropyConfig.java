package io.aumbry.server.entropy;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/**
 * When and how fast replicas are compared.
 *
 * @param settle minimum age of compared blobs, and pause before a difference is checked again; 1 ms
 *     to 1 h.
 * @param blobsPerSecond limit for this node, 1,000 to 10 million.
 * @param inStep most time to wait until both replicas are in step after a difference, 1 ms to 1 h.
 * @param mostSuspects most differences that a comparison keeps until it checks them again.
 */
public record EntropyConfig(
    @Setting(
            key = "storage.compare-period",
            range = "1m to 365d",
            text =
                "Period in which each replica is compared with each of its peers. Missing blobs are"
                    + " fetched.")
        @Default("1d")
        Duration period,
    @Default("30s") Duration settle,
    @Default("100000") int blobsPerSecond,
    @Default("25s") Duration inStep,
    @Default("20000") int mostSuspects) {
  /** Multiple of {@code settle} after which a failed comparison is repeated. */
  private static final int RETRY = 10;

  public EntropyConfig {
    Bounds.check("period", period, Duration.ofSeconds(1), Duration.ofDays(365));
    Bounds.check("settle", settle, Duration.ofMillis(1), Duration.ofHours(1));
    Bounds.check("blobsPerSecond", blobsPerSecond, 1_000, 10_000_000);
    Bounds.check("inStep", inStep, Duration.ofMillis(1), Duration.ofHours(1));
    Bounds.check("mostSuspects", mostSuspects, 1, 1 << 20);
  }

  public EntropyConfig(Duration period, Duration settle, int blobsPerSecond) {
    this(period, settle, blobsPerSecond, defaults().inStep, defaults().mostSuspects);
  }

  public static EntropyConfig defaults() {
    return Settings.defaults(EntropyConfig.class);
  }

  public EntropyConfig withPeriod(Duration other) {
    return new EntropyConfig(other, settle, blobsPerSecond, inStep, mostSuspects);
  }

  EntropyConfig withSettle(Duration other) {
    return new EntropyConfig(period, other, blobsPerSecond, inStep, mostSuspects);
  }

  /** Pause before a comparison that failed or found differences is repeated. */
  Duration retry() {
    Duration soon = settle.multipliedBy(RETRY);
    return soon.compareTo(period) < 0 ? soon : period;
  }
}
