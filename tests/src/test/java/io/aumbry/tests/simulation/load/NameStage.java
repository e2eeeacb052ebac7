package io.aumbry.tests.simulation.load;

import io.aumbry.frontend.name.NameCommit;
import io.aumbry.frontend.name.NamesConfig;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.tests.simulation.catalog.SimulatedCatalog;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.engine.Trace;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A small cluster with a catalog and three frontends, for a script. Names are judged as in runs.
 */
public final class NameStage {
  private static final int SIZE = 5000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final double NANOS = 1e9;

  private final SimulatedScheduler scheduler = new SimulatedScheduler(1, new Trace(_ -> {}));
  private final SimulatedCatalog catalog = new SimulatedCatalog(scheduler, new SplittableRandom(1));
  private final SimulatedCluster cluster;
  private final NamedClient.Subject subject;
  private final Waiting waiting;
  private final NamesConfig config;
  private Optional<ErrorOrBlob> last = Optional.empty();

  /** The result of a put. */
  private record ErrorOrBlob(Optional<BlobId> blob) {}

  public NameStage() {
    this.config = NamePlan.scripted();
    ClusterPlan plan = ClusterPlan.scripted().with(new Shape(3, 1, 1, ClusterPlan.COPIES, 3));
    this.cluster =
        new SimulatedCluster(
            scheduler, plan, Optional.of(new SimulatedFrontend.Catalog(catalog, config)));
    Ledger ledger = new Ledger(scheduler, plan);
    Tally tally = new Tally();
    UnsyncedWrites unsynced = new UnsyncedWrites(scheduler, cluster, ledger, tally);
    NameLedger names = new NameLedger(scheduler, ledger);
    this.subject =
        new NamedClient.Subject(names, ledger, tally, new Media(cluster, unsynced), _ -> {});
    this.waiting = new Waiting(scheduler, cluster, ledger, unsynced);
    catalog.onCommit(names::committed);
    catalog.onTrash(names::trashed);
    waiting.settled();
    pass(config.lease().renewal().multipliedBy(2));
  }

  Exposure exposure() {
    return new Exposure(scheduler, cluster, subject.ledger());
  }

  public NamesConfig config() {
    return config;
  }

  /**
   * Begins a put.
   *
   * @param beforeCommit runs on the thread of the upload when the blob is stored
   */
  public void beginToPut(int frontend, String key, Consumer<SimulatedFrontend> beforeCommit) {
    last = Optional.empty();
    SimulatedFrontend at = cluster.frontends().get(frontend);
    NameLedger.Change change = subject.names().begin(key, true);
    at.process().start("script", () -> put(at, key, change, beforeCommit));
  }

  private void put(
      SimulatedFrontend at,
      String key,
      NameLedger.Change change,
      Consumer<SimulatedFrontend> beforeCommit) {
    var names = at.names().orElseThrow();
    NameCommit<BlobId> commit = names.catalog().commit(key, true);
    NameCommit<BlobId> paused =
        new NameCommit<>() {
          @Override
          public Verdict<BlobId> commit(StoredBlob blob, String writer, RequestContext context) {
            subject.names().stored(change, new KeptBlob(blob.id(), 1, SIZE, Long.MAX_VALUE));
            beforeCommit.accept(at);
            return commit.commit(blob, writer, context);
          }

          @Override
          public Verdict<BlobId> ask(StoredBlob blob, String writer, RequestContext context) {
            return commit.ask(blob, writer, context);
          }
        };
    try (ByteSource body = Uploads.body(at, KeptBlob.content(1, SIZE))) {
      BlobId id = names.uploads().store(Uploads.of(at, SIZE), body, paused, at.context(PATIENCE));
      subject.names().done(change);
      last = Optional.of(new ErrorOrBlob(Optional.of(id)));
    } catch (AumbryException e) {
      last = Optional.of(new ErrorOrBlob(Optional.empty()));
    }
  }

  /** Puts a name, and waits for the answer. */
  public void put(int frontend, String key) {
    beginToPut(frontend, key, _ -> {});
    waiting.until("a put", (double) PATIENCE.toSeconds(), () -> last.isPresent());
    requirePut(true);
  }

  /** Requires that the last put was answered, with or without success. */
  public void requirePut(boolean success) {
    if (last.isEmpty() || last.get().blob().isPresent() != success) {
      throw new Finding("the last put ended with " + last);
    }
  }

  /** Reads a name at each frontend. */
  public void get(String key) {
    for (SimulatedFrontend frontend : cluster.frontends()) {
      if (frontend.process().isAlive()) {
        boolean[] read = {false};
        NamedClient client = new NamedClient(frontend, subject, scheduler.random());
        frontend.process().start("script", () -> read[0] = client.get(key));
        waiting.until("a name to be read", (double) PATIENCE.toSeconds(), () -> read[0]);
      }
    }
  }

  public void delete(int frontend, String key) {
    SimulatedFrontend at = cluster.frontends().get(frontend);
    NameLedger.Change change = subject.names().begin(key, false);
    boolean[] done = {false};
    at.process()
        .start(
            "script",
            () -> {
              at.names().orElseThrow().catalog().delete(key, at.context(PATIENCE));
              subject.names().done(change);
              done[0] = true;
            });
    waiting.until("a name to be deleted", (double) PATIENCE.toSeconds(), () -> done[0]);
  }

  /** Stores a blob without a name in a container. */
  public void putInto(DeletedContainer.Key container, int frontend, int size) {
    SimulatedFrontend at = cluster.frontends().get(frontend);
    boolean[] done = {false};
    at.process()
        .start(
            "script",
            () -> {
              try (ByteSource body = Uploads.body(at, KeptBlob.content(1, size))) {
                at.router()
                    .put(Uploads.into(container.container(), at, size), body, at.context(PATIENCE));
              }
              done[0] = true;
            });
    waiting.until("a put into a container", (double) PATIENCE.toSeconds(), () -> done[0]);
  }

  /** Deletes a container in the catalog. Requests are not refused. */
  public void deleteContainer(DeletedContainer.Key container) {
    catalog.deleteContainer(container);
  }

  /** Returns the number of blobs and chunks of a container in all stores together. */
  public int recordsOf(DeletedContainer.Key container) {
    int[] count = {0};
    cluster.look(replica ->
        Leaks.summaries(replica).stream()
            .filter(RecordSummary::isPut)
            .map(RecordSummary::id)
            .filter(id -> DeletedContainer.Key.of(id).equals(container))
            .filter(id -> id.kind() != BlobKind.UPLOAD)
            .forEach(_ -> count[0]++));
    pass(Duration.ofMillis(500));
    return count[0];
  }

  /** Waits until compaction has dropped all blobs of a container and their chunks. */
  public void requireGone(DeletedContainer.Key container) {
    waiting.until(
        "all records of " + container + " to leave the stores",
        (double) PATIENCE.toSeconds(),
        () -> recordsOf(container) == 0);
  }

  /** Lets the catalog carry out calls and answer none of them. */
  public void silence(boolean isSilent) {
    catalog.silent(isSilent);
  }

  public void requireName(String key) {
    if (!catalog.names().containsKey(key)) {
      throw new Finding("the name " + key + " is gone");
    }
  }

  public void kill(int frontend) {
    cluster.killFrontend(frontend);
  }

  public void resume(int frontend) {
    cluster.frontends().get(frontend).process().resume();
  }

  /** Stops all machines for this time, starts them, and waits until all replicas serve. */
  public void night(Duration span) {
    waiting.night(span, IntStream.range(0, cluster.machines().size()).toArray());
    waiting.settled();
  }

  public SimulatedCluster cluster() {
    return cluster;
  }

  public void pass(Duration span) {
    waiting.upTo(span.toNanos() / NANOS, () -> false);
  }

  /** Requires that no blob without a name remains after the grace period. */
  public void requireSwept() {
    waiting.named(catalog, subject.names());
  }

  /** Stops a frontend at this point of one of its threads, until {@link #resume}. */
  public static void standStill(SimulatedFrontend frontend) {
    frontend.process().halt();
    frontend.process().pause(Duration.ofMillis(1));
  }
}
