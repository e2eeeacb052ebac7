package io.aumbry.deploy.process;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Lets the thread of a command wait for real time. Cluster code uses the time of its carrier
 * instead. Used by one thread.
 */
public final class Pause implements AutoCloseable {
  /** Unlike a {@code Timer}, it does not depend on the clock of the machine. */
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("pause").factory());

  private final BlockingQueue<Boolean> over = new ArrayBlockingQueue<>(1);

  /** Returns after {@code span}. */
  public void of(Duration span) throws InterruptedException {
    ScheduledFuture<?> _ =
        timer.schedule(() -> over.add(true), span.toMillis(), TimeUnit.MILLISECONDS);
    over.take();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
