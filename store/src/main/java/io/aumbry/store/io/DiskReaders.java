package io.aumbry.store.io;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.segment.IndexPages;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public final class DiskReaders implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskReaders.class);

  private final WorkQueue<Runnable> queue;
  private final List<Thread> threads;
  private final DiskMetrics metrics;
  private final DiskGuard guard;
  private final BlockingThreads makers;
  private final IndexPages indexPages = IndexPages.create();
  private volatile boolean closed;
  private volatile boolean ended;

  public DiskReaders(
      BlockingThreads threads,
      String name,
      QueueLimits limits,
      int readThreads,
      DiskMetrics metrics,
      DiskGuard guard) {
    this.makers = threads;
    this.guard = guard;
    this.queue = new WorkQueue<>(limits.requests());
    this.metrics = metrics;
    this.threads =
        IntStream.range(0, readThreads)
            .mapToObj(i -> threads.start(name + "-read-" + i, this::run))
            .toList();
  }

  public DiskGuard guard() {
    return guard;
  }

  @FunctionalInterface
  public interface Reading<T> {
    T perform(ReadMode mode) throws IOException;
  }

  /**
   * Reads on the calling thread if everything is in memory, otherwise on a disk thread.
   *
   * @param discard releases an unwanted result
   */
  public <T> T read(Reading<T> reading, Consumer<T> discard, RequestContext context) {
    guard.requireInService();
    Optional<T> inPlace = tryNow(reading);
    return inPlace.isPresent()
        ? inPlace.get()
        : submit(() -> reading.perform(ReadMode.WAIT), discard).await(context);
  }

  /** Empty on any failure, which a disk thread then meets again. */
  private <T> Optional<T> tryNow(Reading<T> reading) {
    try {
      T result = reading.perform(ReadMode.NOW);
      metrics.reads().inPlace().increment();
      return Optional.of(result);
    } catch (IOException | AumbryException e) {
      return Optional.empty();
    }
  }

  /**
   * Runs work on a disk thread.
   *
   * @throws AumbryException {@code OVERLOADED} when the queue is full
   */
  public <T> DiskCall<T> submit(DiskCall.Work<T> work, Consumer<T> discard) {
    if (closed) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "The disk is being closed");
    }
    guard.requireInService();
    DiskCall<T> call = new DiskCall<>(work, discard, guard);
    if (!queue.offer(call)) {
      metrics.refused().increment();
      throw new AumbryException(
          ErrorCode.OVERLOADED,
          queue.size() + " reads wait for the disk, as many as the limit allows");
    }
    runLateCalls();
    return call;
  }

  /**
   * Runs work on a thread of its own, without a deadline. Fails when the disk goes out of service.
   */
  public <T> T carry(DiskCall.Work<T> work, Consumer<T> discard) {
    return new DiskCall<>(work, discard, guard).carriedBy(makers);
  }

  public IndexPages indexPages() {
    return indexPages;
  }

  public int waiting() {
    return queue.size();
  }

  private void run() {
    while (!closed) {
      perform(queue.take());
    }
  }

  private static void perform(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error e) {
      LOG.atError().setCause(e).log("the result of a read could not be released");
    }
  }

  /** Called by late callers and by {@link #close}, so that no call is lost. */
  private void runLateCalls() {
    if (ended) {
      for (Optional<Runnable> late = queue.poll(); late.isPresent(); late = queue.poll()) {
        perform(late.get());
      }
    }
  }

  /** Finishes the waiting calls, then stops the threads. */
  @Override
  public void close() {
    closed = true;
    threads.forEach(thread -> queue.add(() -> {}));
    threads.forEach(ThreadJoin::join);
    ended = true;
    runLateCalls();
  }
}
