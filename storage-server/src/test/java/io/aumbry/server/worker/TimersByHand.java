package io.aumbry.server.worker;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only when the test says so, and the timers of real threads in it. */
final class TimersByHand implements Carrier, Time {
  private record Alarm(long atNanos, Runnable action) {}

  /** Guarded by this. */
  private final List<Alarm> alarms = new ArrayList<>();

  private volatile long nanos;

  @Override
  public void start(String name, Runnable task) {
    throw new UnsupportedOperationException();
  }

  @Override
  public synchronized Timer schedule(Duration delay, Runnable action) {
    Alarm alarm = new Alarm(nanos + delay.toNanos(), action);
    alarms.add(alarm);
    return () -> cancel(alarm);
  }

  private synchronized void cancel(Alarm alarm) {
    alarms.remove(alarm);
  }

  @Override
  public Time time() {
    return this;
  }

  @Override
  public long wallMillis() {
    return nanos / 1_000_000;
  }

  @Override
  public long monotonicNanos() {
    return nanos;
  }

  /** Waits until some thread waits for a timer, and returns the time that is left. */
  Duration awaitWaiting() {
    Patience.await().until(() -> !due().isEmpty());
    return due().getFirst();
  }

  private synchronized List<Duration> due() {
    return alarms.stream()
        .map(alarm -> Duration.ofNanos(alarm.atNanos() - nanos))
        .sorted()
        .toList();
  }

  void pass(Duration span) {
    List<Alarm> over;
    synchronized (this) {
      nanos += span.toNanos();
      over = alarms.stream().filter(alarm -> alarm.atNanos() <= nanos).toList();
    }
    over.forEach(alarm -> alarm.action().run());
    Patience.await().until(() -> due().stream().allMatch(Duration::isPositive));
  }
}
