package io.aumbry.protocol.runtime;

/**
 * The two clocks of a process: wall time, which names moments, and monotonic time, which measures
 * spans.
 */
public interface Time {
  /** Milliseconds since 1970-01-01T00:00Z; may jump when an operator or NTP sets the clock. */
  long wallMillis();

  /** Nanoseconds since an arbitrary origin; never goes back. */
  long monotonicNanos();
}
