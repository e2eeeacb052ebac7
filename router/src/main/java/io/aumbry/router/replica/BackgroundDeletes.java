package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.journal.LeftOver;
import io.aumbry.router.journal.LeftOvers;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.replica.ReplicaWrites.Write;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes records that no client waits for: what a failed PUT left behind, and the chunks of a
 * deleted blob. Each is tried a few times, ever later. What fails for good, or neither fits the
 * queue nor is noted, is counted and logged; it occupies space, but cannot be read by anyone.
 *
 * <p>What is to be deleted is noted in {@link LeftOvers} until it is or is given up. What a process
 * before has left there comes when nothing else waits.
 *
 * <p>Threads: any may add. A few workers, carried where the adding request was, take from the one
 * queue; there is none while it is empty.
 */
public final class BackgroundDeletes {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundDeletes.class);

  /** Ids that wait, those for their next attempt included. */
  public static final int CAPACITY = 250_000;

  /** Of what was put and never deleted. */
  static final int FIRST_LIFE = 0;

  private static final String RESUMED = "left-over";

  /** So many of what was left before are in the queue at most, their next attempts included. */
  private static final int RESUMED_AT_ONCE = 1_000;

  private static final int WORKERS = 8;
  private static final int ATTEMPTS = 6;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** So often someone who waits for the end looks whether it has come. */
  private static final Duration LOOK = Duration.ofMillis(20);

  private final RecordChange change;
  private final LeftOvers leftOvers;
  private final Duration firstDelay;
  private final Queue<Job> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger workers = new AtomicInteger();

  /** Of {@link #waiting}, those that the next start would not know of. */
  private final AtomicInteger unnoted = new AtomicInteger();

  /** Puts of which a part is still on its way. */
  private final AtomicInteger puts = new AtomicInteger();

  private final Counter added;
  private final Counter failed;

  /** What was left before and is not in the queue yet; replaced once. */
  private volatile Queue<LeftOver> resumed = new ConcurrentLinkedQueue<>();

  private volatile boolean isDraining;

  public BackgroundDeletes(
      RecordChange change, LeftOvers leftOvers, Duration firstDelay, Metrics metrics) {
    this.change = change;
    this.leftOvers = leftOvers;
    this.firstDelay = firstDelay;
    this.added =
        metrics.counter(
            "aumbry_router_background_deletes_queued_total",
            "Background deletes queued: leftovers of failed PUTs, chunks of deleted large"
                + " blobs, and entries of the journal of an earlier process");
    this.failed =
        metrics.counter(
            "aumbry_router_background_deletes_failed_total",
            "Background deletes given up, or lost because neither queue nor journal had room");
    metrics.gauge(
        "aumbry_router_background_deletes_waiting",
        "Background deletes that wait in the queue",
        waiting::get);
  }

  /** One record to delete. */
  private record Job(LeftOver what, boolean isNoted, String requestId, int attempt) {
    Job again() {
      return new Job(what, isNoted, requestId, attempt + 1);
    }
  }

  /**
   * Will delete what a process before has left, from {@code delay} on, when what that had sent has
   * come; returns at once.
   */
  public void resume(Duration delay, Carrier carrier) {
    Queue<LeftOver> found = new ConcurrentLinkedQueue<>(leftOvers.takeFound());
    if (found.isEmpty()) {
      return;
    }
    LOG.atInfo().addKeyValue("records", found.size()).log("What was left over is deleted");
    carrier.schedule(
        delay,
        () -> {
          resumed = found;
          for (int i = 0; i < WORKERS; i++) {
            startWorker(carrier);
          }
        });
  }

  /**
   * Will delete these; returns at once.
   *
   * @param lifeVersion of the life that ends: whoever undeletes them meanwhile begins a later one,
   *     which this must not touch
   */
  public void add(List<BlobId> ids, int lifeVersion, RequestContext context) {
    add(ids.stream().map(id -> new LeftOver(id, lifeVersion, List.of())).toList(), context);
  }

  /** Will delete these, of a put, in each of {@code dataCenters}; returns at once. */
  public void add(List<BlobId> ids, List<Integer> dataCenters, RequestContext context) {
    add(ofPut(ids, dataCenters), context);
  }

  /**
   * Notes what will be handed over when its put ends, should this process not come to that.
   *
   * @param dataCenters where it is
   */
  public void note(List<BlobId> ids, List<Integer> dataCenters) {
    leftOvers.toDelete(ofPut(ids, dataCenters));
  }

  private static List<LeftOver> ofPut(List<BlobId> ids, List<Integer> dataCenters) {
    return ids.stream().map(id -> new LeftOver(id, FIRST_LIFE, dataCenters)).toList();
  }

  private void add(List<LeftOver> all, RequestContext context) {
    leftOvers.toDelete(all);
    for (LeftOver what : all) {
      add(new Job(what, leftOvers.isNoted(what), context.requestId(), 1), context);
    }
  }

  private void add(Job job, RequestContext context) {
    if (waiting.incrementAndGet() > CAPACITY) {
      waiting.decrementAndGet();
      hasNoRoom(job);
    } else {
      added.increment();
      if (!job.isNoted()) {
        unnoted.incrementAndGet();
      }
      queue.add(job);
      startWorker(context.carrier());
    }
  }

  /**
   * Will delete these, of a put, when {@code rest} has waited for what of it is still on its way;
   * returns at once.
   */
  public void addAfter(
      Runnable rest, List<BlobId> ids, List<Integer> dataCenters, RequestContext context) {
    puts.incrementAndGet();
    note(ids, dataCenters);
    context
        .carrier()
        .start(
            "put-rest",
            () -> {
              try {
                rest.run();
                add(ids, dataCenters, context);
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
   * Waits until all is done, or {@code context} is over: what is left then and is not noted stays
   * behind. Nothing more that was left before is begun.
   */
  public void drain(RequestContext context) {
    isDraining = true;
    Carrier carrier = context.carrier();
    Mailbox<Boolean> nobody = new Mailbox<>();
    while (waiting.get() + puts.get() > 0 && !context.deadline().hasPassed(carrier.time())) {
      nobody.take(Deadline.after(LOOK, carrier.time()).earlierOf(context.deadline()), carrier);
    }
    int left = waiting.get();
    int lost = leftOvers.isKept() ? unnoted.get() : left;
    if (left > lost) {
      LOG.atInfo().addKeyValue("records", left - lost).log("The next start deletes what is noted");
    }
    if (lost > 0) {
      failed.add(lost);
      LOG.atWarn().addKeyValue("records", lost).log("Records that nobody can read stay behind");
    }
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
    Optional<Job> job = Optional.ofNullable(queue.poll());
    if (job.isPresent() || isDraining || waiting.get() >= RESUMED_AT_ONCE) {
      return job;
    }
    Optional<LeftOver> left = Optional.ofNullable(resumed.poll());
    if (left.isPresent()) {
      waiting.incrementAndGet();
      added.increment();
    }
    return left.map(what -> new Job(what, true, RESUMED, 1));
  }

  private void run(Job job, Carrier carrier) {
    Deadline limit = Deadline.after(LIMIT, carrier.time());
    try {
      var context = new RequestContext(job.requestId(), carrier, limit);
      Optional<Write> failed =
          delete(job, context).stream()
              .filter(write -> write.outcome() == Outcome.UNDECIDABLE)
              .findFirst();
      if (failed.isPresent()) {
        retry(job, carrier, failed.get().reasons());
      } else {
        end(job);
      }
    } catch (RuntimeException e) {
      // the root of this job: the worker goes on with the next one
      retry(job, carrier, String.valueOf(e));
    }
  }

  private void end(Job job) {
    waiting.decrementAndGet();
    if (!job.isNoted()) {
      unnoted.decrementAndGet();
    }
    leftOvers.done(job.what());
  }

  private List<Write> delete(Job job, RequestContext context) {
    LeftOver what = job.what();
    if (what.dataCenters().isEmpty()) {
      return List.of(change.deleteLife(what.id(), what.lifeVersion(), context));
    }
    return change.deleteLifeIn(what.id(), what.lifeVersion(), what.dataCenters(), context);
  }

  private void retry(Job job, Carrier carrier, String reason) {
    if (job.attempt() == ATTEMPTS) {
      end(job);
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

  private void hasNoRoom(Job job) {
    if (!job.isNoted()) {
      giveUp(job, "the queue is full with " + CAPACITY);
      return;
    }
    LOG.atWarn()
        .addKeyValue("blob", job.what().id())
        .addKeyValue("request", job.requestId())
        .log("The queue is full: a record that nobody can read is deleted after the next start");
  }

  private void giveUp(Job job, String reason) {
    failed.increment();
    LOG.atWarn()
        .addKeyValue("blob", job.what().id())
        .addKeyValue("request", job.requestId())
        .addKeyValue("reason", reason)
        .log("A record that nobody can read stays behind");
  }
}
