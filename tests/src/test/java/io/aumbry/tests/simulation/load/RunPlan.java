package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.Upkeep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a cluster is, what it is asked and what befalls it: drawn from a seed before anything
 * happens, so that a part can be left out while the rest stays. Most runs are short, of a small
 * cluster and with some kinds of faults only, since many of those find more than few with all kinds
 * at once; now and then there is a long one.
 *
 * @param damaged machine whose disks may lose what is on them, or a part of it
 * @param faults in order of time
 * @param chances of clients, one each
 */
record RunPlan(
    ClusterPlan cluster,
    Load load,
    Calm calm,
    int damaged,
    List<Fault> faults,
    List<SplittableRandom> chances) {
  private static final int ONE_LONG_IN = 50;
  private static final int ONE_CALM_IN = 14;
  private static final int LONGEST_CALM_MINUTES = 90;
  private static final Duration NIGHT = Duration.ofHours(2);

  /**
   * What clients do.
   *
   * @param clients of each frontend
   * @param seconds of it, and once more when there is a night
   * @param night in which what was deleted becomes old enough to be dropped; zero for none
   * @param away data centre that the night does not end for until all is healed; 0 for none
   * @param between operations of a client, at most
   */
  record Load(int clients, double seconds, Duration night, int away, Duration between) {
    boolean hasNight() {
      return night.isPositive();
    }

    Duration all() {
      return Duration.ofMillis((long) (1000 * seconds * (hasNight() ? 2 : 1)));
    }
  }

  /**
   * A time in which nobody asks anything of the healed cluster and nothing breaks, while all that
   * nodes do by themselves goes on.
   *
   * @param span of it, zero for none
   * @param off machine that is switched off meanwhile; all are on when there is none of that number
   */
  record Calm(Duration span, int off) {
    boolean isAny() {
      return span.isPositive();
    }
  }

  /** The run of a seed. */
  static RunPlan of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int dataCenters = dataCenters(random);
    boolean isLong = random.nextInt(ONE_LONG_IN) == 0;
    ClusterPlan one = isLong ? ClusterPlan.usual() : ClusterPlan.small(random);
    Load load =
        isLong
            ? new Load(4, 12, NIGHT, away(random, dataCenters), Duration.ofMillis(300))
            : new Load(
                random.nextInt(1, 4),
                seconds(random),
                random.nextInt(3) > 0 ? NIGHT : Duration.ZERO,
                away(random, dataCenters),
                Duration.ofMillis(random.nextInt(40, 300)));
    return drawn(
        random,
        one.in(dataCenters).with(Upkeep.of(random)),
        load,
        Duration.ofMillis(isLong ? 3000 : random.nextInt(400, 3000)));
  }

  /** Mostly one, since each costs as much again. */
  private static int dataCenters(SplittableRandom random) {
    int choice = random.nextInt(20);
    return choice < 15 ? 1 : choice < 19 ? 2 : 3;
  }

  /** From 1 to 5, mostly few. */
  private static double seconds(SplittableRandom random) {
    double chance = random.nextDouble();
    return 1 + 4 * chance * chance;
  }

  /** The shorter, the more there is to be done in it. */
  private static Calm calm(SplittableRandom random, ClusterPlan cluster) {
    if (random.nextInt(ONE_CALM_IN) > 0) {
      return new Calm(Duration.ZERO, 0);
    }
    int work = cluster.dataCenters() * (cluster.upkeep().compares() ? 4 : 1);
    return new Calm(
        Duration.ofMinutes(LONGEST_CALM_MINUTES).dividedBy(work),
        random.nextInt(2 * cluster.nodes()));
  }

  private static int away(SplittableRandom random, int dataCenters) {
    boolean isOne = dataCenters > 1 && random.nextInt(4) == 0;
    return isOne ? random.nextInt(dataCenters) + 1 : 0;
  }

  private static RunPlan drawn(
      SplittableRandom random, ClusterPlan cluster, Load load, Duration betweenFaults) {
    List<SplittableRandom> chances = new ArrayList<>();
    for (int i = 0; i < load.clients() * cluster.frontends(); i++) {
      chances.add(random.split());
    }
    return new RunPlan(
        cluster,
        load,
        calm(random, cluster),
        random.nextInt(cluster.nodes()),
        new FaultDraw(random, cluster).draw(load.all(), betweenFaults),
        chances);
  }
}
