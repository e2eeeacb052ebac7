package io.aumbry.bench.load;

import io.aumbry.protocol.runtime.Time;
import java.time.Duration;

/** Time that moves when the test waits or says so. For one thread. */
final class ManualPace implements Time, Pacer {
  private long nanos = 1_000_000;

  @Override
  public long wallMillis() {
    return nanos / 1_000_000;
  }

  @Override
  public long monotonicNanos() {
    return nanos;
  }

  @Override
  public void awaitUntil(long until) {
    nanos = Math.max(nanos, until);
  }

  void pass(Duration span) {
    nanos += span.toNanos();
  }
}
