package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.StorageServer;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.server.entropy.ComparisonResults;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.StoreReplicaDisk;
import io.aumbry.server.replica.UnusableDisk;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.report.ReportedProcess;
import io.aumbry.server.worker.WorkerRegistry;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.io.DiskMetrics;
import io.aumbry.store.io.PageCacheShare;
import io.aumbry.store.io.QueueLimits;
import io.aumbry.tests.simulation.disk.DiskObserver;
import io.aumbry.tests.simulation.disk.SimulatedDisk;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.ledger.Entitlements;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import io.aumbry.transport.node.NodeExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One process of a storage node, from its start to its end. */
final class SimulatedNode {
  /** Shorter than the product's value. */
  private static final Duration HINTS_SETTLE = Duration.ofMillis(500);

  private static final AccessPolicy ACCESS =
      new AccessPolicy(SimulatedNetwork.CLUSTER, AccessPolicy.Mode.REQUIRED);

  private static final Duration COMPARE_INTERVAL = Duration.ofSeconds(10);

  private final SimulatedScheduler scheduler;
  private final SimulatedMachine machine;
  private final SimulatedProcess process;
  private final ClusterPlan plan;
  private final Entitlements entitlements;
  private final ArrayBufferPool pool = new ArrayBufferPool();
  private final Metrics metrics = new Metrics();
  private final DiskMetrics diskMetrics = DiskMetrics.in(metrics);
  private final PageCacheShare cache = PageCacheShare.in(metrics, () -> 0);
  private final Limits limits;
  private final SimulatedReplicas replicas;
  private final List<ReplicaDisk> disks = new ArrayList<>();
  private Optional<StorageServer> server = Optional.empty();
  private Optional<SimulatedViews> views = Optional.empty();
  private boolean ready;

  SimulatedNode(
      SimulatedScheduler scheduler,
      SimulatedMachine machine,
      ClusterPlan plan,
      Entitlements entitlements) {
    this.entitlements = entitlements;
    this.scheduler = scheduler;
    this.machine = machine;
    this.plan = plan;
    this.process = new SimulatedProcess(scheduler, machine.name(), machine.clock());
    this.limits = new Limits(machine.name(), metrics);
    this.replicas = new SimulatedReplicas(scheduler, process, metrics, machine::opened);
  }

  NodeId id() {
    return new NodeId(machine.name());
  }

  SimulatedMachine machine() {
    return machine;
  }

  boolean isReady() {
    return ready;
  }

  SimulatedProcess process() {
    return process;
  }

  ArrayBufferPool pool() {
    return pool;
  }

  /** Starts the process. {@code serving} is called when it is ready for a session. */
  void start(SimulatedNetwork network, SimulatedMembership membership, Runnable serving) {
    process.start(
        "main",
        () -> {
          openDisks();
          if (disks.stream().noneMatch(ReplicaDisk::isHealthy)) {
            scheduler.event(machine.name(), "has no disk that can be used, and ends");
            return;
          }
          SimulatedViews seen = viewsIn(membership);
          NodeEnvironment surroundings =
              new NodeEnvironment(
                  seen,
                  network.client(process, pool, PeerRole.NODE),
                  process,
                  new WorkerRegistry(process.threads(), process, metrics),
                  scheduler.random(),
                  metrics,
                  Optional.of(wanted -> {
                    entitlements.raises(machine.name(), wanted);
                    return membership.of(id()).horizons().raise(wanted);
                  }));
          StorageServer made =
              new StorageServer(
                  id(),
                  ReportedProcess.of("simulated"),
                  plan.server(),
                  ACCESS,
                  disks,
                  surroundings);
          server = Optional.of(made);
          network.serve(process, pool, made);
          made.start();
          made.startSealing(plan.upkeep().sealing(), full -> membership.of(id()).seal(id(), full));
          keepUp(made, membership.of(id()));
          ready = true;
          serving.run();
        });
  }

  /** The cluster as this process sees it. */
  SimulatedViews viewsIn(SimulatedMembership membership) {
    if (views.isEmpty()) {
      views = Optional.of(membership.viewsOf(process, machine.dataCenter()));
    }
    return views.get();
  }

  /** Handles a message from this process. While the node is starting, there is no answer. */
  void handle(NodeExchange exchange) {
    server.ifPresent(made -> made.handle(exchange));
  }

  /** Compares replica states with the coordinator at times, as {@code HelixConnection} does. */
  private void compare(SimulatedCoordinator coordinator) {
    while (true) {
      process.pause(COMPARE_INTERVAL);
      if (coordinator.hears(this)) {
        replicas.compare(
            partition -> coordinator.said(this, partition),
            (partition, state) -> coordinator.restarted(this, partition, state));
      }
    }
  }

  private void keepUp(StorageServer made, SimulatedCoordinator coordinator) {
    process.start("compare", () -> compare(coordinator));
    made.startRepairing(HINTS_SETTLE);
    if (plan.upkeep().compares()) {
      made.startComparing(plan.upkeep().comparison());
    }
    if (plan.upkeep().rebuilds()) {
      Upkeep upkeep = plan.upkeep();
      made.startRebuilding(
          upkeep.sealing(), upkeep.firstPause(), new NodeCoordinator(this, coordinator));
    }
  }

  private void openDisks() {
    entitlements.processStarts(machine.name());
    for (int i = 0; i < machine.slots().size(); i++) {
      disks.add(openDisk("disk-" + i, i, machine.slots().get(i)));
    }
  }

  /** An unusable disk does not keep the process from using the others, as in the product. */
  private ReplicaDisk openDisk(String name, int number, SimulatedMachine.Slot slot) {
    DiskObserver stores = entitlements.stores(machine.name(), number, slot.stores());
    DiskObserver notes = entitlements.notes(machine.name(), slot.notes());
    try {
      StoreDisk opened =
          StoreDisk.open(
              seen(name, slot.stores(), slot, stores),
              machine.configured(plan.store()),
              new StoreEnvironment(
                  pool, process.time(), scheduler.random(), diskMetrics, cache, process.threads()));
      slot.found(opened.id());
      return new StoreReplicaDisk(
          name, opened, seen(name + "-notes", slot.notes(), slot, notes), Long.MAX_VALUE);
    } catch (AumbryException e) {
      scheduler.event(machine.name(), name + " cannot be used: " + e.getMessage());
      entitlements.unusable(machine.name(), number);
      return new UnusableDisk(name, slot.disk(), String.valueOf(e.getMessage()));
    }
  }

  private SimulatedDisk seen(
      String name, CrashingDisk medium, SimulatedMachine.Slot slot, DiskObserver observer) {
    return new SimulatedDisk(name, medium, process, slot.faults(), scheduler.random(), observer);
  }

  /**
   * Begins a session of the process.
   *
   * @return its number
   */
  int sessionBegins() {
    return replicas.sessionBegins();
  }

  /** Runs a transition. {@code reached} receives the resulting state. */
  void transition(int partition, SimulatedReplicas.Wish wish, Consumer<ReplicaState> reached) {
    process.start(
        "transition",
        () -> replicas.transition(server.orElseThrow().replicas(), partition, wish, reached));
  }

  void withdraw(int partition) {
    replicas.withdraw(partition);
  }

  /** Takes a failed replica to OFFLINE. {@code reached} receives the resulting state. */
  void restart(int partition, BooleanSupplier failed, Consumer<ReplicaState> reached) {
    scheduler.event(machine.name(), "brings partition " + partition + " back");
    replicas.restart(partition, failed, reached);
  }

  Optional<SimulatedViews> views() {
    return views;
  }

  /** Runs a check on the replicas whose stores are open, one after another. */
  void lookAtEach(Deque<Integer> partitions, Consumer<OpenReplica> check) {
    Integer partition = partitions.poll();
    if (partition == null) {
      return;
    }
    process.start(
        "look",
        () -> {
          try {
            open(partition).ifPresent(check);
          } finally {
            lookAtEach(partitions, check);
          }
        });
  }

  /** Must run on a thread of this process. */
  private Optional<OpenReplica> open(int partition) {
    return disks.stream()
        .filter(disk -> disk.isHealthy() && disk.partitions().contains(partition))
        .findFirst()
        .flatMap(disk ->
            proof(partition)
                .map(proof ->
                    new OpenReplica(partition, machine, disk.open(partition), process, proof)));
  }

  private ComparisonResults.Proof reported(int partition, ComparisonResults.Proof proof) {
    entitlements.reports(machine.name(), partition, proof.provenMillis());
    return proof;
  }

  private Optional<ComparisonResults.Proof> proof(int partition) {
    return server.flatMap(made ->
        views.flatMap(known ->
            made.findings()
                .proof(partition, known.current())
                .map(proof -> reported(partition, proof))));
  }

  /** Checks the memory for content that nodes receive and send, and the queues of disks. */
  void requireWithinLimits(boolean quiet) {
    if (server.isPresent()) {
      limits.require("aumbry_server_put_bytes_held", quiet ? 0 : plan.server().putBytes());
      limits.require("aumbry_server_pull_bytes_held", plan.server().pullBytes());
      QueueLimits most = plan.store().queue();
      limits.require("aumbry_server_disks_queued_bytes", quiet ? 0 : most.bytes());
      limits.require("aumbry_server_disks_queued_writes", most.requests());
      limits.require("aumbry_server_disks_queued_reads", most.requests());
    }
  }

  /** Background work may write at any time. */
  boolean isBusy() {
    return pool().open() > 0 || metrics.value("aumbry_server_disks_queued_bytes") > 0;
  }

  boolean hasErrors() {
    return server.isPresent() && metrics.value("aumbry_server_replicas", "error") > 0;
  }

  long recordsBehind() {
    return server.isEmpty()
        ? 0
        : metrics.values("aumbry_replication_behind_records").values().stream()
            .mapToLong(Double::longValue)
            .sum();
  }

  void kill() {
    process.kill();
  }
}
