package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.Partition;
import org.junit.jupiter.api.Test;

class PartitionTurnsTest {
  private static final Partition FIRST = Views.partition(1, false, "1aS 1bS 1cS");
  private static final Partition SECOND = Views.partition(2, false, "1aS 1bS 1cS");
  private static final int TINY = 100;
  private static final long END = PartitionTurns.SPAN.toNanos();

  private final PartitionTurns turns = new PartitionTurns();

  @Test
  void noPartitionHasTheTurnAtFirst() {
    assertThat(turns.join(TINY, 0)).isEmpty();
  }

  @Test
  void turnEndsAfterItsLimitOfBlobs() {
    turns.begin(FIRST, TINY, 0);
    for (int i = 1; i < 64; i++) {
      assertThat(turns.join(TINY, 0)).contains(FIRST);
    }
    assertThat(turns.join(TINY, 0)).isEmpty();
    turns.begin(SECOND, TINY, 0);
    assertThat(turns.join(TINY, 0)).contains(SECOND);
  }

  @Test
  void turnEndsAfterItsLimitOfBytes() {
    turns.begin(FIRST, PartitionTurns.SMALL, 0);
    for (int i = 1; i < 4; i++) {
      assertThat(turns.join(PartitionTurns.SMALL, 0)).contains(FIRST);
    }
    assertThat(turns.join(PartitionTurns.SMALL, 0)).isEmpty();
  }

  @Test
  void turnEndsByTimeWhereverTheClockBegins() {
    for (long start : new long[] {0, Long.MAX_VALUE - 1, Long.MIN_VALUE}) {
      turns.begin(FIRST, TINY, start);
      assertThat(turns.join(TINY, start + END - 1)).contains(FIRST);
      assertThat(turns.join(TINY, start + END)).isEmpty();
    }
  }

  @Test
  void largeBlobsNeitherJoinATurnNorBeginOne() {
    turns.begin(FIRST, PartitionTurns.SMALL + 1, 0);
    assertThat(turns.join(TINY, 0)).isEmpty();
    turns.begin(SECOND, TINY, 0);
    assertThat(turns.join(PartitionTurns.SMALL + 1, 0)).isEmpty();
    assertThat(turns.join(TINY, 0)).contains(SECOND);
  }
}
