package io.aumbry.protocol.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FadingHistogramTest {
  private static final long MILLI = 1_000_000;

  private final FadingHistogram histogram = new FadingHistogram();

  private void record(int times, long value) {
    for (int i = 0; i < times; i++) {
      histogram.record(value);
    }
  }

  @Test
  void aQuantileIsAtMostASixteenthTooHigh() {
    for (long value : new long[] {16, 17, 31, 32, 1000, 12_345, MILLI, 3_600_000 * MILLI}) {
      FadingHistogram one = new FadingHistogram();
      one.record(value);
      assertThat(one.quantile(0.95)).isBetween(value, value + value / 16);
      assertThat(one.samples()).isOne();
    }
    assertThat(histogram.quantile(0.95)).isZero();
  }

  @Test
  void smallValuesAreExact() {
    for (long value = 0; value < 16; value++) {
      FadingHistogram one = new FadingHistogram();
      one.record(value);
      assertThat(one.quantile(0.5)).isEqualTo(value);
    }
  }

  @Test
  void valuesOutOfRangeCountAsTheNearestInRange() {
    histogram.record(-1);
    assertThat(histogram.quantile(1)).isZero();
    histogram.record(Long.MAX_VALUE);
    assertThat(histogram.quantile(1)).isEqualTo((1L << 44) - 1);
  }

  @Test
  void aQuantileIsTheFirstValueThatCoversItsShare() {
    record(3, MILLI);
    record(1, 100 * MILLI);
    assertThat(histogram.quantile(0.75)).isBetween(MILLI, 2 * MILLI);
    assertThat(histogram.quantile(0.76)).isBetween(100 * MILLI, 107 * MILLI);
  }

  @Test
  void eachFadingForgetsAnEighth() {
    record(64, MILLI);
    histogram.fade();
    assertThat(histogram.samples()).isEqualTo(56);
    histogram.fade();
    assertThat(histogram.samples()).isEqualTo(49);
  }

  @Test
  void aFullBucketIgnoresFurtherValues() {
    record(34_000_000, 1);
    assertThat(histogram.samples()).isBetween(33_000_000L, 34_000_000L);
    histogram.fade();
    assertThat(histogram.samples()).isBetween(29_000_000L, 30_000_000L);
    assertThat(histogram.quantile(0.5)).isEqualTo(1);
  }

  @Test
  void aValueFadesCompletely() {
    record(1, MILLI);
    for (int i = 0; i < 100; i++) {
      histogram.fade();
    }
    assertThat(histogram.samples()).isZero();
    assertThat(histogram.quantile(0.95)).isZero();
    record(1, 100 * MILLI);
    assertThat(histogram.quantile(0.01)).isGreaterThan(99 * MILLI);
  }
}
