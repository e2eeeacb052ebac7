package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.Upkeep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The cluster, load and faults of a run, all drawn from a seed before the run begins, so that a
 * part can be left out while the rest stays. Most runs are short, with a small cluster and some
 * kinds of faults, because many of these find more than few with all kinds at once. A few runs are
 * long.
 *
 * @param damaged machine that loses data when the machine of a fault must not
 * @param faults in order of time
 * @param chances one generator for each client
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
  private static final int ONE_COMBINED_IN = 3;
  private static final int ONE_LAZY_IN = 5;
  private static final int ONE_SLOW_IN = 16;
  private static final int SLOWER = 10;
  private static final int ONE_WITH_MORE_NIGHTS_IN = 4;
  private static final Duration NIGHT = Duration.ofHours(2);

  /** Longer than deletes are remembered. */
  private static final Duration LONG_NIGHT = ClusterPlan.FORGOTTEN.plus(Duration.ofDays(1));

  private static final int ONE_LONG_NIGHT_IN = 4;

  /** Draws that were added later use a stream of their own. */
  private static final long SECOND_STREAM = 0x9E3779B97F4A7C15L;

  private static final long THIRD_STREAM = 0xD1B54A32D192ED03L;

  /**
   * The load of a run.
   *
   * @param clients of each frontend
   * @param seconds of load before each night and after the last one
   * @param nights after each of which there is load again
   * @param night length of a night, in which deleted blobs become old enough to be dropped
   * @param away data centre that is off from the first night until the faults end; 0 for none
   * @param between the most time between two operations of a client
   */
  record Load(int clients, double seconds, int nights, Duration night, int away, Duration between) {

    Duration all() {
      return Duration.ofMillis((long) (1000 * seconds * (1 + nights)));
    }
  }

  /**
   * A time in which the healed cluster is left alone and only background work runs.
   *
   * @param span its length; zero for none
   * @param off index of a machine that is off during that time; none if there is no such machine
   */
  record Calm(Duration span, int off) {
    boolean isAny() {
      return span.isPositive();
    }
  }

  static RunPlan of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int dataCenters = dataCenters(random);
    boolean isLong = random.nextInt(ONE_LONG_IN) == 0;
    ClusterPlan one = isLong ? ClusterPlan.usual() : ClusterPlan.small(random);
    Load load =
        isLong
            ? new Load(4, 12, 1, NIGHT, away(random, dataCenters), Duration.ofMillis(300))
            : new Load(
                random.nextInt(1, 4),
                seconds(random),
                random.nextInt(3) > 0 ? 1 : 0,
                NIGHT,
                away(random, dataCenters),
                Duration.ofMillis(random.nextInt(40, 300)));
    ClusterPlan cluster = combined(one.in(dataCenters).with(Upkeep.of(random)), seed);
    Duration betweenFaults = Duration.ofMillis(isLong ? 3000 : random.nextInt(400, 3000));
    SplittableRandom second = new SplittableRandom(seed * SECOND_STREAM);
    ClusterPlan scaled = lazy(cluster.scaled(second.split()), second.split());
    Load inNights = withNights(load, second.split());
    return second.nextInt(ONE_SLOW_IN) == 0
        ? drawn(random, scaled, slow(inNights, second), betweenFaults.multipliedBy(SLOWER))
        : drawn(random, scaled, inNights, betweenFaults);
  }

  /** Puts each frontend into the process of a node in one run of three. */
  private static ClusterPlan combined(ClusterPlan cluster, long seed) {
    return new SplittableRandom(seed * THIRD_STREAM).nextInt(ONE_COMBINED_IN) == 0
        ? cluster.with(cluster.shape().inServers())
        : cluster;
  }

  /** Makes stores answer before they sync in one run of five. */
  private static ClusterPlan lazy(ClusterPlan cluster, SplittableRandom random) {
    return random.nextInt(ONE_LAZY_IN) == 0
        ? cluster.syncingEvery(Duration.ofMillis(random.nextInt(10, 1_000)))
        : cluster;
  }

  /** Draws long or short nights, and in one run of four adds a night. */
  private static Load withNights(Load load, SplittableRandom random) {
    int more = random.nextInt(ONE_WITH_MORE_NIGHTS_IN) == 0 ? 1 : 0;
    return new Load(
        load.clients(),
        load.seconds() / (more + 1),
        load.nights() + more,
        random.nextInt(ONE_LONG_NIGHT_IN) == 0 ? LONG_NIGHT : NIGHT,
        load.away(),
        load.between());
  }

  /**
   * Spreads the same operations over minutes, so that timers of a minute run out. No other run
   * reaches these with the constants of production.
   */
  private static Load slow(Load load, SplittableRandom random) {
    return new Load(
        load.clients(),
        random.nextInt(60, 180) / (load.nights() + 1.0),
        load.nights(),
        load.night(),
        load.away(),
        load.between().multipliedBy(SLOWER));
  }

  /** Draws one data centre most of the time, because two cost twice the time. */
  private static int dataCenters(SplittableRandom random) {
    int choice = random.nextInt(20);
    return choice < 15 ? 1 : choice < 19 ? 2 : 3;
  }

  /** Draws 1 to 5 seconds, mostly few. */
  private static double seconds(SplittableRandom random) {
    double chance = random.nextDouble();
    return 1 + 4 * chance * chance;
  }

  /** Draws a time that is shorter if the cluster has more background work. */
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
        faults(new FaultDraw(random, cluster), load, betweenFaults),
        chances);
  }

  private static List<Fault> faults(FaultDraw draw, Load load, Duration between) {
    List<Fault> faults = new ArrayList<>(draw.draw(load.all(), between));
    boolean mayForget = load.night().compareTo(ClusterPlan.FORGOTTEN) > 0;
    if (mayForget && load.all().toMillis() > 1000 * load.seconds()) {
      faults.addAll(draw.late(faults.size(), load.all()));
    }
    return faults;
  }
}
