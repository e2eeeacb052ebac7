package io.aumbry.protocol.metrics;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Distribution of values: their number and sum since the start of the process, and quantiles of
 * recent ones. Recording takes three additions, and neither locks nor reads a clock.
 */
public final class Summary implements Metric {
  /** Set by the first value: most series of a process never have one. */
  private volatile Optional<FadingHistogram> recent = Optional.empty();

  private final LongAdder count = new LongAdder();
  private final LongAdder sum = new LongAdder();
  private final double unit;

  private Summary(double unit) {
    this.unit = unit;
  }

  /** Shows values as they are recorded. */
  static Summary ofSizes() {
    return new Summary(1);
  }

  /** Shows values in seconds that are recorded in nanoseconds. */
  static Summary ofDurations() {
    return new Summary(TimeUnit.SECONDS.toNanos(1));
  }

  public void record(long value) {
    recent.orElseGet(this::first).record(value);
    count.increment();
    sum.add(value);
  }

  public long count() {
    return count.sum();
  }

  public double sum() {
    return sum.sum() / unit;
  }

  /** The value that the share {@code quantile} of recent values does not exceed. */
  public double quantile(double quantile) {
    return recent.map(histogram -> histogram.quantile(quantile)).orElse(0L) / unit;
  }

  void fade() {
    recent.ifPresent(FadingHistogram::fade);
  }

  private synchronized FadingHistogram first() {
    FadingHistogram histogram = recent.orElseGet(FadingHistogram::new);
    recent = Optional.of(histogram);
    return histogram;
  }
}
