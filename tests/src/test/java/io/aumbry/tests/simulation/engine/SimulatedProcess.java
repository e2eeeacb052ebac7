package io.aumbry.tests.simulation.engine;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import java.time.Duration;

/**
 * A process: threads, timers and a clock that end together. It is the carrier of its requests, and
 * creates the threads that wait for its disks.
 */
public final class SimulatedProcess implements Carrier {
  private static final ScopedValue<SimulatedProcess> CURRENT = ScopedValue.newInstance();

  private final SimulatedScheduler scheduler;
  private final String name;
  private final SimulatedClock clock;
  private boolean alive = true;
  private boolean halted;

  public SimulatedProcess(SimulatedScheduler scheduler, String name, SimulatedClock clock) {
    this.scheduler = scheduler;
    this.name = name;
    this.clock = clock;
  }

  /** Creates a process that belongs to no machine, survives all of them and has a correct clock. */
  public static SimulatedProcess outside(SimulatedScheduler scheduler, String name) {
    return new SimulatedProcess(scheduler, name, new SimulatedClock(scheduler, 0, 0));
  }

  public String name() {
    return name;
  }

  public boolean isAlive() {
    return alive;
  }

  public boolean isHalted() {
    return halted && alive;
  }

  /**
   * Stops the process, as SIGSTOP or a pause of its machine does. Messages and timers wait until
   * {@link #resume}.
   */
  public void halt() {
    halted = true;
  }

  public void resume() {
    halted = false;
    scheduler.resumed();
  }

  /**
   * Ends all threads and timers immediately, as SIGKILL does.
   *
   * @throws IllegalStateException if a thread or timer of the process calls this: it might be
   *     preempted before it has done what the caller does next, and would never continue
   */
  public void kill() {
    if (CURRENT.isBound() && CURRENT.get().equals(this)) {
      throw new IllegalStateException(name + " must be killed from outside");
    }
    alive = false;
  }

  @Override
  public void start(String task, Runnable action) {
    thread(task, action).start();
  }

  private Thread thread(String task, Runnable action) {
    return new SimulatedThread(scheduler, this, task, action).thread();
  }

  public BlockingThreads threads() {
    return this::thread;
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    return scheduler.schedule(this, clock.real(delay.toNanos()), action);
  }

  @Override
  public Time time() {
    return clock;
  }

  /** Blocks the calling thread, which must belong to this process. */
  public void pause(Duration span) {
    new Mailbox<Boolean>().take(Deadline.after(span, clock), this);
  }

  /**
   * Runs a task. In production an exception that leaves a thread is logged. Here it is a finding,
   * unless it is an AumbryException.
   */
  void run(String task, Runnable action) {
    try {
      ScopedValue.where(CURRENT, this).run(() -> scheduler.watch().run(action));
    } catch (AumbryException refused) {
      scheduler.event(name, task + " ended: " + refused.code() + " " + refused.getMessage());
    } catch (Finding found) {
      scheduler.found(found);
    } catch (RuntimeException | Error bug) {
      scheduler.found(new Finding(name + ": " + task + " threw " + bug, bug));
    }
  }

  static void foundOnThisThread(String message, Throwable bug) {
    if (CURRENT.isBound()) {
      SimulatedProcess process = CURRENT.get();
      process.scheduler.found(new Finding(process.name + " logs: " + message + ": " + bug, bug));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
