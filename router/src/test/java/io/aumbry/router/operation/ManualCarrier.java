package io.aumbry.router.operation;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Runs virtual threads on the test's thread, one at a time, in the order in which they became
 * ready. Its clock moves only when all of them wait.
 */
final class ManualCarrier implements Carrier, Time {
  private static final long START_MILLIS = 1_700_000_000_000L;

  private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(
          Comparator.comparingLong((Alarm alarm) -> alarm.atNanos)
              .thenComparingLong(alarm -> alarm.number));
  private final List<Throwable> escaped = new ArrayList<>();

  /** The names of all started threads. */
  final List<String> started = new ArrayList<>();

  private final Thread.Builder.OfVirtual threads = carriedBy(ready::add);
  private long nanos = 1;
  private long scheduled;

  private static final class Alarm implements Timer {
    final long atNanos;
    final long number;
    final Runnable action;
    boolean cancelled;

    Alarm(long atNanos, long number, Runnable action) {
      this.atNanos = atNanos;
      this.number = number;
      this.action = action;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  private static Thread.Builder.OfVirtual carriedBy(Executor executor) {
    try {
      Constructor<?> constructor =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return (Thread.Builder.OfVirtual) constructor.newInstance(executor);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("needs --add-opens java.base/java.lang=ALL-UNNAMED", e);
    }
  }

  @Override
  public void start(String name, Runnable task) {
    started.add(name);
    threads
        .unstarted(() -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            escaped.add(e);
          }
        })
        .start();
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    Alarm alarm = new Alarm(nanos + delay.toNanos(), scheduled++, action);
    alarms.add(alarm);
    return alarm;
  }

  @Override
  public Time time() {
    return this;
  }

  @Override
  public long wallMillis() {
    return START_MILLIS + nanos / 1_000_000;
  }

  @Override
  public long monotonicNanos() {
    return nanos;
  }

  Duration elapsed() {
    return Duration.ofNanos(nanos);
  }

  RequestContext request(Duration limit) {
    return new RequestContext("test", this, Deadline.after(limit, this));
  }

  /** The value or exception of an ended thread. */
  private static final class Outcome<T> {
    final List<T> value = new ArrayList<>(1);
    final List<Throwable> failure = new ArrayList<>(1);

    boolean isThere() {
      return !value.isEmpty() || !failure.isEmpty();
    }
  }

  /** Runs {@code work} as a request does. Time moves only while it waits. */
  <T> T run(Supplier<T> work) {
    Outcome<T> outcome = new Outcome<>();
    start(
        "test",
        () -> {
          try {
            outcome.value.add(work.get());
          } catch (RuntimeException | Error e) {
            outcome.failure.add(e);
          }
        });
    while (!outcome.isThere()) {
      if (!step()) {
        throw new IllegalStateException("all threads wait, and nothing will wake them");
      }
    }
    if (!outcome.failure.isEmpty()) {
      throw rethrown(outcome.failure.getFirst());
    }
    return outcome.value.getFirst();
  }

  private static RuntimeException rethrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  /** Lets all work end, and requires that nothing failed. */
  void settle() {
    while (step()) {
      // Until nothing is left to do.
    }
    if (!escaped.isEmpty()) {
      throw new AssertionError("a thread ended with an exception", escaped.getFirst());
    }
  }

  /** Lets time pass. */
  void pass(Duration span) {
    boolean[] over = {false};
    schedule(span, () -> over[0] = true);
    while (!over[0]) {
      step();
    }
  }

  private boolean step() {
    Runnable next = ready.poll();
    if (next != null) {
      next.run();
      return true;
    }
    Alarm alarm = alarms.poll();
    while (alarm != null && alarm.cancelled) {
      alarm = alarms.poll();
    }
    if (alarm == null) {
      return false;
    }
    nanos = Math.max(nanos, alarm.atNanos);
    alarm.action.run();
    return true;
  }
}
