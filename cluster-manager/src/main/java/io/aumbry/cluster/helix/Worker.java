package io.aumbry.cluster.helix;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Daemon threads that each do one kind of work in order. */
public final class Worker {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  private Worker() {}

  public static ExecutorService named(String name) {
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  /**
   * A request to do {@code work} on {@code worker}. Requests while one waits to be begun are the
   * same request, so at most one is queued; each is followed by a whole run of the work.
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

  /** Without effect once the worker is shut down. */
  public static void submit(ExecutorService worker, Runnable work) {
    try {
      worker.execute(() -> logged(work));
    } catch (RejectedExecutionException e) {
      LOG.atDebug().log("nothing more to do: shut down");
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
