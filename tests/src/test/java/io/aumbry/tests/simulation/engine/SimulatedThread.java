package io.aumbry.tests.simulation.engine;

import io.aumbry.transport.loop.LoopThreads;
import java.util.Arrays;
import java.util.concurrent.Executor;

/** A virtual thread of a simulated process; the executor that it was made for. */
final class SimulatedThread implements Executor {
  private final SimulatedScheduler scheduler;
  private final SimulatedProcess process;
  private final int number;
  private final String name;
  private final Thread thread;

  SimulatedThread(
      SimulatedScheduler scheduler, SimulatedProcess process, String name, Runnable task) {
    this.scheduler = scheduler;
    this.process = process;
    this.number = scheduler.nextThread();
    this.name = process.name() + "/" + name;
    this.thread =
        LoopThreads.carriedBy(this).name(this.name).unstarted(() -> process.run(name, task));
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

  /** The thread was started or unparked. */
  @Override
  public void execute(Runnable slice) {
    scheduler.ready(this, slice);
  }

  /** Whether it has parked or ended, and not just met a monitor that is held. */
  boolean hasStopped() {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TERMINATED;
  }

  /**
   * Who waits for a monitor is woken by the JVM when it likes, and no run would be like another.
   */
  Finding blocked() {
    return new Finding(
        name
            + " waits for a monitor, held by a thread that waits too; it must be a Mutex: "
            + Arrays.stream(thread.getStackTrace()).limit(12).toList());
  }
}
