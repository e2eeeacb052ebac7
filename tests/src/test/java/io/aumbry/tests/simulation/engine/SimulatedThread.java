package io.aumbry.tests.simulation.engine;

import io.aumbry.tests.simulation.instrument.Interleaving;
import io.aumbry.tests.simulation.instrument.YieldPoints;
import io.aumbry.transport.loop.LoopThreads;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Executor;

/** A virtual thread of a simulated process, and the executor that schedules it. */
final class SimulatedThread implements Executor, Interleaving {
  /** Calls {@link #execute}, because these threads have the simulation's scheduler. */
  private static final Runnable GIVE_WAY = Thread::yield;

  private final SimulatedScheduler scheduler;
  private final SimulatedProcess process;
  private final int number;
  private final String name;
  private final Thread thread;

  /** Monitors that the thread holds, plus functions of concurrent maps that it is running. */
  private int locks;

  /** Whether the thread is yielding and the scheduler does not have it back yet. */
  private boolean givesWay;

  private boolean gaveWay;

  private long awayNanos;

  private int awaited;

  private Optional<Runnable> away = Optional.empty();

  SimulatedThread(
      SimulatedScheduler scheduler, SimulatedProcess process, String name, Runnable task) {
    this.scheduler = scheduler;
    this.process = process;
    this.number = scheduler.nextThread();
    this.name = process.name() + "/" + name;
    this.thread =
        LoopThreads.carriedBy(this).name(this.name).unstarted(() -> process.run(name, body(task)));
  }

  private Runnable body(Runnable task) {
    return scheduler.isPreemptive() ? () -> YieldPoints.run(this, task) : task;
  }

  /**
   * Never stops a holder of a monitor, because the JVM, not the scheduler, wakes a waiting thread.
   */
  @Override
  public void accesses(int site) {
    Preemption preemption = scheduler.preemption();
    preemption.meets(process, site);
    if (locks == 0 && preemption.strikes(site)) {
      awayNanos = preemption.nanos();
      awaited = site;
      givesWay = true;
      GIVE_WAY.run();
      givesWay = false;
    }
  }

  private void comesBack() {
    if (away.isPresent()) {
      Runnable slice = away.get();
      away = Optional.empty();
      scheduler.ready(this, slice);
    }
  }

  /**
   * Ends a preemption early if the thread was stopped in the class of this place.
   *
   * @return whether the thread no longer waits
   */
  boolean meets(SimulatedProcess other, int site) {
    if (other == process && site >> Short.SIZE == awaited >> Short.SIZE) {
      comesBack();
    }
    return away.isEmpty() || !isAlive();
  }

  @Override
  public void locked() {
    locks++;
  }

  @Override
  public void unlocked() {
    locks--;
  }

  Thread thread() {
    return thread;
  }

  int number() {
    return number;
  }

  String name() {
    return name;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  boolean isHalted() {
    return process.isHalted();
  }

  /** Called when the thread is started, is unparked or yields. */
  @Override
  public void execute(Runnable slice) {
    if (!givesWay) {
      scheduler.ready(this, slice);
      return;
    }
    givesWay = false;
    gaveWay = true;
    if (awayNanos == 0) {
      scheduler.ready(this, slice);
    } else {
      away = Optional.of(slice);
      scheduler.preemption().waits(this);
      scheduler.schedule(process, awayNanos, this::comesBack);
    }
  }

  void run(Runnable slice) {
    gaveWay = false;
    slice.run();
  }

  /** Whether the thread has parked, yielded or ended, rather than blocked on a monitor. */
  boolean hasStopped() {
    if (gaveWay) {
      return true;
    }
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TERMINATED;
  }

  /**
   * Returns the finding for a thread that waits for a monitor. The JVM decides when such a thread
   * continues, so the run would not be repeatable.
   */
  Finding blocked() {
    return new Finding(
        name
            + " waits for a monitor, held by a thread that waits too; it must be a Mutex: "
            + Arrays.stream(thread.getStackTrace()).limit(12).toList());
  }
}
