package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes records that no client waits for: copies of a failed PUT, and upload records of a stored
 * blob. Each is tried a few times, after growing pauses, until a write quorum has recorded the
 * delete or every replica has answered. A record that is given up occupies space, but no client can
 * read it. Storage nodes reap upload records that stay behind, and a sweep finds blobs for names.
 *
 * <p>Threads: any may add. A few workers, carried where the adding request was, take from the one
 * queue; there is none while it is empty.
 */
public final class BackgroundDeletes {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundDeletes.class);

  /** Records that wait, those for their next attempt included. */
  public static final int CAPACITY = 250_000;

  private static final int WORKERS = 8;
  private static final int ATTEMPTS = 6;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Interval at which a thread that waits for the end looks whether it has come. */
  private static final Duration LOOK = Duration.ofMillis(20);

  private final RecordChange change;
  private final Duration firstDelay;
  private final Queue<Job> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger workers = new AtomicInteger();

  /** Puts of which a part is still on its way. */
  private final AtomicInteger puts = new AtomicInteger();

  /** Blobs with the flag {@code named} that wait for their delete, or for the rest of their PUT. */
  private final NavigableSet<BlobId> named = new ConcurrentSkipListSet<>();

  private final AtomicLong namedLeftBehind = new AtomicLong();
  private final Counter added;
  private final Counter failed;

  public BackgroundDeletes(RecordChange change, Duration firstDelay, Metrics metrics) {
    this.change = change;
    this.firstDelay = firstDelay;
    this.added =
        metrics.counter(
            "aumbry_router_background_deletes_queued_total",
            "Background deletes queued: leftovers of failed PUTs, and upload records");
    this.failed =
        metrics.counter(
            "aumbry_router_background_deletes_failed_total",
            "Background deletes given up, or lost because the queue was full");
    metrics.gauge(
        "aumbry_router_background_deletes_waiting",
        "Background deletes that wait in the queue",
        waiting::get);
  }

  /** One record to delete. */
  private record Job(LeftOver what, String requestId, int attempt) {
    Job again() {
      return new Job(what, requestId, attempt + 1);
    }
  }

  /** Will delete these; returns at once. */
  public void add(List<LeftOver> all, RequestContext context) {
    for (LeftOver what : all) {
      add(new Job(what, context.requestId(), 1), context);
    }
  }

  private void add(Job job, RequestContext context) {
    remember(job.what().id());
    if (waiting.incrementAndGet() > CAPACITY) {
      waiting.decrementAndGet();
      giveUp(job, "the queue is full with " + CAPACITY);
    } else {
      added.increment();
      queue.add(job);
      startWorker(context.carrier());
    }
  }

  /**
   * Will delete these, of a put, when {@code rest} has waited for what of it is still on its way;
   * returns at once.
   */
  public void addAfter(Runnable rest, List<LeftOver> all, RequestContext context) {
    puts.incrementAndGet();
    all.forEach(each -> remember(each.id()));
    context
        .carrier()
        .start(
            "put-rest",
            () -> {
              try {
                rest.run();
                add(all, context);
              } finally {
                puts.decrementAndGet();
              }
            });
  }

  /**
   * Counts a put until its last reply.
   *
   * @param rest is given the action to run then
   */
  public void underway(Consumer<Runnable> rest) {
    puts.incrementAndGet();
    rest.accept(puts::decrementAndGet);
  }

  /**
   * Waits until all is done, or {@code context} is over: records that are left then stay behind.
   */
  public void drain(RequestContext context) {
    Carrier carrier = context.carrier();
    Mailbox<Boolean> nobody = new Mailbox<>();
    while (waiting.get() + puts.get() > 0 && !context.deadline().hasPassed(carrier.time())) {
      nobody.take(Deadline.after(LOOK, carrier.time()).earlierOf(context.deadline()), carrier);
    }
    int lost = waiting.get();
    namedLeftBehind.addAndGet(named.size());
    if (lost > 0) {
      failed.add(lost);
      LOG.atWarn().addKeyValue("records", lost).log("Records that nobody can read stay behind");
    }
  }

  private void remember(BlobId id) {
    if (id.isNamed()) {
      named.add(id);
    }
  }

  /** Creation time of the oldest blob with the flag {@code named} that is going to be deleted. */
  public OptionalLong oldestNamed() {
    return named.stream().mapToLong(BlobId::createdMillis).findFirst();
  }

  /**
   * Number of blobs with the flag {@code named} that may exist although their upload failed, and
   * that are no longer going to be deleted. They are counted before {@link #oldestNamed} omits
   * them.
   */
  public long namedLeftBehind() {
    return namedLeftBehind.get();
  }

  private void startWorker(Carrier carrier) {
    int now = workers.get();
    while (now < WORKERS) {
      if (workers.compareAndSet(now, now + 1)) {
        carrier.start("background-delete", () -> work(carrier));
        return;
      }
      now = workers.get();
    }
  }

  private void work(Carrier carrier) {
    try {
      for (Optional<Job> job = next(); job.isPresent(); job = next()) {
        run(job.get(), carrier);
      }
    } finally {
      workers.decrementAndGet();
    }
    // a job that was added after the last look saw this worker as one still at work
    if (!queue.isEmpty()) {
      startWorker(carrier);
    }
  }

  private Optional<Job> next() {
    return Optional.ofNullable(queue.poll());
  }

  private void run(Job job, Carrier carrier) {
    Deadline limit = Deadline.after(LIMIT, carrier.time());
    try {
      var context = new RequestContext(job.requestId(), carrier, limit);
      Optional<String> failed = change.deleteLeftOver(job.what(), context);
      if (failed.isPresent()) {
        retry(job, carrier, failed.get());
      } else {
        named.remove(job.what().id());
        waiting.decrementAndGet();
      }
    } catch (RuntimeException e) {
      // the root of this job: the worker goes on with the next one
      retry(job, carrier, String.valueOf(e));
    }
  }

  private void retry(Job job, Carrier carrier, String reason) {
    if (job.attempt() == ATTEMPTS) {
      waiting.decrementAndGet();
      giveUp(job, reason);
      return;
    }
    Duration delay = firstDelay.multipliedBy(1L << (2 * (job.attempt() - 1)));
    Job next = job.again();
    carrier.schedule(
        delay,
        () -> {
          queue.add(next);
          startWorker(carrier);
        });
  }

  private void giveUp(Job job, String reason) {
    failed.increment();
    if (job.what().id().isNamed()) {
      namedLeftBehind.incrementAndGet();
      named.remove(job.what().id());
    }
    LOG.atWarn()
        .addKeyValue("blob", job.what().id())
        .addKeyValue("request", job.requestId())
        .addKeyValue("reason", reason)
        .log("A record that nobody can read stays behind");
  }
}
