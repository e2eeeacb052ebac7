package io.aumbry.server.replication.pull;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides from which record on to ask for records before a head range. A peer reads forwards, and
 * an answer ends at the latest with a file of its log. The positions at which answers began and
 * ended are therefore remembered, and the pieces between them are fetched in reverse order.
 */
final class HeadCursor {
  private static final int FIRST_STEP = 64;
  private static final int LEAST_STEP = 16;

  static final int MOST_STEP = 2_048;

  private final Deque<Long> starts = new ArrayDeque<>();

  private int step = FIRST_STEP;

  private boolean isCut;

  /** Whether the records above the range were already here when they were last requested. */
  private boolean isEcho;

  /**
   * The sequence number after which the next pull asks for records.
   *
   * @param head sequence number before the first record of the range
   * @param token all records up to this one are here
   * @param most records to the range if no piece is remembered
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

  /** An answer from {@code after} on ended with {@code last}, before the range. */
  void endedAt(long after, long last) {
    if (last > after) {
      starts.push(last);
      step = Math.clamp(last - after, LEAST_STEP, MOST_STEP);
      isCut = true;
    }
  }

  /**
   * The requested piece is part of the range now. Steps grow only while one answer covers a whole
   * step: a longer way to the range would bring no record for many answers.
   */
  void reached() {
    if (!isCut) {
      step = Math.min(MOST_STEP, 2 * step);
    }
  }

  /**
   * The records above the range were already here. A piece before the range comes next, because the
   * peer may go on to append the records that it pulls from here.
   */
  void echoed() {
    isEcho = true;
  }

  /** Whether a piece before the range comes next although the peer has records above it. */
  boolean takeEcho() {
    boolean was = isEcho;
    isEcho = false;
    return was;
  }
}
