package io.aumbry.bench.load;

import io.aumbry.protocol.runtime.Time;
import java.util.concurrent.locks.LockSupport;

/**
 * Parks the thread, as precisely as the kernel does (it may be late by 0.05 to 0.1 ms, which the
 * latencies of an open loop therefore contain). Load comes at the pace of real time, so this class
 * waits for time to pass, which the rest of the product must not.
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
