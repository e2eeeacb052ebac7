package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Lets a cluster run until something is so, which must not take for ever. */
final class Waiting {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double SETTLE = 90;
  private static final double LOOK = 0.5;
  private static final int TOLD = 3;

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final Ledger ledger;

  Waiting(SimulatedScheduler scheduler, SimulatedCluster cluster, Ledger ledger) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.ledger = ledger;
  }

  double seconds() {
    return scheduler.now() / NANOS_PER_SECOND;
  }

  /** Runs for so long, or until there is nothing to wait for. */
  void upTo(double seconds, BooleanSupplier condition) {
    double end = seconds() + seconds;
    while (!condition.getAsBoolean() && seconds() < end) {
      scheduler.runFor(LOOK);
      cluster.requireWithinLimits(false);
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
    Set<String> differences = Set.of();
    for (double end = seconds() + SETTLE; seconds() < end; ) {
      Agreement agreement = new Agreement(cluster, ledger);
      agreement.collect();
      scheduler.runFor(LOOK);
      agreement.compare();
      scheduler.runFor(LOOK);
      differences = agreement.differences();
      int replicas = cluster.plan().replicas();
      if (differences.isEmpty() && agreement.looked() == replicas) {
        return;
      }
    }
    throw new Finding(
        "replicas do not agree after "
            + SETTLE
            + " s: "
            + differences.stream().limit(TOLD).toList()
            + " and "
            + Math.max(0, differences.size() - TOLD)
            + " more");
  }
}
