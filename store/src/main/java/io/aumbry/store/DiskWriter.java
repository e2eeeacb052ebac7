package io.aumbry.store;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.store.log.GatherBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one thread that writes to the logs of a disk. It takes all that has gathered, writes it log
 * by log, syncs each log once, and then wakes all who waited: the longer a sync takes, the more
 * share the next one.
 */
final class DiskWriter implements AutoCloseable {
  /** Of one group, so that the first of it does not wait too long for the last. */
  private static final long MAX_GROUP_BYTES = 32L << 20;

  private final WorkQueue<Job> queue;
  private final AtomicLong queuedBytes = new AtomicLong();
  private final long maxQueuedBytes;
  private final DiskMetrics metrics;
  private final GatherBuffer gather = new GatherBuffer();
  private final Thread thread;
  private volatile boolean closing;

  /** Set by the thread as the last thing it does. */
  private volatile boolean ended;

  private sealed interface Job {
    record Write(StoreWriter store, WriteRequest request) implements Job {}

    record Act(Runnable action) implements Job {}
  }

  DiskWriter(String name, StoreConfig config, DiskMetrics metrics) {
    this.queue = new WorkQueue<>(config.queueRequests());
    this.maxQueuedBytes = config.queueBytes();
    this.metrics = metrics;
    this.thread = Thread.ofPlatform().daemon().name(name + "-write").start(this::run);
  }

  /** For the logs that this thread writes, one at a time. */
  GatherBuffer gather() {
    return gather;
  }

  DiskMetrics metrics() {
    return metrics;
  }

  /**
   * Takes over a request, which will be finished. One that is larger than all that may be queued is
   * taken when nothing else is.
   *
   * @throws AumbryException {@code OVERLOADED} when too much waits already; the request is released
   */
  void submit(StoreWriter store, WriteRequest request) {
    if (closing) {
      request.release();
      throw shuttingDown();
    }
    long before = queuedBytes.getAndAdd(request.bytes());
    boolean fits = before == 0 || before + request.bytes() <= maxQueuedBytes;
    if (!fits || !queue.offer(new Job.Write(store, request))) {
      queuedBytes.addAndGet(-request.bytes());
      request.release();
      metrics.refused().mark();
      throw new AumbryException(
          ErrorCode.OVERLOADED,
          queue.size()
              + " requests with "
              + before
              + " bytes wait for the disk; limit of bytes is "
              + maxQueuedBytes);
    }
    refuseLate();
  }

  /**
   * Does something for a store on the writer thread, after all that was submitted before, and waits
   * for it. The store is stopped if that fails in a way that it should not.
   */
  void perform(StoreWriter store, Runnable action) {
    perform(() -> guarded(store, action));
  }

  private void perform(Runnable action) {
    Mailbox<Boolean> done = new Mailbox<>();
    queue.add(
        new Job.Act(() -> {
          try {
            action.run();
          } finally {
            done.post(true);
          }
        }));
    refuseLate();
    done.take();
  }

  /**
   * What came when the thread had just ended is done here: whoever is later, the one who adds or
   * the one who closes, finds it.
   */
  private void refuseLate() {
    if (ended) {
      for (Optional<Job> late = queue.poll(); late.isPresent(); late = queue.poll()) {
        refuse(late.get());
      }
    }
  }

  private void refuse(Job late) {
    switch (late) {
      case Job.Act(Runnable action) -> action.run();
      case Job.Write(StoreWriter store, WriteRequest request) -> {
        queuedBytes.addAndGet(-request.bytes());
        request.fail(shuttingDown());
        request.finish();
      }
    }
  }

  private static AumbryException shuttingDown() {
    return new AumbryException(ErrorCode.SHUTTING_DOWN, "The disk is being closed");
  }

  private void run() {
    while (!ended) {
      Optional<Job> next = Optional.of(queue.take());
      while (next.isPresent()) {
        next =
            switch (next.get()) {
              case Job.Act(Runnable action) -> act(action);
              case Job.Write first -> writeGroup(first);
            };
      }
    }
  }

  private static Optional<Job> act(Runnable action) {
    action.run();
    return Optional.empty();
  }

  /** Writes what has gathered, up to the next action, which is returned. */
  private Optional<Job> writeGroup(Job.Write first) {
    Map<StoreWriter, List<WriteRequest>> group = new LinkedHashMap<>();
    long bytes = 0;
    int requests = 0;
    Optional<Job> next = Optional.of(first);
    while (next.isPresent() && next.get() instanceof Job.Write(StoreWriter store, WriteRequest r)) {
      group.computeIfAbsent(store, s -> new ArrayList<>()).add(r);
      requests++;
      bytes += r.bytes();
      next = bytes < MAX_GROUP_BYTES ? queue.poll() : Optional.empty();
    }
    group.forEach((store, writes) -> guarded(store, () -> store.write(writes)));
    group.forEach((store, writes) -> guarded(store, () -> store.commit(writes)));
    queuedBytes.addAndGet(-bytes);
    metrics.groupSize().update(requests);
    metrics.bytesWritten().mark(bytes);
    return next;
  }

  /** A store that fails in a way that it should not is stopped; the others go on. */
  private static void guarded(StoreWriter store, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      store.broken(e);
    }
  }

  /** Lets what waits be done, then stops the thread. */
  @Override
  public void close() {
    closing = true;
    perform(() -> ended = true);
    Joining.join(thread);
    refuseLate();
  }
}
