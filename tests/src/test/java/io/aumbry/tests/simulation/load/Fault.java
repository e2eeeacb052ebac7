package io.aumbry.tests.simulation.load;

import java.time.Duration;

/**
 * One thing that goes wrong.
 *
 * @param number of the faults of a run, from 0
 * @param at since the load began
 * @param span after which it is over
 */
record Fault(int number, Duration at, Kind kind, Target target, Duration span) {
  private static final Duration SOON = Duration.ofSeconds(10);

  /**
   * The place that a fault hits.
   *
   * @param aim by which another machine than {@code node} is chosen when the fault strikes
   * @param node machine that it befalls if the aim finds none
   * @param other machine or frontend, where there are two ends
   * @param disk of the node
   */
  record Target(Aim aim, int node, int other, int disk) {
    Target on(int machine) {
      return new Target(aim, machine, other, disk);
    }
  }

  /** Relates a fault to the state of the cluster in which it strikes. */
  enum Aim {
    /** Unrelated to anything. */
    NONE,
    /** The last fault once more, of the same kind and at the same place. */
    REPEATED,
    /** A machine with a replica that bootstraps. */
    REBUILDING,
    /** A peer from which a replica bootstraps. */
    SOURCE,
    /** A machine that has lost data and has not got all of it back. */
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
    /** Stores and notes of an earlier time of the run are back. */
    OLD_DISK,
    /** Stores of an earlier time are back, beside the notes of now. */
    OLD_STORE,
    LOST_TAIL,
    LOST_STORE,
    LOST_HORIZON,
    POWER_OF_SITE,
    ISOLATE_SITE,
    BLOCK_SITE_ONE_WAY,
    SLOW_SITES;

    /** Whether it takes several data centres. */
    boolean isBetweenDataCenters() {
      return compareTo(POWER_OF_SITE) >= 0;
    }

    /** Whether it takes stores, or records of them, beside what a loss of power takes. */
    boolean takesRecords() {
      return switch (this) {
        case NEW_DISKS, OLD_DISK, OLD_STORE, LOST_TAIL, LOST_STORE -> true;
        default -> false;
      };
    }

    /** Whether it brings back what disks had earlier. */
    boolean needsImages() {
      return this == OLD_DISK || this == OLD_STORE;
    }
  }

  /** Whether it comes after the load of a run, when deletes may be forgotten. */
  boolean isAfter(Duration load) {
    return at.compareTo(load) > 0;
  }

  /**
   * When the copies of disks were made that it brings back: earlier by the more, the later it is.
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

  /** The same on another machine. */
  Fault on(int machine) {
    return new Fault(number, at, kind, target.on(machine), span);
  }

  /** The kind and place of another fault, at the time of this one. */
  Fault like(Fault other) {
    return new Fault(number, at, other.kind, other.target, span);
  }
}
