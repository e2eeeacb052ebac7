package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.engine.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** One run of a cluster under load and faults, all of it chosen by its seed. */
public final class Run {
  private static final double START = 20;
  private static final double LOAD = 12;

  /** In which what was deleted becomes old enough to be dropped. */
  private static final Duration NIGHT = Duration.ofHours(2);

  private static final double SETTLE = 90;

  /** After which what has not healed by itself is looked at by people. */
  private static final double OPERATOR = 10;

  private static final double LOOK = 2;
  private static final int CLIENTS_OF_A_FRONTEND = 4;
  private static final Duration BETWEEN_OPERATIONS = Duration.ofMillis(300);
  private static final Duration BETWEEN_FAULTS = Duration.ofMillis(1500);
  private static final double NANOS_PER_SECOND = 1e9;

  private final Trace trace;
  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final Tally tally = new Tally();
  private final Ledger ledger;
  private final Troubles troubles;

  /** A run that is about to begin; {@code listener} is told each line of its trace. */
  public Run(long seed, Consumer<String> listener) {
    this.trace = new Trace(listener);
    this.scheduler = new SimulatedScheduler(seed, trace);
    this.cluster = new SimulatedCluster(scheduler, ClusterPlan.usual());
    this.ledger = new Ledger(scheduler);
    this.troubles = new Troubles(scheduler, cluster, tally);
  }

  /**
   * Runs it to its end.
   *
   * @throws Finding when something was that must never be
   */
  public void perform() {
    await("the cluster to start", START, cluster::isSettled);
    load();
    troubles.begin(BETWEEN_FAULTS);
    scheduler.runFor(LOAD);
    night();
    scheduler.runFor(LOAD);
    tally.end();
    troubles.end();
    scheduler.event("run", "healed");
    scheduler.runFor(OPERATOR);
    cluster.replaceFailed();
    await("all replicas to serve again", SETTLE, cluster::isSettled);
    awaitAgreement();
    ledger.healed();
    readAll();
    cluster.look(replica -> tally.freed(replica.store().usage().freed()));
    scheduler.runFor(LOOK);
  }

  public Trace trace() {
    return trace;
  }

  public Tally tally() {
    return tally;
  }

  /** That have gone by, what was skipped not counted. */
  public double virtualSeconds() {
    return scheduler.now() / NANOS_PER_SECOND;
  }

  /** All machines lose power and come back much later. */
  private void night() {
    for (int i = 0; i < cluster.plan().nodes(); i++) {
      cluster.cutPower(i);
    }
    scheduler.skip(NIGHT);
    for (int i = 0; i < cluster.plan().nodes(); i++) {
      cluster.start(i);
    }
  }

  private void load() {
    for (SimulatedFrontend frontend : cluster.frontends()) {
      for (int i = 0; i < CLIENTS_OF_A_FRONTEND; i++) {
        Client client = new Client(frontend, ledger, scheduler.random(), tally);
        frontend.process().start("client-" + i, () -> client.run(BETWEEN_OPERATIONS));
      }
    }
  }

  private interface Condition {
    boolean holds();
  }

  private void await(String what, double seconds, Condition condition) {
    double end = scheduler.now() / NANOS_PER_SECOND + seconds;
    while (!condition.holds()) {
      if (scheduler.now() / NANOS_PER_SECOND > end) {
        throw new Finding("waited " + seconds + " s for " + what);
      }
      scheduler.runFor(0.5);
    }
  }

  private void awaitAgreement() {
    Set<String> differences = Set.of();
    for (double waited = 0; waited < SETTLE; waited += 2 * LOOK) {
      Agreement agreement = new Agreement(cluster, ledger);
      agreement.collect();
      scheduler.runFor(LOOK);
      agreement.compare();
      scheduler.runFor(LOOK);
      differences = agreement.differences();
      int replicas = cluster.plan().partitions() * cluster.plan().copies();
      if (differences.isEmpty() && agreement.looked() == replicas) {
        return;
      }
    }
    throw new Finding("replicas do not agree after " + SETTLE + " s: " + differences);
  }

  /** Everything is asked of every frontend, and must be answered. */
  private void readAll() {
    Tally last = new Tally();
    List<Boolean> ended = new ArrayList<>();
    for (SimulatedFrontend frontend : cluster.frontends()) {
      Client reader = new Client(frontend, ledger, scheduler.random(), last);
      frontend
          .process()
          .start(
              "reader",
              () -> {
                List.copyOf(ledger.all()).forEach(reader::get);
                ended.add(true);
              });
    }
    await("all blobs to be read", SETTLE, () -> ended.size() == cluster.frontends().size());
    if (last.failures() > 0) {
      throw new Finding("a healed cluster refused reads: " + last);
    }
  }
}
