package io.aumbry.frontend;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import java.time.Duration;

/** A carrier for code that starts no threads and sets no timers. */
record FakeCarrier(Time time) implements Carrier {
  @Override
  public void start(String name, Runnable task) {
    throw new AssertionError("starts a thread: " + name);
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    throw new AssertionError("sets a timer of " + delay);
  }
}
