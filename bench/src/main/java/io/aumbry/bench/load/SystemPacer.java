package io.aumbry.bench.load;

import io.aumbry.protocol.runtime.Time;
import java.util.concurrent.locks.LockSupport;

/**
 * Parks the thread until a time. The kernel may be late by 0.05 to 0.1 ms, which the latencies of
 * an open loop include. Load needs real time, so this class waits for time to pass, unlike the rest
 * of the product.
 */
public final class SystemPacer implements Pacer {
  private final Time time;

  public SystemPacer(Time time) {
    this.time = time;
  }

  @Override
  public void awaitUntil(long nanos) {
    long left;
    while ((left = nanos - time.monotonicNanos()) > 0) {
      LockSupport.parkNanos(this, left);
    }
  }
}
