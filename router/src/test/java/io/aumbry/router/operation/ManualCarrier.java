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
 * Carries virtual threads on the thread of the test, one at a time, in the order in which they
 * became ready, on a clock that only moves when nothing else can.
 */
final class ManualCarrier implements Carrier, Time {
  private static final long START_MILLIS = 1_700_000_000_000L;

  private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(
          Comparator.comparingLong((Alarm alarm) -> alarm.atNanos)
              .thenComparingLong(alarm -> alarm.number));
  private final List<Throwable> escaped = new ArrayList<>();

  /** The names of all threads that were started. */
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

  /** The value or exception that a thread ended with. */
  private static final class Outcome<T> {
    final List<T> value = new ArrayList<>(1);
    final List<Throwable> failure = new ArrayList<>(1);

    boolean isThere() {
      return !value.isEmpty() || !failure.isEmpty();
    }
  }

  /** Runs {@code work} as a request does; time moves on as long as it waits, and no longer. */
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

  /** Lets everything end that was begun, however long it takes; nothing may have gone wrong. */
  void settle() {
    while (step()) {
      // until nothing is left to do
    }
    if (!escaped.isEmpty()) {
      throw new AssertionError("a thread ended with an exception", escaped.getFirst());
    }
  }

  /** Lets so much time pass. */
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
