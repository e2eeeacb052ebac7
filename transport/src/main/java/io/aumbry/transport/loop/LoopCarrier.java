package io.aumbry.transport.loop;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One event loop as the carrier of requests. */
public final class LoopCarrier implements Carrier {
  private static final Logger LOG = LoggerFactory.getLogger(LoopCarrier.class);

  private final int index;
  private final EventLoop loop;
  private final Time time;
  private final Thread.Builder.OfVirtual threads;
  private final AtomicInteger connections = new AtomicInteger();

  LoopCarrier(int index, EventLoop loop, Time time, LoopWatchdog watchdog) {
    this.index = index;
    this.loop = loop;
    this.time = time;
    this.threads = LoopThreads.carriedBy(watchdog.watching(loop));
  }

  @Override
  public void start(String name, Runnable task) {
    threads.unstarted(() -> run(name, task)).start();
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

  /** From 0, in the order of {@link EventLoops#carriers()}. */
  public int index() {
    return index;
  }

  public EventLoop loop() {
    return loop;
  }

  /** How many connections live on this loop; new ones are given to the loop with the fewest. */
  public AtomicInteger connections() {
    return connections;
  }

  @Override
  public String toString() {
    return "loop " + index;
  }
}
