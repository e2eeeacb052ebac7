package io.aumbry.protocol.metrics;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A distribution: count and sum since the start of the process, and quantiles of recent values.
 * Recording takes three additions, without a lock or a clock.
 */
public final class Summary implements Metric {
  /** Created by the first value, because most series never get one. */
  private volatile Optional<FadingHistogram> recent = Optional.empty();

  private final LongAdder count = new LongAdder();
  private final LongAdder sum = new LongAdder();
  private final double unit;

  private Summary(double unit) {
    this.unit = unit;
  }

  /** Values are shown as recorded. */
  static Summary ofSizes() {
    return new Summary(1);
  }

  /** Values are recorded in nanoseconds and shown in seconds. */
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
