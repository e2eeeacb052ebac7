package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.Expiry;
import io.aumbry.router.Durability;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedCluster.OpenReplica;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.engine.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A small cluster for a script instead of chance, with one client of one frontend. What the client
 * is told is judged as in any run.
 */
public final class Stage {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Trace trace = new Trace(line -> {});
  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private SimulatedFrontend frontend;
  private final Ledger ledger;
  private final UnsyncedWrites unsynced;
  private final Media media;
  private final Tally tally = new Tally();
  private Client client;
  private final Waiting waiting;
  private long contents;

  /** A cluster that serves. */
  public Stage(long seed, ClusterPlan plan) {
    this.scheduler = new SimulatedScheduler(seed, trace);
    this.cluster = new SimulatedCluster(scheduler, plan);
    this.frontend = cluster.frontends().getFirst();
    this.ledger = new Ledger(scheduler, plan);
    this.unsynced = new UnsyncedWrites(scheduler, cluster, ledger, tally);
    this.media = new Media(cluster, unsynced);
    this.client = new Client(frontend, ledger, scheduler.random(), tally, media);
    this.waiting = new Waiting(scheduler, cluster, ledger, unsynced);
    waiting.settled();
  }

  public SimulatedCluster cluster() {
    return cluster;
  }

  /** The acknowledged blobs that are judged. */
  List<KeptBlob> promised() {
    return ledger.all();
  }

  /** An account of losses that begins now. */
  Exposure exposure() {
    return new Exposure(scheduler, cluster, ledger);
  }

  /** Asks another frontend from now on. */
  public void turnTo(int index) {
    frontend = cluster.frontends().get(index);
    client = new Client(frontend, ledger, scheduler.random(), tally, media);
  }

  /** Does something on a thread of the frontend, and stops at the very step that ends it. */
  private void act(Runnable action) {
    List<Boolean> done = new ArrayList<>();
    begin(() -> {
      action.run();
      done.add(true);
    });
    long limit = scheduler.now() + PATIENCE.toNanos();
    while (done.isEmpty() && scheduler.step(limit)) {
      // one after the other
    }
    if (done.isEmpty()) {
      throw new Finding("the frontend has not answered in " + PATIENCE);
    }
  }

  private void begin(Runnable action) {
    frontend.process().start("script", action);
  }

  /** Begins to put so many blobs at once, and waits for none; each may be refused. */
  public void beginToPut(int count, int size) {
    for (int i = 0; i < count; i++) {
      beginToPut(size, Durability.LOCAL);
    }
  }

  /** Begins to put a blob that is to be that durable, and does not wait for it. */
  void beginToPut(int size, Durability level) {
    long content = ++contents;
    begin(() -> client.put(size, content, Expiry.INFINITE_TTL, level));
  }

  /** Asks the frontend for something of which nobody keeps account. */
  public void ask(Consumer<SimulatedFrontend> action) {
    act(() -> action.accept(frontend));
  }

  /** Puts a blob; empty when that was refused. */
  public Optional<KeptBlob> tryPut(int size) {
    return tryPut(size, Expiry.INFINITE_TTL);
  }

  /** Puts a blob that expires after so many seconds; empty when that was refused. */
  public Optional<KeptBlob> tryPut(int size, long seconds) {
    return tryPut(size, seconds, Durability.LOCAL);
  }

  /** Puts a blob that is to be that durable; empty when that was refused. */
  public Optional<KeptBlob> tryPut(int size, Durability level) {
    return tryPut(size, Expiry.INFINITE_TTL, level);
  }

  private Optional<KeptBlob> tryPut(int size, long seconds, Durability level) {
    int before = ledger.all().size();
    act(() -> client.put(size, ++contents, seconds, level));
    return ledger.all().size() > before ? Optional.of(ledger.all().getLast()) : Optional.empty();
  }

  /** Begins to put a blob whose client goes away after so many bytes. */
  public void abandon(int size, int sent) {
    act(() -> client.abandon(size, sent));
  }

  /** Puts so many blobs, none of which may be refused. */
  public List<KeptBlob> put(int count, int size) {
    List<KeptBlob> blobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      blobs.add(tryPut(size).orElseThrow(() -> new Finding("a put was refused: " + tally)));
    }
    return blobs;
  }

  /** Deletes blobs, which may not be refused. */
  public void delete(List<KeptBlob> blobs) {
    blobs.forEach(blob -> {
      if (!tryDelete(blob)) {
        throw new Finding("a delete was refused: " + tally);
      }
    });
  }

  /** Deletes a blob; answers whether that was done. */
  public boolean tryDelete(KeptBlob blob) {
    act(() -> client.delete(blob));
    return blob.lives().isFor(Lives.Fate.DELETED);
  }

  /** Puts blobs and deletes them at once, so that logs and indexes grow older. */
  public void churn(int count, int size) {
    delete(put(count, size));
  }

  /** Asks to have a deleted blob back; answers whether that was done. */
  public boolean tryUndelete(KeptBlob blob) {
    act(() -> client.undelete(blob));
    return blob.lives().isFor(Lives.Fate.ALIVE);
  }

  /** Asks to have a deleted blob back, which may not be refused. */
  public void undelete(KeptBlob blob) {
    if (!tryUndelete(blob)) {
      throw new Finding("an undelete was refused: " + tally);
    }
  }

  /** Asks for blobs; that may be refused, but not be answered wrongly. */
  public void tryGet(List<KeptBlob> blobs) {
    blobs.forEach(blob -> act(() -> client.get(blob)));
  }

  /** Asks for all there ever were, of a cluster that must be able to say. */
  public void getAll() {
    int refused = tally.failures();
    tryGet(ledger.all());
    requireNoneRefused(refused);
  }

  private void requireNoneRefused(int before) {
    if (tally.failures() > before) {
      throw new Finding("something was refused: " + tally);
    }
  }

  /** Lets time go by. */
  public void pass(Duration span) {
    scheduler.runFor(span.toNanos() / 1e9);
  }

  /** All machines lose power; so long after that these are switched on. */
  public void night(Duration span, int... machines) {
    for (int i = 0; i < cluster.machines().size(); i++) {
      cluster.cutPower(i);
    }
    if (span.isPositive()) {
      scheduler.skip(span);
    }
    for (int machine : machines) {
      cluster.start(machine);
    }
  }

  /** Until all replicas serve. */
  public void settle() {
    waiting.settled();
  }

  /** Until the replicas agree and each has, by itself, all that was promised; then all is read. */
  public void heal() {
    settle();
    waiting.agreed();
    serve();
  }

  /** As {@link #heal}, when nodes have compared all and found nothing. */
  public void healProven() {
    settle();
    waiting.proven();
    serve();
  }

  /** All is read, by which nothing may be shown any more that was deleted through whomever. */
  public void serve() {
    ledger.healed();
    getAll();
  }

  /** Looks at the replica of one machine, or of all, on threads of theirs. */
  public void look(Consumer<OpenReplica> check) {
    look(Duration.ofMillis(500), check);
  }

  /** In which all that is looked at has been. */
  public void look(Duration span, Consumer<OpenReplica> check) {
    cluster.look(check);
    pass(span);
  }

  /** Replicas of which their nodes do not say that all blobs until then have all copies. */
  public Set<String> unproven(long untilMillis) {
    Proofs proofs = new Proofs(untilMillis);
    look(Duration.ofMillis(10), proofs::look);
    return proofs.unproven();
  }

  /** By a clock that is right, since 1970. */
  public long wallMillis() {
    return scheduler.wallMillis();
  }

  /** How much damage {@code store verify} finds on a machine, whose process is ended for it. */
  public int verify(int machine) {
    cluster.kill(machine);
    return Verified.damages(cluster.machines().get(machine), scheduler.wallMillis()).size();
  }

  /** Cuts each of the ones off from each of the others. */
  public void part(List<String> ones, List<String> others) {
    each(ones, others, cluster.network()::block);
  }

  /** Mends what {@link #part} cut. */
  public void join(List<String> ones, List<String> others) {
    each(ones, others, cluster.network()::open);
  }

  private static void each(
      List<String> ones, List<String> others, BiConsumer<String, String> between) {
    for (String one : ones) {
      for (String other : others) {
        between.accept(one, other);
        between.accept(other, one);
      }
    }
  }

  /** Lets one be given back that was deleted: who asks for it is not judged by that. */
  public void forget(KeptBlob blob) {
    ledger.all().remove(blob);
  }
}
