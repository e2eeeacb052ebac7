package io.aumbry.tests.simulation.cluster;

import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.rebuild.RebuildConfig;
import io.aumbry.server.sealing.SealingConfig;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The background repair of the nodes of a cluster, besides replication.
 *
 * @param rebuilds whether nodes bring failed replicas back, so that no operator has to
 * @param compares whether nodes compare their replicas with those of peers
 * @param comparison settings of the comparisons
 * @param firstPause time before a failed replica is brought back for the second time
 * @param sealing thresholds at which the replicas of a disk are sealed
 */
public record Upkeep(
    boolean rebuilds,
    boolean compares,
    EntropyConfig comparison,
    Duration firstPause,
    SealingConfig sealing) {
  private static final int PER_SECOND = 10_000_000;

  private Upkeep(boolean rebuilds, boolean compares, EntropyConfig comparison) {
    this(rebuilds, compares, comparison, RebuildConfig.FIRST_PAUSE, SealingConfig.defaults());
  }

  public static Upkeep none() {
    return new Upkeep(false, false, EntropyConfig.defaults());
  }

  public static Upkeep rebuilding() {
    return new Upkeep(true, false, EntropyConfig.defaults());
  }

  /** Each replica is compared with each of its peers once per period. */
  public static Upkeep comparing(Duration period, Duration settle) {
    return new Upkeep(false, true, new EntropyConfig(period, settle, PER_SECOND));
  }

  public static Upkeep of(RandomGenerator random) {
    return new Upkeep(
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        new EntropyConfig(
            Duration.ofMillis(random.nextInt(1_000, 4_000)),
            Duration.ofMillis(random.nextInt(50, 1_000)),
            PER_SECOND));
  }
}
