package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.load.Fault.Aim;
import io.aumbry.tests.simulation.load.Fault.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the faults of a run, from a random choice of kinds. In most runs a share of the faults is
 * aimed at the state that earlier faults have caused, and follows soon after them.
 */
final class FaultDraw {
  private static final Duration LONGEST = Duration.ofSeconds(8);

  /** The divisor of the usual time between two faults, for an aimed fault. */
  private static final int SOON = 4;

  /** Time after a long night in which replicas agree and compaction forgets deletes. */
  static final Duration REST = Duration.ofSeconds(12);

  /** Kinds that bring back forgotten blobs, most often with an old copy of a disk. */
  private static final List<Kind> REVIVING =
      List.of(Kind.OLD_DISK, Kind.OLD_DISK, Kind.OLD_STORE, Kind.LOST_TAIL);

  private static final Duration LATE = Duration.ofSeconds(2);
  private static final Duration SHORT = Duration.ofMillis(600);
  private static final int MOST_LATE = 4;

  private static final List<Kind> REBUILT =
      List.of(Kind.SYNC_ERROR, Kind.WRITE_ERROR, Kind.READ_ERROR, Kind.BAD_SECTOR);

  /** Kinds after which a machine is silent and keeps its data. */
  private static final List<Kind> SILENT =
      List.of(Kind.KILL, Kind.POWER, Kind.CUT_OFF, Kind.STALL, Kind.LOSE_SESSION);

  /** Kinds that may end a bulk copy. */
  private static final List<Kind> BREAKING =
      List.of(Kind.KILL, Kind.POWER, Kind.RESET, Kind.CUT_OFF, Kind.WRITE_ERROR, Kind.FULL_DISK);

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
      if (aim == Aim.COPYING) {
        faults.add(beforeCopy(faults.size(), at));
      }
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

  /** Draws a fault after which a replica is built anew, most often by a bulk copy. */
  private Fault beforeCopy(int number, Duration at) {
    return new Fault(number, at, any(List.of(Kind.MOVE, Kind.NEW_DISKS)), target(Aim.NONE), SHORT);
  }

  /**
   * Draws faults for the time after a long night, when deletes may be forgotten. The first one
   * brings back forgotten blobs, and the others hit its consequences.
   *
   * @param from end of all other faults
   */
  List<Fault> late(int number, Duration from) {
    List<Fault> faults = new ArrayList<>();
    Duration at = from.plus(REST);
    int count = 1 + random.nextInt(MOST_LATE);
    while (faults.size() < count) {
      Aim aim = faults.isEmpty() ? Aim.NONE : any(List.of(Aim.SOURCE, Aim.UNHEALED, Aim.NONE));
      List<Kind> kinds = aim == Aim.NONE ? lateKinds(faults.isEmpty()) : SILENT;
      faults.add(
          new Fault(
              number + faults.size(),
              at,
              any(kinds),
              target(aim),
              until(aim == Aim.NONE ? SHORT : LONGEST)));
      at = at.plus(until(LATE.dividedBy(count)));
    }
    return faults;
  }

  private static List<Kind> lateKinds(boolean isFirst) {
    return isFirst ? REVIVING : List.of(Kind.LOST_HORIZON, Kind.NEW_DISKS, Kind.POWER);
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

  private List<Kind> kinds(Aim aim, List<Kind> drawn) {
    return switch (aim) {
      case SOLE_CHANGE, SOLE_END -> SILENT;
      case COPYING -> BREAKING;
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
