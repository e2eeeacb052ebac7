package io.aumbry.cluster.helix;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public final class HelixThreads {
  private static final Logger LOG = LoggerFactory.getLogger(HelixThreads.class);

  private HelixThreads() {}

  public static ExecutorService named(String name) {
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  /**
   * Returns a request to run {@code work}. A request while another is queued is dropped, so a full
   * run follows each request.
   */
  public static Runnable coalesced(ExecutorService worker, Runnable work) {
    AtomicBoolean waiting = new AtomicBoolean();
    Runnable run =
        () -> {
          waiting.set(false);
          logged(work);
        };
    return () -> {
      if (waiting.compareAndSet(false, true)) {
        submit(worker, run);
      }
    };
  }

  /** No effect after shutdown. */
  public static void submit(Executor worker, Runnable work) {
    try {
      worker.execute(() -> logged(work));
    } catch (RejectedExecutionException e) {
      LOG.atDebug().log("Task dropped after shutdown");
    }
  }

  private static void logged(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).log("{} failed", Thread.currentThread().getName());
    }
  }
}
