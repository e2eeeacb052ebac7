package io.aumbry.server.replication;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * From where on the records before a head range are asked for. A peer reads forwards, and an answer
 * ends with a file of its log at the latest; so where answers began and ended on the way to the
 * range is remembered, and each such piece is had in turn, the last one first.
 */
final class HeadCursor {
  private static final int FIRST_STEP = 64;
  private static final int LEAST_STEP = 16;

  /** Records before the range, at most. */
  static final int MOST_STEP = 2_048;

  /** Where pieces begin, the last one on top. */
  private final Deque<Long> starts = new ArrayDeque<>();

  private int step = FIRST_STEP;

  /** Whether an answer ended before the range since the last step began. */
  private boolean isCut;

  /** Whether the records above the range were here already when they were last asked for. */
  private boolean isEcho;

  /**
   * Where to go on.
   *
   * @param head sequence number before the first record of the range
   * @param token up to where all is had
   * @param most so many records from there to the range, if nothing is remembered
   */
  long next(long head, long token, int most) {
    while (!starts.isEmpty() && starts.peek() >= head) {
      starts.pop();
    }
    if (starts.isEmpty()) {
      starts.push(head - Math.min(step, most));
      isCut = false;
    }
    return Math.max(token, starts.peek());
  }

  /** What was asked for behind {@code after} ended with {@code last}, before the range. */
  void endedAt(long after, long last) {
    if (last > after) {
      starts.push(last);
      step = Math.clamp(last - after, LEAST_STEP, MOST_STEP);
      isCut = true;
    }
  }

  /**
   * All that was asked for is in the range by now. Steps grow only while one answer covers a whole
   * step. A longer way to the range would bring no record for many answers.
   */
  void reached() {
    if (!isCut) {
      step = Math.min(MOST_STEP, 2 * step);
    }
  }

  /**
   * The records above the range were here already. The next ones wait for a piece before the range,
   * because the peer may go on to append what it pulls from here.
   */
  void echoed() {
    isEcho = true;
  }

  /** Whether a piece before the range comes next, though the peer has records above it. */
  boolean takeEcho() {
    boolean was = isEcho;
    isEcho = false;
    return was;
  }
}
