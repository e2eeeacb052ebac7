package io.aumbry.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.index.MergeRule.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class MergeRuleTest {
  private static final int PART = 1000;

  private final MergeRule rule = new MergeRule(IndexLimits.ofParts(PART));

  @Test
  void aLevelIsMergedWhenItReachesTheFanIn() {
    List<Integer> parts = new ArrayList<>(Collections.nCopies(IndexLimits.FAN_IN - 1, PART));
    assertThat(rule.choose(parts)).isEmpty();
    parts.add(PART);
    assertThat(rule.choose(parts)).contains(new Run(0, IndexLimits.FAN_IN));
  }

  @Test
  void aSmallSegmentIsMergedWithItsLargerNeighbours() {
    List<Integer> parts =
        new ArrayList<>(Collections.nCopies(IndexLimits.FAN_IN - 1, PART * IndexLimits.FAN_IN));
    parts.add(3, PART / 10);
    assertThat(rule.choose(parts)).contains(new Run(0, IndexLimits.FAN_IN));
  }

  @Test
  void theLargestSegmentsAreNotMerged() {
    List<Integer> large = Collections.nCopies(IndexLimits.FAN_IN, MergeRule.MAX_ENTRIES / 2);
    assertThat(rule.choose(large)).isEmpty();
  }

  /** For any part sizes there are few segments, and entries are rewritten few times. */
  @Test
  void segmentsAndWritesGrowWithTheLogarithm() {
    SplittableRandom random = new SplittableRandom(1);
    List<Integer> segments = new ArrayList<>();
    long put = 0;
    long written = 0;
    for (int i = 0; i < 5000; i++) {
      int part = random.nextInt(5) == 0 ? random.nextInt(PART) : PART;
      put += part;
      written += part;
      segments.add(part);
      for (Optional<Run> run = rule.choose(segments); run.isPresent(); ) {
        List<Integer> sources = segments.subList(run.get().from(), run.get().to());
        int merged = sources.stream().mapToInt(Integer::intValue).sum();
        written += merged;
        sources.clear();
        segments.add(run.get().from(), merged);
        run = rule.choose(segments);
      }
      assertThat(segments.size()).isLessThanOrEqualTo(5 * (IndexLimits.FAN_IN - 1));
    }
    assertThat((double) written / put).isLessThan(5.0);
  }
}
