package io.aumbry.tests.simulation.cluster;

import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.rebuild.RebuildConfig;
import io.aumbry.server.sealing.SealingConfig;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * What the nodes of a cluster do unasked to have all copies whole, beside replication.
 *
 * @param rebuilds whether they bring replicas back that fail, so that no operator has to
 * @param compares whether they compare their replicas with those of peers
 * @param comparison when and how fast, if they do
 * @param firstPause before a replica that failed is brought back for the second time
 * @param sealing when the replicas of a disk are sealed
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

  /** None. */
  public static Upkeep none() {
    return new Upkeep(false, false, EntropyConfig.defaults());
  }

  /** Replicas that fail come back. */
  public static Upkeep rebuilding() {
    return new Upkeep(true, false, EntropyConfig.defaults());
  }

  /** Each replica is compared with each of its peers once in that time. */
  public static Upkeep comparing(Duration period, Duration settle) {
    return new Upkeep(false, true, new EntropyConfig(period, settle, PER_SECOND));
  }

  /** Each of the two or not, in any pace. */
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
