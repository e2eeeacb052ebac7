package io.aumbry.bench.load;

/** Waits for moments to come; in tests, makes them come. */
public interface Pacer {
  /** Returns at or shortly after {@code nanos} in the scale of the generator's monotonic time. */
  void awaitUntil(long nanos);
}
