package io.aumbry.protocol.runtime;

/** The clocks of a process: wall time for timestamps, monotonic time for durations. */
public interface Time {
  /** Milliseconds since 1970-01-01T00:00Z. May jump when an operator or NTP sets the clock. */
  long wallMillis();

  /** Nanoseconds since an arbitrary origin. Never goes back. */
  long monotonicNanos();
}
