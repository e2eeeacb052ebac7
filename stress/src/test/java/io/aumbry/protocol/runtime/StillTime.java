package io.aumbry.protocol.runtime;

import java.time.Duration;

/** A carrier on which time stands still. No timer fires, and no thread starts. */
public record StillTime(long wallMillis) implements Carrier, Time {
  public StillTime() {
    this(0);
  }

  @Override
  public void start(String name, Runnable task) {
    // as if its loop were busy
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
  public long monotonicNanos() {
    return 0;
  }
}
