package io.aumbry.store.io;

import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Mailbox;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Threads on which the writer of a disk has the logs of one group synced side by side: the system
 * then makes one journal commit and one flush of the device for several.
 */
final class SyncThreads implements AutoCloseable {
  /** Of the logs of a group; more wait for their turn. */
  private static final int THREADS = 4;

  private final WorkQueue<Runnable> queue = new WorkQueue<>(Integer.MAX_VALUE);
  private final List<Thread> threads;
  private volatile boolean closed;

  /**
   * The sync of a store has ended.
   *
   * @param failure that is none of the disk's
   */
  record Done(WriteTarget store, Optional<Throwable> failure) {}

  SyncThreads(BlockingThreads maker, String name) {
    this.threads =
        IntStream.range(0, THREADS)
            .mapToObj(i -> maker.start(name + "-sync-" + i, this::run))
            .toList();
  }

  /** Has the log of a store synced; its writer leaves the store alone until that is done. */
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

  /** When nothing is under way. */
  @Override
  public void close() {
    closed = true;
    threads.forEach(_ -> queue.add(() -> {}));
    threads.forEach(Joining::join);
  }
}
