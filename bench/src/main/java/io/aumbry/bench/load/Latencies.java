package io.aumbry.bench.load;

import org.HdrHistogram.Histogram;

/** Latency percentiles of calls in microseconds; NaN without calls. */
public record Latencies(double p50, double p95, double p99, double p999) {
  public static final Latencies NONE =
      new Latencies(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  public static Latencies of(Histogram nanos) {
    return nanos.getTotalCount() == 0
        ? NONE
        : new Latencies(
            micros(nanos, 50), micros(nanos, 95), micros(nanos, 99), micros(nanos, 99.9));
  }

  private static double micros(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e3;
  }
}
