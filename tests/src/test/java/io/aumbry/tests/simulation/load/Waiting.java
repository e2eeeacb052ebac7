package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.threshold.StoreFiles;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Lets a cluster run until something is so, which must not take for ever. */
final class Waiting {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double SETTLE = 90;
  private static final double LOOK = 0.5;
  private static final int TOLD = 3;

  /**
   * What a frontend deletes in the background may be under way while replicas are looked at; and
   * what has expired for long is offered by some replicas after others have forgotten it, until all
   * have told each other twice that they are in step, by pulls of up to 5 s, and compacted.
   */
  private static final double ON_ITS_WAY = 20;

  /** By more than this no clock is wrong once all is healed. */
  private static final long WRONG_MILLIS = 1_000;

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final Ledger ledger;
  private final Claims claims;
  private final UnsyncedWrites unsynced;
  private final StoreFiles files = new StoreFiles();

  Waiting(
      SimulatedScheduler scheduler,
      SimulatedCluster cluster,
      Ledger ledger,
      UnsyncedWrites unsynced) {
    this.unsynced = unsynced;
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.ledger = ledger;
    this.claims = new Claims(cluster, ledger);
  }

  /** What the files of stores have shown so far. */
  StoreFiles files() {
    return files;
  }

  double seconds() {
    return scheduler.now() / NANOS_PER_SECOND;
  }

  /** Runs for so long, or until there is nothing to wait for. */
  void upTo(double seconds, BooleanSupplier condition) {
    double end = seconds() + seconds;
    while (!condition.getAsBoolean() && seconds() < end) {
      scheduler.runFor(LOOK);
      check();
    }
  }

  private void check() {
    cluster.requireWithinLimits(false);
    files.look(cluster.machines());
    unsynced.look();
    if (cluster.plan().upkeep().compares()) {
      claims.look();
    }
  }

  /** Runs until it is so. */
  void until(String what, double seconds, BooleanSupplier condition) {
    upTo(seconds, condition);
    if (!condition.getAsBoolean()) {
      throw new Finding("waited " + seconds + " s for " + what);
    }
  }

  /** Until all replicas serve. */
  void settled() {
    until("all replicas to serve", SETTLE, cluster::isSettled);
  }

  /** Until all replicas have the same and all that was promised. */
  void agreed() {
    agreed(SETTLE);
  }

  /**
   * Until their nodes have compared all replicas since now and found nothing; what they say is then
   * so.
   */
  void proven() {
    long since = scheduler.wallMillis() + WRONG_MILLIS;
    none(
        "replicas are not proven to be the same",
        SETTLE,
        () -> {
          Proofs proofs = new Proofs(since);
          cluster.look(proofs::look);
          scheduler.runFor(LOOK);
          return withMissing(proofs.unproven(), proofs.looked());
        });
    agreed(ON_ITS_WAY);
  }

  private void agreed(double seconds) {
    none(
        "replicas do not agree",
        seconds,
        () -> {
          Agreement agreement = new Agreement(cluster, ledger);
          agreement.collect();
          scheduler.runFor(LOOK);
          agreement.compare();
          scheduler.runFor(LOOK);
          return withMissing(agreement.differences(), agreement.looked());
        });
  }

  private Set<String> withMissing(Set<String> found, int looked) {
    Set<String> all = new LinkedHashSet<>(found);
    int replicas = cluster.plan().replicas();
    if (looked != replicas) {
      all.add(looked + " of " + replicas + " replicas are open");
    }
    return all;
  }

  /** Looks again and again, until nothing is wrong. */
  private void none(String what, double seconds, Supplier<Set<String>> look) {
    HealingTime time = new HealingTime(seconds, seconds(), cluster.recordsBehind());
    Set<String> wrong = look.get();
    while (!wrong.isEmpty() && !time.isOver(seconds(), cluster.recordsBehind())) {
      check();
      wrong = look.get();
    }
    if (!wrong.isEmpty()) {
      throw new Finding(
          what
              + " after "
              + time.granted()
              + " s: "
              + wrong.stream().limit(TOLD).toList()
              + " and "
              + Math.max(0, wrong.size() - TOLD)
              + " more");
    }
  }
}
