package io.aumbry.store;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import java.time.Duration;

/** A carrier on which time stands still and no timer fires. */
public final class StillTime implements Carrier, Time {
  @Override
  public void start(String name, Runnable task) {
    throw new UnsupportedOperationException(name);
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    return () -> {};
  }

  @Override
  public Time time() {
    return this;
  }

  @Override
  public long wallMillis() {
    return 0;
  }

  @Override
  public long monotonicNanos() {
    return 0;
  }
}
