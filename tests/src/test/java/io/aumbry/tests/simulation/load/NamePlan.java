package io.aumbry.tests.simulation.load;

import io.aumbry.frontend.name.NamesConfig;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The names of a run: clients that put, get and delete by name, and faults of the catalog and of
 * frontends. Drawn from a stream of its own, so that the rest of a run does not depend on it.
 *
 * @param clients number of clients
 * @param keys number of names, few so that clients race for them
 * @param config scaled times
 */
record NamePlan(int clients, int keys, NamesConfig config, SplittableRandom chances) {
  /** Names are in one run of this number. */
  private static final int ONE_IN = 3;

  /**
   * In one run with names of this number, frontends soon stop asking for the outcome of a commit.
   */
  private static final int ONE_IMPATIENT_IN = 2;

  private static final long IMPATIENT_MILLIS = 100;
  private static final long PATIENT_MILLIS = 3000;

  /** Short, so that the leases of a frontend that pauses are fenced by others. */
  private static final long LEAST_EXPIRY_MILLIS = 100;

  private static final long STREAM = 0xD1342543DE82EF95L;

  /**
   * Draws the names of a run. Stores that answer before they sync may lose acknowledged blobs, so
   * such runs have none.
   */
  static Optional<NamePlan> of(long seed, ClusterPlan cluster) {
    SplittableRandom random = new SplittableRandom(seed * STREAM);
    if (random.nextInt(ONE_IN) > 0 || !cluster.isSynced()) {
      return Optional.empty();
    }
    int clients = random.nextInt(2, 6);
    int keys = random.nextInt(1, 9);
    boolean isImpatient = random.nextInt(ONE_IMPATIENT_IN) == 0;
    NamesConfig config = config(random, isImpatient ? IMPATIENT_MILLIS : PATIENT_MILLIS);
    return Optional.of(new NamePlan(clients, keys, config, random.split()));
  }

  /** Times for scripts. */
  static NamesConfig scripted() {
    return config(new SplittableRandom(1), PATIENT_MILLIS);
  }

  private static Duration atLeast(SplittableRandom random, long millis) {
    return Duration.ofMillis(random.nextLong(millis, 2 * millis));
  }

  private static NamesConfig config(SplittableRandom random, long resolvingMillis) {
    NamesConfig usual = NamesConfig.defaults();
    Duration validity = atLeast(random, 1000);
    return new NamesConfig(
        new NamesConfig.Lease(
            atLeast(random, 200),
            validity,
            validity.plus(atLeast(random, LEAST_EXPIRY_MILLIS)),
            atLeast(random, 200),
            atLeast(random, resolvingMillis)),
        new NamesConfig.Sweep(
            ClusterPlan.UPLOADS,
            usual.sweep().margin(),
            Duration.ofSeconds(5),
            atLeast(random, 1000),
            Duration.ofMillis(5),
            atLeast(random, 300)),
        new NamesConfig.Trashing(atLeast(random, 200), Duration.ofMillis(1)),
        new NamesConfig.Removing(
            atLeast(random, 300),
            Duration.ofMillis(2),
            Duration.ofMillis(20),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30)));
  }
}
