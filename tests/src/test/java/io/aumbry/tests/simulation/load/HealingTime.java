package io.aumbry.tests.simulation.load;

/**
 * The time that replicas get to agree. If something is at least a tenth less when it is over, they
 * get the same time again: the records that leaders have yet to pull, or the differences.
 * Scaled-down files and limits can make replication slow: a leader needs at least a round trip to
 * the other data centre for each file of a few records. Replicas that make no progress get no more
 * time.
 */
final class HealingTime {
  static final int MOST_TIMES = 10;

  private static final int SHARE = 10;

  private final double seconds;
  private int times = 1;
  private double end;
  private Left least;

  /**
   * The work that is left until replicas agree. The number of records may rise in between, when a
   * peer that was away answers again.
   *
   * @param records that leaders have yet to pull from their peers
   * @param differences that the last check has found
   */
  record Left(long records, long differences) {
    private boolean isLessThan(Left earlier) {
      return shrinks(earlier.records, records) || shrinks(earlier.differences, differences);
    }

    private Left orLess(Left earlier) {
      return new Left(
          Math.min(records, earlier.records), Math.min(differences, earlier.differences));
    }

    private static boolean shrinks(long from, long to) {
      return to < from && to <= from - from / SHARE;
    }
  }

  /**
   * Starts the time now.
   *
   * @param seconds granted each time
   */
  HealingTime(double seconds, double now, Left left) {
    this.seconds = seconds;
    this.end = now + seconds;
    this.least = left;
  }

  /** Whether the time is over and no more is granted. */
  boolean isOver(double now, Left left) {
    if (now < end) {
      return false;
    }
    if (!left.isLessThan(least) || times == MOST_TIMES) {
      return true;
    }
    times++;
    end += seconds;
    least = left.orLess(least);
    return false;
  }
}
