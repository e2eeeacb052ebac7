package io.aumbry.deploy.process;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Lets the thread of a command wait for real time. Cluster code uses the time of its carrier
 * instead. Used by one thread.
 */
public final class Pause implements AutoCloseable {
  private final Timer timer = new Timer("pause", true);
  private final BlockingQueue<Boolean> over = new ArrayBlockingQueue<>(1);

  /** Returns after {@code span}. */
  public void of(Duration span) throws InterruptedException {
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            over.add(true);
          }
        },
        span.toMillis());
    over.take();
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
