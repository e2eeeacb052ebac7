package io.aumbry.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SizeDistributionTest {
  private static final int DRAWS = 200_000;

  private static LongStream sizes(SizeDistribution distribution) {
    return LongStream.range(0, DRAWS).map(i -> distribution.size(SplitMix.of(1, i)));
  }

  private static double share(Map<Long, Long> counts, long size) {
    return counts.getOrDefault(size, 0L) / (double) DRAWS;
  }

  @Test
  void aFixedSizeIsAlwaysThatSize() {
    SizeDistribution distribution = SizeDistribution.parse("4KiB");
    assertThat(sizes(distribution).distinct().toArray()).containsExactly(4096);
    assertThat(distribution.mean()).isEqualTo(4096);
  }

  @Test
  void sizesComeAsOftenAsTheirWeights() {
    SizeDistribution distribution = SizeDistribution.parse("4KiB=70, 64KiB=25,1 MiB=5");
    Map<Long, Long> counts =
        sizes(distribution)
            .boxed()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(counts).containsOnlyKeys(4096L, 65536L, 1048576L);
    assertThat(share(counts, 4096L)).isCloseTo(0.70, within(0.01));
    assertThat(share(counts, 65536L)).isCloseTo(0.25, within(0.01));
    assertThat(share(counts, 1048576L)).isCloseTo(0.05, within(0.01));
    assertThat(distribution.mean()).isEqualTo((4096 * 70 + 65536 * 25 + 1048576 * 5) / 100.0);
  }

  @Test
  void aRangeIsEvenOnALogarithmicScale() {
    SizeDistribution distribution = SizeDistribution.parse("1KiB-1MiB");
    assertThat(sizes(distribution).min().orElseThrow()).isBetween(1024L, 1100L);
    assertThat(sizes(distribution).max().orElseThrow()).isBetween(1_000_000L, 1048576L);
    assertThat(sizes(distribution).filter(size -> size < 32768).count() / (double) DRAWS)
        .isCloseTo(0.5, within(0.01));
    assertThat(sizes(distribution).average().orElseThrow())
        .isCloseTo(distribution.mean(), within(distribution.mean() * 0.02));
  }

  @Test
  void aRangeOfOneSizeIsThatSize() {
    SizeDistribution distribution = SizeDistribution.parse("5B-5B");
    assertThat(sizes(distribution).distinct().toArray()).containsExactly(5);
    assertThat(distribution.mean()).isEqualTo(5);
  }

  @Test
  void theExtremeDrawsStayWithinARange() {
    SizeDistribution distribution = SizeDistribution.parse("4KiB-1MiB");
    assertThat(distribution.size(0)).isEqualTo(4096);
    assertThat(distribution.size(-1)).isEqualTo(1048576);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "4",
        "4KB",
        "1MiB-4KiB",
        "0B-4KiB",
        "4KiB=0",
        "4KiB=-1",
        "4KiB=1,",
        "4KiB=x",
        "4KiB=50,1MiB"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> SizeDistribution.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
