package io.aumbry.store;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The threads that read from one disk, and those who wait for them. */
final class DiskReaders implements AutoCloseable {
  private final WorkQueue<Runnable> queue;
  private final List<Thread> threads;
  private final DiskMetrics metrics;
  private volatile boolean closed;

  DiskReaders(String name, StoreConfig config, DiskMetrics metrics) {
    this.queue = new WorkQueue<>(config.queueRequests());
    this.metrics = metrics;
    this.threads =
        IntStream.range(0, config.readThreads())
            .mapToObj(i -> Thread.ofPlatform().daemon().name(name + "-read-" + i).start(this::run))
            .toList();
  }

  /**
   * Has something done on a disk thread.
   *
   * @throws AumbryException {@code OVERLOADED} when too much waits already
   */
  <T> DiskCall<T> submit(DiskCall.Work<T> work, Consumer<T> discard) {
    if (closed) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "The disk is being closed");
    }
    DiskCall<T> call = new DiskCall<>(work, discard);
    if (!queue.offer(call)) {
      metrics.refused().mark();
      throw new AumbryException(
          ErrorCode.OVERLOADED, queue.size() + " reads wait for the disk, which is the limit");
    }
    return call;
  }

  private void run() {
    while (!closed) {
      queue.take().run();
    }
  }

  /** Lets what waits be done, then stops the threads. */
  @Override
  public void close() {
    closed = true;
    threads.forEach(thread -> queue.add(() -> {}));
    threads.forEach(Joining::join);
    while (queue.size() > 0) {
      queue.poll().ifPresent(Runnable::run);
    }
  }
}
