package io.aumbry.tests.simulation.load;

import io.aumbry.deploy.simulate.Simulator.Plan;
import io.aumbry.deploy.simulate.Simulator.Size;
import io.aumbry.tests.simulation.catalog.SimulatedCatalog;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.Preemption;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.engine.Trace;
import io.aumbry.tests.simulation.instrument.Coverage;
import io.aumbry.tests.simulation.instrument.YieldPoints;
import io.aumbry.tests.simulation.threshold.ThresholdWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** One run of a cluster under load and faults. The seed decides everything. */
public final class Run {
  private static final double START = 20;

  /** Stores are verified at the end of one run of this number, because it needs real files. */
  private static final int ONE_VERIFIED_IN = 8;

  /** Runs that are checked for chunks of no blob. */
  private static final int ONE_REAPED_IN = 3;

  /** After this time everything that ended before is to be gone. */
  private static final Duration REAPED = Duration.ofHours(3);

  /** Time in which a node notices that a disk has room again. */
  private static final double UNSEALED = 30;

  /** Time in which all processes learn of the last change. */
  private static final double KNOWN = 3.5;

  /**
   * Time in which nodes have answered their requests, and at some moment nothing else is in
   * progress.
   */
  private static final double GIVEN_BACK = 30;

  private static final double LOOK = 0.5;
  private static final double READ = 90;

  private final Plan kept;
  private final RunPlan plan;
  private final Trace trace;
  private final SimulatedScheduler scheduler;
  private final Optional<Preemption> preemption;
  private final SimulatedCluster cluster;
  private final Tally tally = new Tally();
  private final Ledger ledger;
  private final UnsyncedWrites unsynced;
  private final Media media;
  private final Troubles troubles;
  private final Waiting waiting;
  private final List<Turns> turns = new ArrayList<>();

  private final Optional<NameLoad> names;
  private int ended;

  private double idleSeconds;

  /** Prepares a run. {@code listener} receives each line of its trace. */
  public Run(Plan kept, Consumer<String> listener) {
    ThresholdWatch.begin();
    this.kept = kept;
    this.plan = PlanMutation.apply(kept.seed(), kept.mutations());
    this.trace = new Trace(listener);
    this.scheduler = new SimulatedScheduler(kept.seed(), trace);
    this.preemption =
        Preemption.isDrawn(kept.seed()) && Coverage.isOn()
            ? Optional.of(Preemption.of(kept.seed()))
            : Optional.empty();
    preemption.ifPresent(scheduler::preempt);
    Optional<NamePlan> namePlan = NamePlan.of(kept.seed(), plan.cluster());
    Optional<SimulatedFrontend.Catalog> catalog =
        namePlan.map(names ->
            new SimulatedFrontend.Catalog(
                new SimulatedCatalog(scheduler, names.chances().split()), names.config()));
    this.cluster = new SimulatedCluster(scheduler, plan.cluster(), catalog);
    this.ledger = new Ledger(scheduler, plan.cluster());
    this.unsynced = new UnsyncedWrites(scheduler, cluster, ledger, tally);
    this.media = new Media(cluster, unsynced);
    this.troubles = new Troubles(scheduler, cluster, tally, ledger, plan.damaged());
    this.waiting = new Waiting(scheduler, cluster, ledger, unsynced);
    this.names =
        namePlan.map(names ->
            new NameLoad(
                new NameLoad.Parts(scheduler, cluster, catalog.orElseThrow().catalog()),
                names,
                ledger,
                tally,
                media));
  }

  /**
   * Performs the run.
   *
   * @throws Finding when a check fails
   */
  public void perform() {
    if (preemption.isEmpty()) {
      performAll();
      return;
    }
    YieldPoints.runBegins();
    try {
      performAll();
    } finally {
      YieldPoints.runEnds();
    }
  }

  private void performAll() {
    waiting.until("the cluster to start", START, cluster::isSettled);
    load();
    names.ifPresent(each -> each.begin(plan.load().between()));
    troubles.begin(
        plan.faults().stream().filter(fault -> kept.faults().contains(fault.number())).toList());
    runLoad();
    for (int i = 0; i < plan.load().nights(); i++) {
      night();
      runLoad();
    }
    if (plan.faults().stream().anyMatch(fault -> fault.isAfter(plan.load().all()))) {
      waiting.upTo(FaultDraw.REST.toMillis() / 1000.0, () -> false);
      runLoad();
    }
    tally.end();
    troubles.end();
    names.ifPresent(NameLoad::end);
    comeBack();
    preemption.ifPresent(Preemption::takesNoTime);
    scheduler.event("run", "healed");
    Operator operator = new Operator(scheduler, cluster, troubles);
    waiting.with(operator);
    waiting.upTo((double) operator.longest().toSeconds(), cluster::isSettled);
    requireAll();
    if (plan.calm().isAny()) {
      calm();
      requireAll();
    }
    if (isReaped()) {
      reap();
    }
    waiting.until("nodes to give back all buffers", GIVEN_BACK, () -> !cluster.nodesAreBusy());
    cluster.requireWithinLimits(true);
    cluster.look(replica -> tally.freed(replica.store().usage().freed()));
    scheduler.runFor(LOOK);
    cluster.requireSent();
    if (kept.seed() % ONE_VERIFIED_IN == 0) {
      verify();
    }
  }

  private void requireAll() {
    waiting.settled();
    agree();
    waiting.until("all partitions to take blobs", UNSEALED, () -> !cluster.isAnySealed());
    waiting.upTo(KNOWN, () -> false);
    ledger.healed();
    names.ifPresent(each -> waiting.named(each.catalog(), each.names()));
    readAll();
    writeAgain();
  }

  /**
   * Whether the run goes on until everything that ended must be gone. Faults may take upload
   * records, which no client was promised, from several machines or with unsynced writes.
   */
  private boolean isReaped() {
    return kept.seed() % ONE_REAPED_IN == 0
        && plan.cluster().isSynced()
        && !troubles.tookFromSeveral();
  }

  private void reap() {
    long due = scheduler.wallMillis();
    for (int i = 0; i < cluster.machines().size(); i++) {
      cluster.cutPower(i);
    }
    scheduler.skip(REAPED);
    for (int i = 0; i < cluster.machines().size(); i++) {
      cluster.start(i);
    }
    waiting.settled();
    waiting.reaped(due);
    readAll();
  }

  private void agree() {
    if (plan.cluster().upkeep().compares()) {
      waiting.proven();
    } else {
      waiting.agreed();
    }
  }

  public int preemptions() {
    return preemption.map(Preemption::done).orElse(0);
  }

  public Set<String> crossed() {
    Set<String> crossed = new TreeSet<>(waiting.files().crossed());
    crossed.addAll(ThresholdWatch.begin().crossed(scheduler.watch()));
    if (unsynced.losses() > 0) {
      crossed.add(ThresholdWatch.LOST_CHANGES);
    }
    return crossed;
  }

  public Trace trace() {
    return trace;
  }

  public Tally tally() {
    return tally;
  }

  /** The numbers of faults and operations, including those left out. */
  public Size size() {
    return new Size(
        plan.faults().size(), turns.stream().mapToInt(Turns::number).max().orElse(-1) + 1);
  }

  /** Virtual seconds of the run, without skipped time. */
  public double virtualSeconds() {
    return waiting.seconds();
  }

  /** Virtual seconds in which the cluster was left alone. */
  public double idleSeconds() {
    return idleSeconds;
  }

  /**
   * Cuts the power of all machines, skips the night, and starts all machines except those of an
   * absent data centre.
   */
  private void night() {
    for (int i = 0; i < cluster.machines().size(); i++) {
      cluster.cutPower(i);
    }
    scheduler.skip(plan.load().night());
    for (int i = 0; i < cluster.machines().size(); i++) {
      if (!isAway(i)) {
        cluster.start(i);
      }
    }
  }

  private void calm() {
    RunPlan.Calm calm = plan.calm();
    boolean isOff = calm.off() < cluster.machines().size();
    if (isOff) {
      cluster.cutPower(calm.off());
    }
    scheduler.event("run", "is left alone for " + calm.span());
    double began = virtualSeconds();
    scheduler.runFor(calm.span().toMillis() / 1000.0);
    idleSeconds = virtualSeconds() - began;
    if (isOff) {
      readAll();
      writeAgain();
      cluster.start(calm.off());
    }
  }

  private boolean isAway(int machine) {
    return cluster.machines().get(machine).dataCenter() == plan.load().away();
  }

  private void comeBack() {
    for (int i = 0; i < cluster.machines().size(); i++) {
      if (isAway(i)) {
        cluster.start(i);
      }
    }
  }

  private void load() {
    Customer.Surroundings surroundings = new Customer.Surroundings(cluster, ledger, tally, media);
    for (int i = 0; i < plan.chances().size(); i++) {
      SimulatedProcess process = SimulatedProcess.outside(scheduler, "client-" + i);
      Customer customer = new Customer(process, i, plan.chances().get(i), surroundings);
      Turns own = new Turns(kept.operations(), i, plan.chances().size());
      turns.add(own);
      process.start(
          "load",
          () -> {
            customer.run(plan.load().between(), own);
            ended++;
          });
    }
  }

  /** Runs until the load time is over, or until no fault and no operation is left. */
  private void runLoad() {
    waiting.upTo(plan.load().seconds(), () -> troubles.haveAllStruck() && ended == turns.size());
  }

  private void readAll() {
    Tally last = new Tally();
    List<SimulatedFrontend> serving = cluster.frontendsToServe();
    List<SimulatedFrontend> left = new ArrayList<>(serving);
    for (SimulatedFrontend frontend : serving) {
      Client reader = new Client(frontend, ledger, scheduler.random(), last, media);
      frontend
          .process()
          .start(
              "reader",
              () -> {
                List.copyOf(ledger.all()).forEach(reader::get);
                names.ifPresent(each -> readNames(each, frontend));
                left.remove(frontend);
              });
    }
    waiting.until("all blobs to be read", READ, () -> left.isEmpty());
    if (last.failures() > 0) {
      throw new Finding("a healed cluster refused reads: " + last);
    }
  }

  private static void readNames(NameLoad names, SimulatedFrontend frontend) {
    if (!names.readAll(frontend)) {
      throw new Finding("a healed cluster refused to read names at " + frontend.identity());
    }
  }

  /** Every frontend must do every operation. */
  private void writeAgain() {
    Tally last = new Tally();
    List<SimulatedFrontend> serving = cluster.frontendsToServe();
    List<SimulatedFrontend> left = new ArrayList<>(serving);
    Leading leading = new Leading(cluster);
    leading.begin();
    for (SimulatedFrontend frontend : serving) {
      Client writer = new Client(frontend, ledger, scheduler.random(), last, media);
      frontend
          .process()
          .start(
              "writer",
              () -> {
                writer.doAllOperations();
                left.remove(frontend);
              });
    }
    waiting.until("a blob to be written and changed", READ, () -> left.isEmpty());
    if (last.failures() > 0) {
      throw new Finding("a healed cluster refused writes: " + last);
    }
    if (media.isFar()) {
      waiting.upTo(KNOWN, () -> false);
    }
    leading.end();
  }

  /**
   * The store verifier must find no damage on machines that had none. A store takes blocks that
   * could not be read for damaged ones, and may be set aside with the rest of its index (seed
   * 531856).
   */
  private void verify() {
    for (int i = 0; i < cluster.machines().size(); i++) {
      cluster.kill(i);
      SimulatedMachine machine = cluster.machines().get(i);
      List<?> damages = Verified.damages(machine, scheduler.wallMillis());
      boolean mayBeDamaged = cluster.isDamaged(machine.name()) || machine.hasFailedReads();
      if (!mayBeDamaged && !damages.isEmpty()) {
        throw new Finding(
            machine.name() + " is undamaged, but verify reports " + damages.getFirst());
      }
    }
  }
}
