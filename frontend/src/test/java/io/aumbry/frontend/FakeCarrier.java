package io.aumbry.frontend;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Timer;
import java.time.Duration;

/** A carrier for code without threads. Every wait ends at its deadline at once. */
record FakeCarrier(ManualTime time) implements Carrier {
  @Override
  public void start(String name, Runnable task) {
    throw new AssertionError("starts a thread: " + name);
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    time.advance(delay);
    action.run();
    return () -> {};
  }
}
