package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The positions from which records before a head range are requested. */
class HeadCursorTest {
  private static final long HEAD = 1_000_000;
  private static final int MOST = HeadCursor.MOST_STEP;

  private final HeadCursor cursor = new HeadCursor();

  private long next(long head) {
    return cursor.next(head, 0, MOST);
  }

  /** Fetches one step before the range, in answers of {@code records} records. */
  private long getStep(long head, int records) {
    long first = next(head);
    long reached = head;
    while (reached > first) {
      long after = next(reached);
      if (after + records < reached) {
        cursor.endedAt(after, after + records);
      } else {
        reached = after;
        cursor.reached();
      }
    }
    return reached;
  }

  @Test
  void stepsGrowWhileOneAnswerCoversEachOfThem() {
    long first = getStep(HEAD, MOST);
    long second = getStep(first, MOST);
    assertThat(first - second).isEqualTo(2 * (HEAD - first));
    long head = second;
    for (int i = 0; i < 10; i++) {
      head -= MOST;
      getStep(head, MOST);
    }
    assertThat(head - next(head)).as("no more than allowed").isEqualTo(MOST);
  }

  @Test
  void stepsStayShortWhileAnswersAreShort() {
    long head = getStep(HEAD, 4);
    for (int i = 0; i < 20; i++) {
      head = getStep(head, 4);
    }
    assertThat(head - next(head)).isEqualTo(16);
  }

  @Test
  void piecesAreFetchedInReverseOrder() {
    long start = next(HEAD);
    cursor.endedAt(start, start + 20);
    assertThat(next(HEAD)).isEqualTo(start + 20);
    cursor.endedAt(start + 20, start + 50);
    assertThat(next(HEAD)).isEqualTo(start + 50);
    assertThat(next(start + 50)).isEqualTo(start + 20);
    assertThat(next(start + 20)).isEqualTo(start);
  }

  @Test
  void noRecordBeforeTheTokenIsRequested() {
    assertThat(cursor.next(HEAD, HEAD - 5, MOST)).isEqualTo(HEAD - 5);
  }

  @Test
  void aPieceBeforeTheRangeFollowsRecordsThatWereAlreadyHere() {
    assertThat(cursor.takeEcho()).isFalse();
    cursor.echoed();
    assertThat(cursor.takeEcho()).isTrue();
    assertThat(cursor.takeEcho()).isFalse();
  }
}
