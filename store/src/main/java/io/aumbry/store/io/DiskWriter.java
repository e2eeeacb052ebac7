package io.aumbry.store.io;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.store.io.WriteBacklog.Job;
import io.aumbry.store.log.RecentWrites;
import io.aumbry.store.record.GatherBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one thread that writes to the logs of a disk (group commit). It writes a group of requests
 * log by log, syncs each log once and in parallel, and answers the requests. The longer a sync
 * takes, the more requests share the next one.
 */
public final class DiskWriter implements AutoCloseable {
  private final WorkQueue<Job> queue = new WorkQueue<>(Integer.MAX_VALUE);
  private final WriteBacklog backlog = new WriteBacklog();
  private final SyncThreads syncs;
  private final Mailbox<SyncThreads.Done> synced = new Mailbox<>();

  /** Requests that wait to be written. */
  private final AtomicInteger queuedRequests = new AtomicInteger();

  private final AtomicLong queuedBytes = new AtomicLong();
  private final QueueLimits limits;
  private final DiskMetrics metrics;
  private final GatherBuffer gather = new GatherBuffer();
  private final RecentWrites recent;
  private final Thread thread;
  private volatile boolean closing;

  private volatile boolean ended;

  public DiskWriter(
      BlockingThreads threads,
      String name,
      QueueLimits limits,
      DiskMetrics metrics,
      RecentWrites recent) {
    this.limits = limits;
    this.metrics = metrics;
    this.recent = recent;
    this.syncs = new SyncThreads(threads, name);
    this.thread = threads.start(name + "-write", this::run);
  }

  public GatherBuffer gather() {
    return gather;
  }

  public RecentWrites recent() {
    return recent;
  }

  public int waiting() {
    return queue.size() + backlog.size();
  }

  public int queuedRequests() {
    return queuedRequests.get();
  }

  public long bytesUnderWay() {
    return queuedBytes.get();
  }

  public DiskMetrics metrics() {
    return metrics;
  }

  /**
   * Takes ownership of a request. An empty queue accepts a request of any size.
   *
   * @throws AumbryException {@code OVERLOADED} when the queue is full; the request is released
   */
  public void submit(WriteTarget store, WriteRequest request) {
    if (closing) {
      request.release();
      throw shuttingDown();
    }
    if (!admit(request.bytes())) {
      request.release();
      metrics.refused().increment();
      throw new AumbryException(
          ErrorCode.OVERLOADED,
          waiting()
              + " requests with "
              + queuedBytes.get()
              + " bytes wait for the disk; limits are "
              + limits.requests()
              + " and "
              + limits.bytes());
    }
    queue.add(new Job.Write(store, request));
    refuseLateJobs();
  }

  private boolean admit(long bytes) {
    long before = queuedBytes.getAndAdd(bytes);
    boolean fits = before == 0 || before + bytes <= limits.bytes();
    if (fits && queuedRequests.incrementAndGet() <= limits.requests()) {
      return true;
    }
    if (fits) {
      queuedRequests.decrementAndGet();
    }
    queuedBytes.addAndGet(-bytes);
    return false;
  }

  /** Runs a call on the writer thread after all earlier requests. */
  public void submit(DiskCall<?> call) {
    queue.add(new Job.Act(call));
    refuseLateJobs();
  }

  /** Runs an action on the writer thread after all earlier requests, and waits for it. */
  public void perform(WriteTarget store, Runnable action) {
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
    refuseLateJobs();
    done.take();
  }

  /** Called by late senders and by {@link #close}. */
  private void refuseLateJobs() {
    if (ended) {
      for (Optional<Job> late = queue.poll(); late.isPresent(); late = queue.poll()) {
        refuse(late.get());
      }
    }
  }

  private void refuse(Job late) {
    switch (late) {
      case Job.Act(Runnable action) -> action.run();
      case Job.Write(WriteTarget store, WriteRequest request) -> {
        queuedRequests.decrementAndGet();
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
      Optional<Job> next = backlog.isEmpty() ? Optional.of(queue.take()) : queue.poll();
      while (next.isPresent()) {
        backlog.add(next.get());
        next = queue.poll();
      }
      backlog.nextAction().ifPresentOrElse(Runnable::run, () -> writeGroup(backlog.nextGroup()));
    }
    while (!backlog.isEmpty()) {
      backlog
          .nextAction()
          .ifPresentOrElse(Runnable::run, () -> backlog.nextGroup().forEach(this::refuse));
    }
  }

  private void writeGroup(List<Job.Write> group) {
    long bytes = group.stream().mapToLong(Job.Write::bytes).sum();
    Map<WriteTarget, List<WriteRequest>> byStore = new LinkedHashMap<>();
    group.forEach(write ->
        byStore.computeIfAbsent(write.store(), s -> new ArrayList<>()).add(write.request()));
    queuedRequests.addAndGet(-group.size());
    byStore.forEach((store, writes) -> guarded(store, () -> store.write(writes)));
    Map<WriteTarget, List<WriteRequest>> due = new LinkedHashMap<>(byStore);
    due.entrySet().removeIf(entry -> !entry.getKey().isSyncDue(entry.getValue()));
    byStore.keySet().removeAll(due.keySet());
    byStore.forEach(DiskWriter::finish);
    sync(due);
    queuedBytes.addAndGet(-bytes);
    metrics.groupSize().record(group.size());
    metrics.bytesWritten().add(bytes);
  }

  private void sync(Map<WriteTarget, List<WriteRequest>> due) {
    if (due.size() == 1) {
      due.forEach((store, writes) -> {
        guarded(store, store::force);
        finish(store, writes);
      });
      return;
    }
    due.keySet().forEach(store -> syncs.sync(store, synced));
    while (!due.isEmpty()) {
      SyncThreads.Done done = synced.take();
      done.failure().ifPresent(done.store()::broken);
      finish(done.store(), Objects.requireNonNull(due.remove(done.store())));
    }
  }

  private static void finish(WriteTarget store, List<WriteRequest> writes) {
    guarded(store, () -> store.finish(writes));
  }

  /** An unexpected failure stops only this store. */
  private static void guarded(WriteTarget store, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      store.broken(e);
    }
  }

  @Override
  public void close() {
    closing = true;
    perform(() -> ended = true);
    ThreadJoin.join(thread);
    syncs.close();
    refuseLateJobs();
  }
}
