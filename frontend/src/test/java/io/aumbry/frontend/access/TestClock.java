package io.aumbry.frontend.access;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Time that a test sets, and a carrier with timers in real time. */
public final class TestClock implements Time, Carrier, AutoCloseable {
  public static final long START = 1_800_000_000_000L;

  private final AtomicLong offset = new AtomicLong();
  private final ScheduledExecutorService timers =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  public void advance(Duration span) {
    offset.addAndGet(span.toNanos());
  }

  @Override
  public long wallMillis() {
    return START + Duration.ofNanos(offset.get()).toMillis();
  }

  @Override
  public long monotonicNanos() {
    return offset.get();
  }

  @Override
  public void start(String name, Runnable task) {
    throw new AssertionError("starts a thread: " + name);
  }

  /** A timer moves the time, so that a wait for a deadline ends. */
  @Override
  public Timer schedule(Duration delay, Runnable action) {
    Future<?> timer =
        timers.schedule(
            () -> {
              advance(delay);
              action.run();
            },
            delay.toNanos(),
            TimeUnit.NANOSECONDS);
    return () -> timer.cancel(false);
  }

  @Override
  public Time time() {
    return this;
  }

  public RequestContext context() {
    return new RequestContext("test", this, Deadline.after(Duration.ofSeconds(30), this));
  }

  @Override
  public void close() {
    timers.shutdownNow();
  }
}
