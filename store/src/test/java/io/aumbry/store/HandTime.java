package io.aumbry.store;

import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Wall-clock and monotonic time that only tests advance. */
public final class HandTime implements Time {
  private final AtomicLong wallMillis = new AtomicLong(1_800_000_000_000L);
  private final AtomicLong monotonicNanos = new AtomicLong();

  public void advance(long millis) {
    wallMillis.addAndGet(millis);
  }

  /** Advances monotonic time. */
  public void pass(Duration span) {
    monotonicNanos.addAndGet(span.toNanos());
  }

  @Override
  public long wallMillis() {
    return wallMillis.get();
  }

  @Override
  public long monotonicNanos() {
    return monotonicNanos.get();
  }
}
