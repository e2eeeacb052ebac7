package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SegmentChoiceTest {
  private static final long MIB = 1 << 20;
  private static final long GIB = 1L << 30;
  private static final SegmentChoice HALF = new SegmentChoice(GIB, GIB, 0.5);

  /** Pairs of file size and kept bytes. */
  private static List<SegmentUsage> files(long... sizesAndKept) {
    List<SegmentUsage> files = new ArrayList<>();
    for (int i = 0; i < sizesAndKept.length; i += 2) {
      files.add(new SegmentUsage(i / 2, sizesAndKept[i], sizesAndKept[i + 1], 0, false));
    }
    return files;
  }

  private static List<Integer> best(SegmentChoice choice, List<SegmentUsage> files) {
    return choice.best(files).stream().map(SegmentUsage::number).toList();
  }

  @Test
  void aFileIsWorthItFromTheLeastShareOfGarbageOn() {
    assertThat(best(HALF, files(1000, 501))).isEmpty();
    assertThat(best(HALF, files(1000, 500))).containsExactly(0);
    assertThat(best(HALF, files())).isEmpty();
  }

  @Test
  void aFileThatFreesAHundredthOfItsCopyIsNotWorthIt() {
    SegmentChoice eager = new SegmentChoice(GIB, GIB, 0);
    assertThat(best(eager, files(10_100, 10_000))).isEmpty();
    assertThat(best(eager, files(10_101, 10_000))).containsExactly(0);
  }

  @Test
  void theGroupThatFreesMostForEachCopiedByteIsChosen() {
    assertThat(best(HALF, files(100 * MIB, 100 * MIB, 100 * MIB, 10 * MIB, 100 * MIB, 40 * MIB)))
        .containsExactly(1);
    assertThat(best(HALF, files(100 * MIB, 40 * MIB, 100 * MIB, 10 * MIB))).containsExactly(1);
  }

  @Test
  void smallFilesTogetherPayTheFixedCostOnce() {
    assertThat(best(HALF, files(4000, 100, 4000, 100, 4000, 100))).containsExactly(0, 1, 2);
  }

  @Test
  void theCopyFitsIntoOneFileAndIntoTheRoom() {
    List<SegmentUsage> files = files(1000, 100, 1000, 100, 1000, 100);
    assertThat(best(new SegmentChoice(200, GIB, 0.5), files)).hasSize(2);
    assertThat(best(new SegmentChoice(GIB, 200, 0.5), files)).hasSize(2);
    assertThat(best(new SegmentChoice(GIB, 199, 0.5), files)).hasSize(1);
    assertThat(best(new SegmentChoice(GIB, 99, 0.5), files)).isEmpty();
  }

  @Test
  void aFileThatWasWrittenWithLargerSegmentsIsCompactedAlone() {
    assertThat(best(new SegmentChoice(100, GIB, 0.5), files(1000, 300, 1000, 300))).hasSize(1);
    assertThat(best(new SegmentChoice(100, 299, 0.5), files(1000, 300))).isEmpty();
    assertThat(best(new SegmentChoice(100, GIB, 0.5), files(1000, 1000, 1000, 300)))
        .as("behind another file")
        .containsExactly(1);
  }

  @Test
  void eightFilesThatFitIntoOneAreMergedEvenIfThatFreesNothing() {
    long[] seven = new long[14];
    Arrays.fill(seven, 100);
    long[] eight = new long[16];
    Arrays.fill(eight, 100);
    assertThat(best(HALF, files(seven))).isEmpty();
    assertThat(best(HALF, files(eight))).hasSize(8);
  }

  @Test
  void theRunWithTheLargestShareOfGarbageIsChosenWhereverItIs() {
    List<SegmentUsage> none = files(1000, 1000);
    List<SegmentUsage> little = files(1000, 400, 1000, 500);
    List<SegmentUsage> most = files(2000, 100);
    List<SegmentUsage> much = files(3000, 900);
    assertThat(HALF.bestOf(List.of(none, little, most, much))).isEqualTo(most);
    assertThat(HALF.bestOf(List.of(most, much, little, none))).isEqualTo(most);
    assertThat(HALF.bestOf(List.of(much, none, most))).isEqualTo(most);
    assertThat(HALF.bestOf(List.of(none, files()))).isEmpty();
    assertThat(HALF.bestOf(List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1000, 0.1",
    "125, 1000, 0.3",
    "250, 1000, 0.5",
    "900, 1000, 0.5",
    "0, 0, 0.5",
    "5, -1, 0.5",
    "0, 1, 0.1"
  })
  void theLessSpaceIsFreeTheLessGarbageIsCopiedFor(long usable, long total, double least) {
    assertThat(SegmentChoice.leastGarbage(usable, total)).isCloseTo(least, within(1e-9));
  }
}
