package io.aumbry.protocol.runtime;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** JDK threads and real time. */
public final class PlainCarrier implements Carrier, AutoCloseable {
  private final Time time = new SystemTime();
  private final ScheduledExecutorService alarms =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  /** A request with a deadline beyond any test. */
  public RequestContext patient() {
    return within(Patience.LIMIT);
  }

  public RequestContext within(Duration span) {
    return new RequestContext("test", this, Deadline.after(span, time));
  }

  @Override
  public void start(String name, Runnable task) {
    Thread.ofVirtual().name(name).start(task);
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    var pending = alarms.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> pending.cancel(false);
  }

  @Override
  public Time time() {
    return time;
  }

  @Override
  public void close() {
    alarms.shutdownNow();
  }
}
