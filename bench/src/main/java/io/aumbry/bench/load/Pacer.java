package io.aumbry.bench.load;

/** Waits for a point in time. Tests replace it. */
public interface Pacer {
  /** Returns at or shortly after {@code nanos} of the generator's monotonic time. */
  void awaitUntil(long nanos);
}
