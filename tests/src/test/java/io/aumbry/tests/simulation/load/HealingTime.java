package io.aumbry.tests.simulation.load;

/**
 * The time that replicas get to become equal. If the leaders are by a tenth less behind when it is
 * over, they get the same time once more. Records may come slowly where files and limits are scaled
 * down: a leader needs a round trip or more to the other data centre for each file of a few
 * records. Replicas that do not come nearer get no more time.
 */
final class HealingTime {
  static final int MOST_TIMES = 10;

  private static final int SHARE = 10;

  private final double seconds;
  private int times = 1;
  private double end;
  private long behind;

  /**
   * Time that begins now.
   *
   * @param seconds granted each time
   * @param behind the records that leaders do not have of their peers
   */
  HealingTime(double seconds, double now, long behind) {
    this.seconds = seconds;
    this.end = now + seconds;
    this.behind = behind;
  }

  /** Whether the time is over, and no more of it is granted. */
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

  /** All seconds that were granted. */
  double granted() {
    return times * seconds;
  }
}
