package io.aumbry.tests.simulation.engine;

import io.aumbry.protocol.runtime.Timer;
import io.aumbry.tests.simulation.instrument.CodeWatch;
import io.aumbry.transport.loop.LoopThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Runs ready threads and due timers one at a time, in an order that the seed decides. All calls
 * must come from the thread that runs the scheduler, or from threads that it carries. Other threads
 * may only make a thread ready, and such a run is not repeatable.
 */
public final class SimulatedScheduler {
  /**
   * Limit of steps at one moment of virtual time. Beyond it, threads are assumed to wake each other
   * in an endless loop.
   */
  private static final int MAX_STEPS_AT_ONCE = 2_000_000;

  private static final int MOST_SPINS = 100_000_000;

  /** 2026-01-01T00:00Z. */
  private static final long EPOCH_MILLIS = 1_767_225_600_000L;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final SplittableRandom random;
  private final Trace trace;
  private final Queue<Ready> arrived = new ConcurrentLinkedQueue<>();
  private final List<Ready> ready = new ArrayList<>();
  private final PriorityQueue<Due> timers = new PriorityQueue<>();

  private final List<Ready> heldSlices = new ArrayList<>();

  private final List<Due> heldTimers = new ArrayList<>();
  private long now;
  private long skippedMillis;
  private long scheduled;
  private long steps;
  private int stepsNow;
  private int threads;
  private Optional<Finding> found = Optional.empty();
  private Optional<Preemption> preemption = Optional.empty();
  private final CodeWatch watch = new CodeWatch();

  private record Ready(SimulatedThread thread, Runnable slice) {}

  /** The seed decides the order of timers that are due at the same time. */
  private static final class Due implements Timer, Comparable<Due> {
    private final long nanos;
    private final long order;
    private final SimulatedProcess process;
    private final Runnable action;
    private boolean cancelled;

    Due(long nanos, long order, SimulatedProcess process, Runnable action) {
      this.nanos = nanos;
      this.order = order;
      this.process = process;
      this.action = action;
    }

    @Override
    public int compareTo(Due other) {
      return nanos == other.nanos
          ? Long.compare(order, other.order)
          : Long.compare(nanos, other.nanos);
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  public SimulatedScheduler(long seed, Trace trace) {
    if (!LoopThreads.isAvailable()) {
      throw new IllegalStateException(
          "a simulation needs --add-opens java.base/java.lang=ALL-UNNAMED");
    }
    this.random = new SplittableRandom(seed);
    this.trace = trace;
  }

  /** Nanoseconds since the simulation began. */
  public long now() {
    return now;
  }

  /** Milliseconds since 1970 of a correct clock, including skipped time. */
  public long wallMillis() {
    return EPOCH_MILLIS + skippedMillis + now / NANOS_PER_MILLI;
  }

  /** Advances all wall clocks without running anything. All machines must be off. */
  public void skip(Duration span) {
    skippedMillis += span.toMillis();
    event("run", span + " go by");
  }

  public long steps() {
    return steps;
  }

  public Trace trace() {
    return trace;
  }

  public CodeWatch watch() {
    return watch;
  }

  /** Returns a new generator, which depends on the seed and on the number of earlier calls. */
  public SplittableRandom random() {
    return random.split();
  }

  public void event(String who, String what) {
    trace.event(now, who, what);
  }

  /** Preempts threads that start from now on, where the product's classes allow it. */
  public void preempt(Preemption rule) {
    preemption = Optional.of(rule);
  }

  boolean isPreemptive() {
    return preemption.isPresent();
  }

  Preemption preemption() {
    return preemption.orElseThrow();
  }

  int nextThread() {
    return ++threads;
  }

  /** Ends the run after the current step. The first finding counts. */
  public void found(Finding finding) {
    if (found.isEmpty()) {
      found = Optional.of(finding);
    }
  }

  /**
   * Retries the work of halted processes. Work of processes that are still halted is held back
   * again.
   */
  void resumed() {
    ready.addAll(heldSlices);
    heldSlices.clear();
    timers.addAll(heldTimers);
    heldTimers.clear();
  }

  void ready(SimulatedThread thread, Runnable slice) {
    arrived.add(new Ready(thread, slice));
  }

  Timer schedule(SimulatedProcess process, long delayNanos, Runnable action) {
    Due due =
        new Due(
            now + Math.max(0, delayNanos),
            (long) random.nextInt(1 << 16) << 40 | scheduled++,
            process,
            action);
    timers.add(due);
    return due;
  }

  /** Runs everything that is due until the time is {@code nanos}. */
  public void runUntil(long nanos) {
    while (step(nanos)) {
      // each step runs one slice or timer
    }
    now = Math.max(now, nanos);
  }

  public void runFor(double seconds) {
    runUntil(now + (long) (seconds * NANOS_PER_SECOND));
  }

  /**
   * Runs one slice or timer.
   *
   * @return whether there was one until {@code limit}
   */
  public boolean step(long limit) {
    boolean did = perform(limit);
    if (found.isPresent()) {
      throw found.get();
    }
    return did;
  }

  private boolean perform(long limit) {
    for (Ready next = arrived.poll(); next != null; next = arrived.poll()) {
      ready.add(next);
    }
    if (!ready.isEmpty()) {
      runOne();
      return true;
    }
    Due due = timers.peek();
    if (due == null || due.nanos > limit) {
      return false;
    }
    timers.remove();
    if (due.process.isHalted()) {
      heldTimers.add(due);
    } else if (!due.cancelled && due.process.isAlive()) {
      if (due.nanos > now) {
        now = due.nanos;
        stepsNow = 0;
      }
      count(0);
      due.process.run("timer", due.action);
    }
    return true;
  }

  private void runOne() {
    int chosen = random.nextInt(ready.size());
    Ready next = ready.get(chosen);
    Ready last = ready.removeLast();
    if (chosen < ready.size()) {
      ready.set(chosen, last);
    }
    if (next.thread.isHalted()) {
      heldSlices.add(next);
    } else if (next.thread.isAlive()) {
      count(next.thread.number());
      next.thread.run(next.slice);
      while (!next.thread.hasStopped()) {
        next.thread.run(resumed(next.thread));
      }
    }
  }

  /**
   * Continues a thread that blocked on a monitor. A thread outside the simulation, such as a JDK
   * thread that frees memory, releases the monitor soon. A simulated thread would never release it,
   * because only one runs at a time.
   */
  private Runnable resumed(SimulatedThread thread) {
    for (int i = 0; i < MOST_SPINS; i++) {
      for (Ready next = arrived.poll(); next != null; next = arrived.poll()) {
        if (next.thread.equals(thread)) {
          return next.slice;
        }
        ready.add(next);
      }
      Thread.onSpinWait();
    }
    throw thread.blocked();
  }

  private void count(int who) {
    trace.step(now, who);
    steps++;
    if (++stepsNow > MAX_STEPS_AT_ONCE) {
      throw new Finding(
          MAX_STEPS_AT_ONCE
              + " steps without any time going by; ready are "
              + ready.stream().map(r -> r.thread.name()).distinct().sorted().limit(20).toList());
    }
  }
}
