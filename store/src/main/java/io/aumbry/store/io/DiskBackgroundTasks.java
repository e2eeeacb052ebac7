package io.aumbry.store.io;

import io.aumbry.protocol.runtime.BlockingThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs background tasks of a disk's stores on one thread. Each store has at most one waiting task
 * of each kind.
 */
public final class DiskBackgroundTasks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskBackgroundTasks.class);

  private final WorkQueue<Runnable> queue = new WorkQueue<>(Integer.MAX_VALUE);
  private final Thread thread;
  private volatile boolean closed;

  public DiskBackgroundTasks(BlockingThreads threads, String name) {
    this.thread = threads.start(name + "-help", this::run);
  }

  public void submit(Runnable task) {
    queue.add(task);
  }

  private void run() {
    while (!closed) {
      perform(queue.take());
    }
  }

  private static void perform(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.atError().setCause(e).log("a background task of a disk failed");
    }
  }

  @Override
  public void close() {
    queue.add(() -> closed = true);
    ThreadJoin.join(thread);
  }
}
