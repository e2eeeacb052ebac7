package io.aumbry.bench.load;

/** The intended start times of requests. */
public sealed interface Schedule {
  /**
   * Returns the time from which the latency of a ticket's request counts. The request is not sent
   * earlier.
   *
   * @param began start of the phase
   * @param now time at which the sending thread became free
   */
  long intendedStart(long ticket, long began, long now);

  /** Each connection sends its next request as soon as it has the answer to its last. */
  record ClosedLoop() implements Schedule {
    @Override
    public long intendedStart(long ticket, long began, long now) {
      return now;
    }
  }

  /**
   * Requests start at even intervals, however long answers take. If all connections are busy, a
   * request is sent late, but its latency counts from its intended start. The figures therefore
   * include the effect of a stall on later requests (no coordinated omission).
   *
   * @param rate requests per second
   */
  record OpenLoop(double rate) implements Schedule {
    private static final double NANOS_PER_SECOND = 1e9;

    public OpenLoop {
      if (!(rate > 0) || Double.isInfinite(rate)) {
        throw new IllegalArgumentException("rate must be above 0 requests a second, not " + rate);
      }
    }

    @Override
    public long intendedStart(long ticket, long began, long now) {
      return began + (long) (ticket * (NANOS_PER_SECOND / rate));
    }
  }
}
