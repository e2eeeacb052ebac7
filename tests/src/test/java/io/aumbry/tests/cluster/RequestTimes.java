package io.aumbry.tests.cluster;

import io.aumbry.bench.load.Latencies;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;

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

  /** The times since the last call. */
  synchronized Summary take() {
    Summary summary =
        new Summary(
            nanos.getTotalCount(),
            passedOn.getAndSet(0),
            refused.getAndSet(0),
            Latencies.of(nanos),
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
      long requests, int passedOn, int refused, Latencies latencies, double longestMillis) {}
}
