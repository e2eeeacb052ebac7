package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.load.Fault.Aim;
import io.aumbry.tests.simulation.load.Fault.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the faults of a run. A run has a random choice of the kinds of faults. In most runs a share
 * of the faults is aimed at the state that earlier faults have brought about, and follows soon.
 */
final class FaultDraw {
  private static final Duration LONGEST = Duration.ofSeconds(8);

  /** An aimed fault follows the one before in this part of the usual time. */
  private static final int SOON = 4;

  private static final List<Kind> REBUILT =
      List.of(Kind.SYNC_ERROR, Kind.WRITE_ERROR, Kind.READ_ERROR, Kind.BAD_SECTOR);

  /** Kinds after which a machine is silent and keeps its data. */
  private static final List<Kind> SILENT =
      List.of(Kind.KILL, Kind.POWER, Kind.CUT_OFF, Kind.STALL, Kind.LOSE_SESSION);

  /** Kinds for which a replica is made anew. */
  private static final List<Kind> TAKING = List.of(Kind.NEW_DISKS, Kind.LOST_STORE);

  private final SplittableRandom random;
  private final ClusterPlan cluster;

  /** The share of aimed faults, in quarters. */
  private final int aimed;

  FaultDraw(SplittableRandom random, ClusterPlan cluster) {
    this.random = random;
    this.cluster = cluster;
    this.aimed = random.nextInt(4);
  }

  /**
   * Draws faults in order of time.
   *
   * @param span in which they begin
   * @param between the most time between two of them
   */
  List<Fault> draw(Duration span, Duration between) {
    List<Kind> kinds = some();
    List<Fault> faults = new ArrayList<>();
    Duration at = until(between);
    while (!kinds.isEmpty() && at.compareTo(span) < 0) {
      Aim aim = faults.isEmpty() ? Aim.NONE : aim();
      faults.add(
          new Fault(
              faults.size(),
              at,
              any(kinds(aim, kinds)),
              target(aim),
              until(random.nextBoolean() ? LONGEST : between)));
      at = at.plus(until(between.dividedBy(random.nextInt(4) < aimed ? SOON : 1)));
    }
    return faults;
  }

  private List<Kind> some() {
    int share = random.nextInt(1, 5);
    List<Kind> kinds = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      if (random.nextInt(4) < share
          && (cluster.dataCenters() > 1 || !kind.isBetweenDataCenters())) {
        kinds.add(kind);
      }
    }
    if (cluster.upkeep().rebuilds()) {
      kinds.addAll(REBUILT);
    }
    return kinds;
  }

  private Aim aim() {
    return random.nextInt(4) < aimed ? any(List.of(Aim.values())) : Aim.NONE;
  }

  /** The kinds that make something of an aim, or those of the run. */
  private List<Kind> kinds(Aim aim, List<Kind> drawn) {
    return switch (aim) {
      case SOLE_CHANGE, SOLE_END -> SILENT;
      case REBUILDING, SOURCE -> random.nextBoolean() ? TAKING : drawn;
      case NONE, REPEATED, UNHEALED -> drawn;
    };
  }

  private Fault.Target target(Aim aim) {
    return new Fault.Target(
        aim,
        random.nextInt(cluster.nodes()),
        random.nextInt(cluster.nodes() - 1 + cluster.frontends()),
        random.nextInt(cluster.disks()));
  }

  private <T> T any(List<T> choice) {
    return choice.get(random.nextInt(choice.size()));
  }

  private Duration until(Duration most) {
    return Duration.ofNanos(random.nextLong(most.toNanos()));
  }
}
