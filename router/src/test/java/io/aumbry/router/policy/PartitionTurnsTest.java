package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionTurnsTest {
  private static final Partition FIRST = Views.partition(1, false, "1aS 1bS 1cS");
  private static final Partition SECOND = Views.partition(2, false, "1aS 1bS 1cS");
  private static final int TINY = 100;
  private static final long END = PartitionTurns.SPAN.toMillis();

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

  /** In all processes at once. */
  @Test
  void turnEndsAtTheNextMultipleOfTheSpan() {
    for (long start : new long[] {0, 17 * END, -END}) {
      turns.begin(FIRST, TINY, start + END / 2);
      assertThat(turns.join(TINY, start + END - 1)).contains(FIRST);
      assertThat(turns.join(TINY, start + END)).isEmpty();
      assertThat(turns.join(TINY, start - 1)).as("a clock that was set back").isEmpty();
    }
  }

  @Test
  void processesDrawTheSameNumbersForTheSameTurn() {
    PartitionTurns others = new PartitionTurns();
    List<Long> drawn = new ArrayList<>();
    for (long now = 0; now < 5 * END; now += END) {
      for (int turn = 0; turn < 3; turn++) {
        long number = turns.shared(now).nextLong();
        assertThat(others.shared(now + END - 1).nextLong()).isEqualTo(number);
        drawn.add(number);
        turns.begin(FIRST, TINY, now);
        others.begin(SECOND, TINY, now + END - 1);
      }
    }
    assertThat(drawn).doesNotHaveDuplicates();
  }

  @Test
  void turnsOfSuccessiveSpansSpreadEvenly() {
    int[] drawn = new int[12];
    for (int span = 0; span < 12_000; span++) {
      drawn[turns.shared(span * END).nextInt(drawn.length)]++;
    }
    assertThat(IntStream.of(drawn).boxed()).allMatch(count -> count > 900 && count < 1100);
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
