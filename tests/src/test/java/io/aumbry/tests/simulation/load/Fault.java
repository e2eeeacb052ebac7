package io.aumbry.tests.simulation.load;

import java.time.Duration;

/**
 * One thing that goes wrong.
 *
 * @param number of the faults of a run, from 0
 * @param at since the load began
 * @param node that it befalls
 * @param other machine or frontend, where there are two ends
 * @param disk of the node
 * @param span after which it is over
 */
record Fault(int number, Duration at, Kind kind, int node, int other, int disk, Duration span) {
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
    POWER_OF_SITE,
    ISOLATE_SITE,
    BLOCK_SITE_ONE_WAY,
    SLOW_SITES;

    /** Whether it takes several data centres. */
    boolean isBetweenDataCenters() {
      return compareTo(POWER_OF_SITE) >= 0;
    }
  }
}
