package io.aumbry.tests.cluster;

import io.aumbry.bench.load.Latencies;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** How long requests of a client took, and how often one frontend was not enough. */
final class RequestTimes {
  private static final int DIGITS = 3;

  private final ConcurrentHistogram nanos = new ConcurrentHistogram(DIGITS);
  private final AtomicInteger passedOn = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  /** A request has got its last answer. */
  void answered(long afterNanos) {
    nanos.recordValue(afterNanos);
  }

  /** A frontend did not answer, or answered 503, and the client asks another one. */
  void passedOn() {
    passedOn.incrementAndGet();
  }

  /** All frontends have answered 503. */
  void refused() {
    refused.incrementAndGet();
  }

  /** Number of requests since the last summary. */
  long requests() {
    return nanos.getTotalCount();
  }

  /** The times since the last call. */
  synchronized Summary take() {
    Summary summary =
        new Summary(
            nanos.getTotalCount(),
            passedOn.getAndSet(0),
            refused.getAndSet(0),
            Latencies.of(nanos),
            Tail.of(nanos),
            nanos.getMaxValue() / 1e6);
    nanos.reset();
    return summary;
  }

  /**
   * A summary of requests.
   *
   * @param passedOn how often a client asked another frontend
   * @param refused requests that all frontends answered 503 at first
   */
  record Summary(
      long requests,
      int passedOn,
      int refused,
      Latencies latencies,
      Tail tail,
      double longestMillis) {}

  /**
   * The bounds between which the true p99.9 lies with a probability of 99 %. The number of requests
   * that are slower than the true p99.9 is distributed binomially, whatever the distribution of the
   * times. The bounds are therefore the times of two ranks. Stalls slow several requests at once,
   * so the true bounds are somewhat wider.
   */
  record Tail(double lowMillis, double highMillis) {
    /** With fewer requests, the upper bound may be slower than the slowest request. */
    static final int ENOUGH = 10_000;

    private static final double SLOWER = 0.001;
    private static final double DEVIATIONS = 2.58;

    static Tail of(Histogram nanos) {
      double slower = nanos.getTotalCount() * SLOWER;
      double error = DEVIATIONS * Math.sqrt(slower * (1 - SLOWER));
      return new Tail(
          millis(nanos, slower + error),
          nanos.getTotalCount() < ENOUGH
              ? Double.POSITIVE_INFINITY
              : millis(nanos, slower - error));
    }

    private static double millis(Histogram nanos, double slower) {
      double percent = 100 * (1 - slower / Math.max(1, nanos.getTotalCount()));
      return nanos.getValueAtPercentile(Math.max(0, percent)) / 1e6;
    }

    /** Whether the times show that the p99.9 is more than a multiple of another one. */
    boolean exceeds(double times, Tail other) {
      return lowMillis > times * other.highMillis;
    }
  }
}
