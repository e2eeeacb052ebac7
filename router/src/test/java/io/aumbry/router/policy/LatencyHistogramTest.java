package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
  private static final long MILLI = 1_000_000;

  private final LatencyHistogram histogram = new LatencyHistogram();

  private void record(int answers, long millis) {
    for (int i = 0; i < answers; i++) {
      histogram.record(millis * MILLI);
    }
  }

  @Test
  void aQuantileIsWithinAnEighth() {
    for (long micros : new long[] {8, 9, 100, 999, 12_345, 1_000_000, 60_000_000}) {
      LatencyHistogram one = new LatencyHistogram();
      one.record(micros * 1000);
      assertThat(one.quantileNanos(0.95) / 1000).isBetween(micros, micros + micros / 8 + 1);
      assertThat(one.samples()).isOne();
    }
    assertThat(histogram.quantileNanos(0.95)).isZero();
  }

  @Test
  void theQuantileIsTheFirstLatencyThatCoversItsShareOfTheAnswers() {
    record(3, 1);
    record(1, 100);
    assertThat(histogram.quantileNanos(0.75)).isBetween(MILLI, 2 * MILLI);
    assertThat(histogram.quantileNanos(0.76)).isBetween(100 * MILLI, 113 * MILLI);
  }

  @Test
  void eachDecayForgetsAnEighth() {
    record(64, 1);
    histogram.decay();
    assertThat(histogram.samples()).isEqualTo(56);
    histogram.decay();
    assertThat(histogram.samples()).isEqualTo(49);
  }

  @Test
  void anAnswerFadesCompletely() {
    record(1, 1);
    for (int i = 0; i < 100; i++) {
      histogram.decay();
    }
    assertThat(histogram.samples()).isZero();
    assertThat(histogram.quantileNanos(0.95)).isZero();
    record(1, 100);
    assertThat(histogram.quantileNanos(0.01)).isGreaterThan(99 * MILLI);
  }
}
