package io.aumbry.frontend.name;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Runs started threads when the test says so. Every wait ends at its deadline at once. */
final class LaterCarrier implements Carrier, Time {
  private final Deque<Runnable> started = new ArrayDeque<>();
  private long nanos;
  private long setBackMillis;

  void advance(Duration span) {
    nanos += span.toNanos();
  }

  /** Sets the wall clock back. */
  void setBack(Duration span) {
    setBackMillis += span.toMillis();
  }

  /** Runs all threads that were started. */
  void runStarted() {
    while (!started.isEmpty()) {
      started.removeFirst().run();
    }
  }

  RequestContext request() {
    return new RequestContext("test", this, Deadline.after(Duration.ofMinutes(1), this));
  }

  @Override
  public void start(String name, Runnable task) {
    started.add(task);
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    advance(delay);
    action.run();
    return () -> {};
  }

  @Override
  public Time time() {
    return this;
  }

  @Override
  public long wallMillis() {
    return 1_800_000_000_000L - setBackMillis + nanos / 1_000_000;
  }

  @Override
  public long monotonicNanos() {
    return nanos;
  }
}
