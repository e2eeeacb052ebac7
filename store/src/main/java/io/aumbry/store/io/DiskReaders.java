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

/**
 * Reads from one disk: in place where nothing need be waited for, else by threads of the disk, for
 * which the thread of the request waits.
 */
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

  /** Something that is read from the disk. */
  @FunctionalInterface
  public interface Reading<T> {
    T perform(ReadMode mode) throws IOException;
  }

  /**
   * Reads on the thread of the request if all is in memory, else has a disk thread read.
   *
   * @param discard gives back what was read when nobody wants it any more
   */
  public <T> T read(Reading<T> reading, Consumer<T> discard, RequestContext context) {
    guard.requireInService();
    Optional<T> inPlace = tryNow(reading);
    return inPlace.isPresent()
        ? inPlace.get()
        : submit(() -> reading.perform(ReadMode.WAIT), discard).await(context);
  }

  /** What can be read without waiting. Whatever prevents that is met again on a disk thread. */
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
   * Has something done on a disk thread.
   *
   * @throws AumbryException {@code OVERLOADED} when too much waits already
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
          ErrorCode.OVERLOADED, queue.size() + " reads wait for the disk, which is the limit");
    }
    runLate();
    return call;
  }

  /**
   * Has something done on a thread of its own, for someone who has no deadline, and waits for it no
   * longer than the disk is in service.
   */
  public <T> T carry(DiskCall.Work<T> work, Consumer<T> discard) {
    return new DiskCall<>(work, discard, guard).carriedBy(makers);
  }

  /** What the look-ups of all stores keep. */
  public IndexPages indexPages() {
    return indexPages;
  }

  /** How many wait. */
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
      LOG.atError().setCause(e).log("what a read yielded could not be given back");
    }
  }

  /** Whoever is later, the one who submits or the one who closes, does what is left. */
  private void runLate() {
    if (ended) {
      for (Optional<Runnable> late = queue.poll(); late.isPresent(); late = queue.poll()) {
        perform(late.get());
      }
    }
  }

  /** Lets what waits be done, then stops the threads. */
  @Override
  public void close() {
    closed = true;
    threads.forEach(thread -> queue.add(() -> {}));
    threads.forEach(Joining::join);
    ended = true;
    runLate();
  }
}
