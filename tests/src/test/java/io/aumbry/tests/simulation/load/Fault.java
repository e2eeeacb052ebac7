package io.aumbry.tests.simulation.load;

import java.time.Duration;

/**
 * A fault of a run.
 *
 * @param number in the run, from 0
 * @param at time since the load began
 * @param span time until the fault ends
 */
record Fault(int number, Duration at, Kind kind, Target target, Duration span) {
  private static final Duration SOON = Duration.ofSeconds(10);

  /**
   * The place that a fault hits.
   *
   * @param aim selects a machine in place of {@code node} when the fault strikes
   * @param node the machine, unless the aim finds another
   * @param other the other machine or a frontend, for faults with two ends
   * @param disk of the machine
   */
  record Target(Aim aim, int node, int other, int disk) {
    Target on(int machine) {
      return new Target(aim, machine, other, disk);
    }
  }

  /** Relates a fault to the state of the cluster in which it strikes. */
  enum Aim {
    /** Unrelated to the state. */
    NONE,
    /** Repeats the kind and place of the last fault. */
    REPEATED,
    /** A machine with a replica that bootstraps. */
    REBUILDING,
    /** A peer from which a replica bootstraps. */
    SOURCE,
    /** The source of a bulk copy that runs, or its destination if the fault stops writes. */
    COPYING,
    /** A machine that has lost data and not recovered all of it. */
    UNHEALED,
    /** The only replica that has a change of a blob. */
    SOLE_CHANGE,
    /** The only replica that knows that a life of a blob has ended. */
    SOLE_END
  }

  enum Kind {
    KILL,
    POWER,
    BLOCK_ONE_WAY,
    CUT_OFF,
    SLOW_LINK,
    RESET,
    SLOW_DISK,
    FULL_DISK,
    SYNC_ERROR,
    WRITE_ERROR,
    READ_ERROR,
    BAD_SECTOR,
    BIT_FLIP,
    STALE_BLOCK,
    MISDIRECTED_WRITE,
    CLOCK_JUMP,
    OLD_VIEW,
    PARTIAL_VIEW,
    NEW_LEADER,
    NEW_DISKS,
    LOSE_MACHINE,
    MOVE,
    JOIN,
    DRAIN,
    LOSE_SESSION,
    STOP_COORDINATOR,
    KILL_FRONTEND,
    STALL,
    /** Stores and notes of an earlier time of the run come back. */
    OLD_DISK,
    /** Stores of an earlier time come back, beside the current notes. */
    OLD_STORE,
    LOST_TAIL,
    LOST_STORE,
    LOST_HORIZON,
    POWER_OF_SITE,
    ISOLATE_SITE,
    BLOCK_SITE_ONE_WAY,
    SLOW_SITES;

    boolean isBetweenDataCenters() {
      return compareTo(POWER_OF_SITE) >= 0;
    }

    /** Whether the fault takes stores or records, other than by a loss of power. */
    boolean takesRecords() {
      return switch (this) {
        case NEW_DISKS, OLD_DISK, OLD_STORE, LOST_TAIL, LOST_STORE -> true;
        default -> false;
      };
    }

    /** Whether a disk takes no more records, and other records can still be read. */
    boolean stopsWrites() {
      return this == WRITE_ERROR || this == FULL_DISK;
    }

    /** Whether the fault brings back earlier contents of disks. */
    boolean needsImages() {
      return this == OLD_DISK || this == OLD_STORE;
    }
  }

  /** Whether the fault comes after the load, when deletes may be forgotten. */
  boolean isAfter(Duration load) {
    return at.compareTo(load) > 0;
  }

  /**
   * The time at which to copy the disks that the fault brings back. Later faults bring back
   * relatively older copies.
   */
  Duration copiedAt() {
    return at.dividedBy(at.compareTo(SOON) < 0 ? 2 : 16);
  }

  Aim aim() {
    return target.aim();
  }

  int node() {
    return target.node();
  }

  int other() {
    return target.other();
  }

  int disk() {
    return target.disk();
  }

  Fault on(int machine) {
    return new Fault(number, at, kind, target.on(machine), span);
  }

  /** Returns a fault with the kind and place of {@code other}, at the time of this one. */
  Fault like(Fault other) {
    return new Fault(number, at, other.kind, other.target, span);
  }
}
