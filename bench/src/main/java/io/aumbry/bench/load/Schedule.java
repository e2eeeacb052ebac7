package io.aumbry.bench.load;

/** When the request of a ticket ought to start. */
public sealed interface Schedule {
  /**
   * The moment from which the latency of the ticket's request counts, and before which it is not
   * sent.
   *
   * @param began when the phase began
   * @param now when the thread that sends it became free
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
   * Requests start at even distances however long the answers take. One that finds every connection
   * busy is sent late, and its latency counts from when it should have been sent: what a stall does
   * to those who arrive during it is in the figures (no coordinated omission).
   *
   * @param rate requests a second
   */
  record OpenLoop(double rate) implements Schedule {
    private static final double NANOS_PER_SECOND = 1e9;

    public OpenLoop {
      if (!(rate > 0) || Double.isInfinite(rate)) {
        throw new IllegalArgumentException("rate " + rate + " a second, must be above 0");
      }
    }

    @Override
    public long intendedStart(long ticket, long began, long now) {
      return began + (long) (ticket * (NANOS_PER_SECOND / rate));
    }
  }
}
