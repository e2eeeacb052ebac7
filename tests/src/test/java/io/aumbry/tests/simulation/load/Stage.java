package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
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
 * A small cluster for a script, with one client of one frontend. Answers to the client are judged
 * as in any run.
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

  public Stage(long seed, ClusterPlan plan) {
    this.scheduler = new SimulatedScheduler(seed, trace);
    this.cluster = new SimulatedCluster(scheduler, plan);
    this.frontend = cluster.frontends().getFirst();
    this.ledger = new Ledger(scheduler, plan);
    this.unsynced = new UnsyncedWrites(scheduler, cluster, ledger, tally);
    this.media = new Media(cluster, unsynced);
    this.client = new Client(frontend, ledger, scheduler.random(), tally, media);
    this.waiting = new Waiting(scheduler, cluster, ledger, unsynced);
    ledger.allow(exposure()::mayReturn);
    waiting.settled();
  }

  public SimulatedCluster cluster() {
    return cluster;
  }

  List<KeptBlob> promised() {
    return ledger.all();
  }

  Ledger ledger() {
    return ledger;
  }

  Exposure exposure() {
    return new Exposure(scheduler, cluster, ledger);
  }

  public void turnTo(int index) {
    frontend = cluster.frontends().get(index);
    client = new Client(frontend, ledger, scheduler.random(), tally, media);
  }

  /** Runs an action on a thread of the frontend, and stops at the very step that ends it. */
  private void act(Runnable action) {
    List<Boolean> done = new ArrayList<>();
    begin(() -> {
      action.run();
      done.add(true);
    });
    long limit = scheduler.now() + PATIENCE.toNanos();
    while (done.isEmpty() && scheduler.step(limit)) {
      // each step runs one slice or timer
    }
    if (done.isEmpty()) {
      throw new Finding("the frontend has not answered in " + PATIENCE);
    }
  }

  private void begin(Runnable action) {
    frontend.process().start("script", action);
  }

  /** Starts {@code count} puts and waits for none. Each may be refused. */
  public void beginToPut(int count, int size) {
    for (int i = 0; i < count; i++) {
      beginToPut(size, DurabilityLevel.LOCAL);
    }
  }

  void beginToPut(int size, DurabilityLevel level) {
    long content = ++contents;
    begin(() -> client.put(size, content, Expiry.INFINITE_TTL, level));
  }

  /** Sends a request that is not recorded in the ledger. */
  public void ask(Consumer<SimulatedFrontend> action) {
    act(() -> action.accept(frontend));
  }

  /**
   * Puts a blob.
   *
   * @return the blob, or empty if the put was refused
   */
  public Optional<KeptBlob> tryPut(int size) {
    return tryPut(size, Expiry.INFINITE_TTL);
  }

  /**
   * Puts a blob that expires after {@code seconds}.
   *
   * @return the blob, or empty if the put was refused
   */
  public Optional<KeptBlob> tryPut(int size, long seconds) {
    return tryPut(size, seconds, DurabilityLevel.LOCAL);
  }

  /**
   * Puts a blob with this durability.
   *
   * @return the blob, or empty if the put was refused
   */
  public Optional<KeptBlob> tryPut(int size, DurabilityLevel level) {
    return tryPut(size, Expiry.INFINITE_TTL, level);
  }

  /** Puts a blob. The client pauses before the last piece. The put must not be refused. */
  public void putSlowly(int size, Duration pause) {
    int before = ledger.all().size();
    act(() -> client.putSlowly(size, ++contents, pause));
    if (ledger.all().size() == before) {
      throw new Finding("a slow put was refused: " + tally);
    }
  }

  /** Begins to put a blob. Its client pauses before the last piece. The put may be refused. */
  public void beginToPutSlowly(int size, Duration pause) {
    long content = ++contents;
    begin(() -> client.putSlowly(size, content, pause));
  }

  /** Waits until no chunk takes space that no blob has, of all that was begun before a time. */
  public void requireReaped(long dueMillis) {
    waiting.reaped(dueMillis);
  }

  private Optional<KeptBlob> tryPut(int size, long seconds, DurabilityLevel level) {
    int before = ledger.all().size();
    act(() -> client.put(size, ++contents, seconds, level));
    return ledger.all().size() > before ? Optional.of(ledger.all().getLast()) : Optional.empty();
  }

  /** Starts a put with a client that leaves after {@code sent} bytes. */
  public void abandon(int size, int sent) {
    act(() -> client.abandon(size, sent));
  }

  /** Puts {@code count} blobs. None may be refused. */
  public List<KeptBlob> put(int count, int size) {
    List<KeptBlob> blobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      blobs.add(tryPut(size).orElseThrow(() -> new Finding("a put was refused: " + tally)));
    }
    return blobs;
  }

  public void delete(List<KeptBlob> blobs) {
    blobs.forEach(blob -> {
      if (!tryDelete(blob)) {
        throw new Finding("a delete was refused: " + tally);
      }
    });
  }

  /**
   * Tries to delete a blob.
   *
   * @return whether it is deleted
   */
  public boolean tryDelete(KeptBlob blob) {
    act(() -> client.delete(blob));
    return blob.lives().isFor(Lives.Fate.DELETED);
  }

  /** Puts blobs and deletes them at once, to age logs and indexes. */
  public void churn(int count, int size) {
    delete(put(count, size));
  }

  /**
   * Tries to undelete a blob.
   *
   * @return whether it is alive
   */
  public boolean tryUndelete(KeptBlob blob) {
    act(() -> client.undelete(blob));
    return blob.lives().isFor(Lives.Fate.ALIVE);
  }

  public void undelete(KeptBlob blob) {
    if (!tryUndelete(blob)) {
      throw new Finding("an undelete was refused: " + tally);
    }
  }

  /** Reads blobs. Reads may be refused, but must not be answered wrongly. */
  public void tryGet(List<KeptBlob> blobs) {
    blobs.forEach(blob -> act(() -> client.get(blob)));
  }

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

  public void pass(Duration span) {
    scheduler.runFor(span.toNanos() / 1e9);
  }

  /** Cuts the power of all machines, skips {@code span} and starts these machines. */
  public void night(Duration span, int... machines) {
    waiting.night(span, machines);
  }

  public void settle() {
    waiting.settled();
  }

  /**
   * Waits until the replicas agree and each alone has every promised blob. Then reads everything.
   */
  public void heal() {
    settle();
    waiting.agreed();
    serve();
  }

  /** As {@link #heal}, after nodes have compared all replicas and found no difference. */
  public void healProven() {
    settle();
    waiting.proven();
    serve();
  }

  /** Reads everything. No frontend may show a deleted blob any more. */
  public void serve() {
    ledger.healed();
    getAll();
  }

  public void look(Consumer<OpenReplica> check) {
    look(Duration.ofMillis(500), check);
  }

  public void look(Duration span, Consumer<OpenReplica> check) {
    cluster.look(check);
    pass(span);
  }

  /** Returns the replicas for which nodes do not report all copies up to this time as proven. */
  public Set<String> unproven(long untilMillis) {
    Proofs proofs = new Proofs(untilMillis);
    look(Duration.ofMillis(10), proofs::look);
    return proofs.unproven();
  }

  /** Milliseconds since 1970 of a correct clock. */
  public long wallMillis() {
    return scheduler.wallMillis();
  }

  /**
   * Kills the process of a machine, and returns the number of damages that {@code store verify}
   * finds.
   */
  public int verify(int machine) {
    cluster.kill(machine);
    return Verified.damages(cluster.machines().get(machine), scheduler.wallMillis()).size();
  }

  /** Blocks the network between two groups of processes. */
  public void part(List<String> ones, List<String> others) {
    each(ones, others, cluster.network()::block);
  }

  /** Opens the network that {@link #part} blocked. */
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

  /** Removes a blob from the ledger, so that answers about it are not judged. */
  public void forget(KeptBlob blob) {
    ledger.all().remove(blob);
  }
}
