package io.aumbry.catalog.snapshot;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the snapshot current. A thread asks the database for its revision in every period, and
 * loads a new snapshot when that differs. While the database is down, the last snapshot stays in
 * use; after a start that is the one in the file. Another thread saves it, because a disk may take
 * long.
 */
public final class SnapshotWatcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotWatcher.class);

  /** Of a load. The database answers each page within {@code catalog.call-timeout}. */
  private static final Duration LOAD_LIMIT = Duration.ofMinutes(10);

  /**
   * Of the question for the revision. A connection that hangs must not keep the thread for long.
   */
  private static final Duration LOOK_LIMIT = Duration.ofSeconds(3);

  private static final int PERIODS_TO_REPEAT = 5;

  private final SnapshotSource source;
  private final SnapshotFile file;
  private final Duration period;
  private final Carrier carrier;
  private final Thread thread;
  private final Thread saver;
  private final Counter failures;
  private final List<Consumer<CatalogSnapshot>> subscribers = new CopyOnWriteArrayList<>();

  /** Requests that wait for the next look at the database. */
  private final Queue<Mailbox<Boolean>> waiting = new ConcurrentLinkedQueue<>();

  /** Holds no message. The thread rests in it. */
  private final Mailbox<Boolean> rest = new Mailbox<>();

  /** As {@link #rest}, of the thread that saves. */
  private final Mailbox<Boolean> restOfSaver = new Mailbox<>();

  /** Replaced by the thread only. */
  private volatile CatalogSnapshot current;

  private volatile long confirmedNanos;
  private volatile boolean confirmed;
  private volatile boolean stopping;
  private boolean isFailing;

  /** The revision of the last snapshot that all subscribers took. Used by the thread only. */
  private Revision delivered;

  /** Used by the saver. */
  private CatalogSnapshot saved;

  /** Written by the saver. */
  private volatile boolean isUnsaved;

  /**
   * The parts of a process that a watcher uses.
   *
   * @param carrier runs timers
   */
  public record Environment(BlockingThreads threads, Carrier carrier, Metrics metrics) {}

  /** Starts with the snapshot in the file, without waiting for the database. */
  public SnapshotWatcher(
      SnapshotSource source, SnapshotFile file, Duration period, Environment environment) {
    this.source = source;
    this.file = file;
    this.period = period;
    this.carrier = environment.carrier();
    this.saved = readFile(file);
    this.current = saved;
    this.delivered = saved.revision();
    this.confirmedNanos = now();
    this.failures =
        environment
            .metrics()
            .counter(
                "aumbry_catalog_snapshot_failures_total",
                "Failed attempts to learn of changes of accounts and identities");
    environment
        .metrics()
        .gauge(
            "aumbry_catalog_snapshot_age_seconds",
            "Time since the snapshot of accounts and identities was last known to be current",
            () -> age().toNanos() / 1e9);
    environment
        .metrics()
        .gauge(
            "aumbry_catalog_snapshot_confirmed",
            "1 since the database has confirmed or replaced the snapshot of accounts and"
                + " identities that was read from the file at the start",
            () -> confirmed ? 1 : 0);
    environment
        .metrics()
        .gauge(
            "aumbry_catalog_snapshot_unsaved",
            "1 while the snapshot of accounts and identities cannot be saved",
            () -> isUnsaved ? 1 : 0);
    this.thread = environment.threads().start("catalog-snapshot", this::run);
    this.saver = environment.threads().start("catalog-snapshot-saver", this::saveAll);
  }

  private static CatalogSnapshot readFile(SnapshotFile file) {
    try {
      return file.read().orElseGet(CatalogSnapshot::empty);
    } catch (IOException e) {
      LOG.atError()
          .addKeyValue("file", file.path())
          .addKeyValue("reason", e.getMessage())
          .log("the saved snapshot of the catalog is not used; the database must answer first");
      return CatalogSnapshot.empty();
    }
  }

  /** The newest snapshot. Never waits. */
  public CatalogSnapshot snapshot() {
    return current;
  }

  /** Whether the database has confirmed the snapshot since the start. */
  public boolean isConfirmed() {
    return confirmed;
  }

  /** Time since the snapshot was last known to be current; since the start if it never was. */
  public Duration age() {
    return Duration.ofNanos(Math.max(0, now() - confirmedNanos));
  }

  /**
   * Calls {@code subscriber} with each later snapshot, in order, on the watcher's thread. It may
   * miss the current one, which the caller reads after this call.
   */
  public void subscribe(Consumer<CatalogSnapshot> subscriber) {
    subscribers.add(subscriber);
  }

  /**
   * Waits until the snapshot includes all changes that were committed before this call. Called
   * after a change, so that its author sees it at once. Concurrent calls share a look at the
   * database.
   *
   * @return false if the database did not answer until the deadline
   */
  public boolean refresh(RequestContext context) {
    Mailbox<Boolean> answer = new Mailbox<>();
    waiting.add(answer);
    LockSupport.unpark(thread);
    return answer.take(context.deadline(), context.carrier()).orElse(false);
  }

  private void run() {
    while (!stopping) {
      List<Mailbox<Boolean>> served = new ArrayList<>();
      for (var next = waiting.poll(); next != null; next = waiting.poll()) {
        served.add(next);
      }
      boolean isCurrent = poll();
      served.forEach(answer -> answer.post(isCurrent));
      rest.take(
          Deadline.after(period, carrier.time()), carrier, () -> stopping || !waiting.isEmpty());
    }
    waiting.forEach(answer -> answer.post(false));
  }

  /** The root of the work of this thread, which must go on: it learns of revoked keys. */
  private boolean poll() {
    try {
      look();
      if (isFailing) {
        LOG.atInfo().log("the catalog can be reached again");
      }
      isFailing = false;
      return true;
    } catch (AumbryException e) {
      failed(e);
      return false;
    } catch (Throwable bug) {
      failed(bug);
      LOG.atError().setCause(bug).log("the snapshot was not updated because of a bug");
      return false;
    }
  }

  /**
   * Any other revision is newer, also one of fewer changes: a backup may have been restored. A
   * snapshot that a subscriber failed to take is loaded again.
   */
  private void look() {
    long begin = now();
    if (!source.revision(context(LOOK_LIMIT)).equals(delivered)) {
      CatalogSnapshot loaded = source.load(context(LOAD_LIMIT));
      current = loaded;
      subscribers.forEach(subscriber -> subscriber.accept(loaded));
      delivered = loaded.revision();
    }
    confirmedNanos = begin;
    confirmed = true;
  }

  private RequestContext context(Duration limit) {
    return new RequestContext("catalog-snapshot", carrier, Deadline.after(limit, carrier.time()));
  }

  private void failed(Throwable e) {
    failures.increment();
    if (!isFailing && !stopping) {
      LOG.atWarn()
          .addKeyValue("reason", e.getMessage())
          .addKeyValue("changes", current.revision().changes())
          .log("the catalog cannot be reached; the last snapshot stays in use");
    }
    isFailing = true;
  }

  /** A failure is repeated, since the file may still have revoked keys. */
  private void saveAll() {
    while (!stopping) {
      save();
      Duration pause = isUnsaved ? period.multipliedBy(PERIODS_TO_REPEAT) : period;
      restOfSaver.take(Deadline.after(pause, carrier.time()), carrier, () -> stopping);
    }
  }

  private void save() {
    CatalogSnapshot next = current;
    if (next == saved) {
      return;
    }
    try {
      file.write(next);
      saved = next;
      isUnsaved = false;
    } catch (IOException | RuntimeException e) {
      if (!isUnsaved) {
        LOG.atError()
            .addKeyValue("file", file.path())
            .setCause(e)
            .log("the snapshot of the catalog cannot be saved");
      }
      isUnsaved = true;
    }
  }

  private long now() {
    return carrier.time().monotonicNanos();
  }

  /**
   * Closes the source, which ends a load, and stops the threads. The snapshot is saved, and remains
   * readable.
   */
  @Override
  public void close() {
    stopping = true;
    LockSupport.unpark(thread);
    LockSupport.unpark(saver);
    source.close();
    try {
      thread.join();
      saver.join();
      save();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
