package io.aumbry.frontend;

import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that tests control. */
final class ManualTime implements Time {
  private final AtomicLong wallMillis = new AtomicLong(1_795_000_000_123L);
  private final AtomicLong nanos = new AtomicLong();

  void advance(Duration span) {
    wallMillis.addAndGet(span.toMillis());
    nanos.addAndGet(span.toNanos());
  }

  @Override
  public long wallMillis() {
    return wallMillis.get();
  }

  @Override
  public long monotonicNanos() {
    return nanos.get();
  }
}
