package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.catalog.SimulatedCatalog;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.threshold.StoreFiles;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Runs the cluster until a condition holds or a time limit ends, and checks limits at each step.
 */
final class Waiting {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double SETTLE = 90;
  private static final double LOOK = 0.5;
  private static final int SHOWN = 3;

  /** Until all leases of ended processes are fenced and swept, and their trash is claimed again. */
  private static final double SWEPT = 150;

  /**
   * Extra time for replicas to agree. Frontends may still be deleting in the background. Some
   * replicas offer long expired blobs after others have dropped them, until all have told each
   * other twice that they are in step (with pulls of up to 5 s) and have compacted.
   */
  private static final double IN_PROGRESS = 20;

  /** Upper bound of the clock error after healing. */
  private static final long WRONG_MILLIS = 1_000;

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final Ledger ledger;
  private final Claims claims;
  private final UnsyncedWrites unsynced;
  private final StoreFiles files = new StoreFiles();
  private Optional<Operator> operator = Optional.empty();

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

  StoreFiles files() {
    return files;
  }

  /** From now on an operator looks after the cluster. */
  void with(Operator from) {
    operator = Optional.of(from);
  }

  double seconds() {
    return scheduler.now() / NANOS_PER_SECOND;
  }

  /** Cuts the power of all machines, skips {@code span} and starts these machines. */
  void night(Duration span, int... machines) {
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

  /** Runs until the condition holds, for {@code seconds} at most. */
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
    operator.ifPresent(Operator::look);
    if (cluster.plan().upkeep().compares()) {
      claims.look();
    }
  }

  /**
   * Runs until the condition holds.
   *
   * @throws Finding if it does not hold after {@code seconds}
   */
  void until(String message, double seconds, BooleanSupplier condition) {
    upTo(seconds, condition);
    require(message, seconds, condition);
  }

  private static void require(String message, double waited, BooleanSupplier condition) {
    if (!condition.getAsBoolean()) {
      throw new Finding("waited " + waited + " s for " + message);
    }
  }

  /** A new replica waits for peers that wait for each other, see {@link Mending}. */
  void settled() {
    upTo(SETTLE, cluster::isSettled);
    double more = !cluster.isSettled() && isMending() ? mended() + SETTLE : 0;
    upTo(more, cluster::isSettled);
    require("all replicas to serve", SETTLE + more, cluster::isSettled);
  }

  private boolean isMending() {
    Mending mending = new Mending();
    cluster.look(mending::look);
    scheduler.runFor(LOOK);
    return mending.isMutual();
  }

  private double mended() {
    return cluster.plan().server().replication().tuning().mended().toSeconds();
  }

  void agreed() {
    agreed(SETTLE);
  }

  /**
   * Waits until nodes have compared all replicas after now and report them as proven. Then checks
   * that they agree.
   */
  void proven() {
    long since = scheduler.wallMillis() + WRONG_MILLIS;
    none(
        "replicas are not proven to agree",
        SETTLE,
        () -> {
          Proofs proofs = new Proofs(since);
          cluster.look(proofs::look);
          scheduler.runFor(LOOK);
          return withMissing(proofs.unproven(), proofs.looked());
        });
    agreed(IN_PROGRESS);
  }

  /** Until no chunk takes space that no stored blob has, of all that was begun before a time. */
  void reaped(long dueMillis) {
    none(
        "chunks are leaked",
        SETTLE,
        () -> {
          Leaks leaks = new Leaks(cluster, dueMillis);
          leaks.collect();
          scheduler.runFor(LOOK);
          return withMissing(leaks.found(), leaks.looked());
        });
  }

  /** Until no blob that was stored for a name is alive without one, and nothing is left to do. */
  void named(SimulatedCatalog catalog, NameLedger names) {
    none(
        "blobs without names remain",
        SWEPT,
        () -> {
          NameOrphans orphans = new NameOrphans(catalog, names);
          cluster.look(orphans::look);
          scheduler.runFor(LOOK);
          return withMissing(orphans.found(), orphans.looked());
        });
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
      all.add(looked + " of " + replicas + " replicas were open and answered");
    }
    return all;
  }

  private HealingTime.Left left(Set<String> wrong) {
    return new HealingTime.Left(cluster.recordsBehind(), wrong.size());
  }

  /** Repeats a check until it reports nothing. */
  private void none(String message, double seconds, Supplier<Set<String>> look) {
    double begun = seconds();
    Set<String> wrong = remaining(seconds, look);
    if (!wrong.isEmpty() && isMending()) {
      wrong = remaining(mended() + SETTLE, look);
    }
    if (!wrong.isEmpty()) {
      throw new Finding(
          "%s after %.1f s: %s and %d more"
              .formatted(
                  message,
                  seconds() - begun,
                  wrong.stream().limit(SHOWN).toList(),
                  Math.max(0, wrong.size() - SHOWN)));
    }
  }

  private Set<String> remaining(double seconds, Supplier<Set<String>> look) {
    Set<String> wrong = look.get();
    HealingTime time = new HealingTime(seconds, seconds(), left(wrong));
    while (!wrong.isEmpty() && !time.isOver(seconds(), left(wrong))) {
      check();
      wrong = look.get();
    }
    return wrong;
  }
}
