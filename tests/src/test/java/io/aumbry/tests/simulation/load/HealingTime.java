package io.aumbry.tests.simulation.load;

/**
 * The time that replicas get to agree. If the leaders are at least a tenth less behind when it is
 * over, they get the same time again. Scaled-down files and limits can make replication slow: a
 * leader needs at least a round trip to the other data centre for each file of a few records.
 * Replicas that make no progress get no more time.
 */
final class HealingTime {
  static final int MOST_TIMES = 10;

  private static final int SHARE = 10;

  private final double seconds;
  private int times = 1;
  private double end;
  private long behind;

  /**
   * Starts the time now.
   *
   * @param seconds granted each time
   * @param behind records that leaders have yet to pull from their peers
   */
  HealingTime(double seconds, double now, long behind) {
    this.seconds = seconds;
    this.end = now + seconds;
    this.behind = behind;
  }

  /** Whether the time is over and no more is granted. */
  boolean isOver(double now, long left) {
    if (now < end) {
      return false;
    }
    boolean shrinks = left < behind && left <= behind - behind / SHARE;
    if (!shrinks || times == MOST_TIMES) {
      return true;
    }
    times++;
    end += seconds;
    behind = left;
    return false;
  }

  double granted() {
    return times * seconds;
  }
}
