package io.aumbry.store;

import io.aumbry.protocol.runtime.Time;
import java.util.concurrent.atomic.AtomicLong;

/** Wall time that a test sets; monotonic time stands still. */
public final class HandTime implements Time {
  private final AtomicLong wallMillis = new AtomicLong(1_800_000_000_000L);

  public void advance(long millis) {
    wallMillis.addAndGet(millis);
  }

  @Override
  public long wallMillis() {
    return wallMillis.get();
  }

  @Override
  public long monotonicNanos() {
    return 0;
  }
}
