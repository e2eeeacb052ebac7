package io.aumbry.deploy.process;

import io.aumbry.deploy.log.Logging;
import java.io.IOException;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a process until SIGINT or SIGTERM, and limits the time of its stop.
 *
 * <p>It uses {@link Timer} instead of an injected clock, because nothing else is reliable at the
 * end of a process.
 */
public final class StopSignal {
  /** Exit code of a process that exceeded its stop timeout. */
  public static final int STOP_TOOK_TOO_LONG = 70;

  private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);

  private final Duration bound;
  private final AtomicReference<AutoCloseable> running = new AtomicReference<>(() -> {});

  /**
   * Limits the time that a process has to stop.
   *
   * @param bound time after which the process is halted
   */
  public StopSignal(Duration bound) {
    this.bound = bound;
  }

  /**
   * Starts a process and waits until the JVM is told to end.
   *
   * @param started runs after the start; may take long
   */
  public <T extends AutoCloseable> void run(Supplier<T> start, Consumer<T> started) {
    Start starting =
        new Start(Thread.currentThread(), new CountDownLatch(1), new AtomicReference<>(() -> {}));
    running.set(starting);
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    try {
      T process = start.get();
      if (!running.compareAndSet(starting, process)) {
        starting.made().set(process);
      }
      starting.ended().countDown();
      started.accept(process);
    } finally {
      starting.ended().countDown();
    }
    waitForEver();
  }

  /**
   * A start that is under way. A process that is interrupted while it starts stops its parts, so
   * nothing of it is left in the cluster.
   */
  private record Start(Thread thread, CountDownLatch ended, AtomicReference<AutoCloseable> made)
      implements AutoCloseable {
    /** Also stops a process whose start ended meanwhile: the interrupted thread could not wait. */
    @Override
    public void close() {
      thread.interrupt();
      try {
        ended.await();
        StopSignal.close(made.get());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Stops when standard input ends, as it does when the parent process dies. */
  public void withStandardInput() {
    Thread.ofPlatform()
        .daemon()
        .name("parent-watch")
        .start(() -> {
          awaitEndOfInput();
          System.exit(0);
        });
  }

  private void stop() {
    Timer timer = new Timer("stop-bound", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            System.err.println("aumbry: the stop took longer than " + bound + "; halting");
            Runtime.getRuntime().halt(STOP_TOOK_TOO_LONG);
          }
        },
        bound.toMillis());
    close(running.getAndSet(() -> {}));
    Logging.stop();
    timer.cancel();
  }

  private static void close(AutoCloseable process) {
    try {
      process.close();
    } catch (Exception failure) {
      LOG.atError().setCause(failure).log("the stop failed");
    }
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // Only the end of input matters.
      }
    } catch (IOException broken) {
      LOG.atDebug().setCause(broken).log("standard input broke");
    }
  }
}
