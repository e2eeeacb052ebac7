package io.aumbry.store.io;

import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Mailbox;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Syncs the logs of a group in parallel, so that they share journal commits and flushes of the
 * device.
 */
final class SyncThreads implements AutoCloseable {
  private static final int THREADS = 4;

  private final WorkQueue<Runnable> queue = new WorkQueue<>(Integer.MAX_VALUE);
  private final List<Thread> threads;
  private volatile boolean closed;

  /**
   * A sync has ended.
   *
   * @param failure an unexpected one; the store handles failures of the disk
   */
  record Done(WriteTarget store, Optional<Throwable> failure) {}

  SyncThreads(BlockingThreads maker, String name) {
    this.threads =
        IntStream.range(0, THREADS)
            .mapToObj(i -> maker.start(name + "-sync-" + i, this::run))
            .toList();
  }

  /** The writer must not touch the store until {@code done} has the result. */
  void sync(WriteTarget store, Mailbox<Done> done) {
    queue.add(() -> perform(store, done));
  }

  private void run() {
    while (!closed) {
      queue.take().run();
    }
  }

  private static void perform(WriteTarget store, Mailbox<Done> done) {
    Optional<Throwable> failure = Optional.empty();
    try {
      store.force();
    } catch (RuntimeException | Error e) {
      failure = Optional.of(e);
    }
    done.post(new Done(store, failure));
  }

  /** Called only when no sync is in progress. */
  @Override
  public void close() {
    closed = true;
    threads.forEach(_ -> queue.add(() -> {}));
    threads.forEach(ThreadJoin::join);
  }
}
