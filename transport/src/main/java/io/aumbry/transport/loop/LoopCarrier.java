package io.aumbry.transport.loop;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An event loop that carries requests. */
public final class LoopCarrier implements Carrier {
  private static final Logger LOG = LoggerFactory.getLogger(LoopCarrier.class);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final double NANOS_PER_SECOND = 1e9;

  private final int index;
  private final SingleThreadEventLoop loop;
  private final Time time;
  private final TurnQueue turns;
  private final Workers workers;
  private final AtomicInteger connections = new AtomicInteger();

  /**
   * @param carrying whether the loop schedules the virtual threads itself
   */
  LoopCarrier(
      int index, SingleThreadEventLoop loop, Time time, LoopWatchdog watchdog, boolean carrying) {
    this.index = index;
    this.loop = loop;
    this.time = time;
    this.turns = new TurnQueue(watchdog.watching(loop));
    this.workers = new Workers(carrying ? LoopThreads.carriedBy(turns) : Thread.ofVirtual());
  }

  @Override
  public void start(String name, Runnable task) {
    workers.start(() -> run(name, task));
  }

  private static void run(String name, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      LOG.atError().addKeyValue("task", name).setCause(failure).log("A task failed");
    }
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    ScheduledFuture<?> scheduled =
        loop.schedule(() -> run("timer", action), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  @Override
  public Time time() {
    return time;
  }

  /** The position in {@link EventLoops#carriers()}, from 0. */
  public int index() {
    return index;
  }

  public EventLoop loop() {
    return loop;
  }

  Workers workers() {
    return workers;
  }

  TurnQueue turns() {
    return turns;
  }

  /** Whether the loop's thread waits for a lock. Waiting for the network does not count. */
  boolean isParked() {
    return switch (loop.threadProperties().state()) {
      case WAITING, TIMED_WAITING, BLOCKED -> true;
      case NEW, RUNNABLE, TERMINATED -> false;
    };
  }

  StackTraceElement[] stack() {
    return loop.threadProperties().stackTrace();
  }

  public AtomicInteger connections() {
    return connections;
  }

  /**
   * CPU seconds of this loop, including its virtual threads. A rate of 1 means that the loop is
   * saturated. Starts the loop's thread.
   */
  double cpuSeconds() {
    return Math.max(0, THREADS.getThreadCpuTime(loop.threadProperties().id())) / NANOS_PER_SECOND;
  }

  @Override
  public String toString() {
    return "loop " + index;
  }
}
