package io.aumbry.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Checks that the benchmarks measure the cases of their names. */
final class BenchmarksTest {
  private static final int BATCH = 256;

  @Test
  void readsAndLookupsHitTheirCases() {
    ReadBenchmark benchmark = new ReadBenchmark();
    try {
      assertThat(benchmark.readOf4KiB()).isEqualTo(BATCH * (4096 + 100));
      assertThat(benchmark.indexHit()).isEqualTo(BATCH);
      assertThat(benchmark.indexMiss()).isEqualTo(BATCH);
    } finally {
      benchmark.close();
    }
  }

  @Test
  void aRecordOf4KiBIsEncodedWhole() {
    EncodeBenchmark benchmark = new EncodeBenchmark();
    assertThat(benchmark.proof().content().size()).isEqualTo(4096);
    assertThat(benchmark.encode()).isBetween(4096L + 100 + 88, 4096L + 100 + 88 + 64);
  }
}
