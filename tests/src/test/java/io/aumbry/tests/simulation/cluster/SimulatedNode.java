package io.aumbry.tests.simulation.cluster;

import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.server.StorageServer;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.StoreReplicaDisk;
import io.aumbry.server.replica.UnusableDisk;
import io.aumbry.server.replication.Surroundings;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.store.BlobStore;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.disk.SimulatedDisk;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One process of a storage node: from its start to its end. */
final class SimulatedNode {
  private final SimulatedScheduler scheduler;
  private final SimulatedMachine machine;
  private final SimulatedProcess process;
  private final ClusterPlan plan;
  private final ArrayBufferPool pool = new ArrayBufferPool();
  private final MetricRegistry metrics = new FewSamples();
  private final Limits limits;
  private final List<StoreDisk> stores = new ArrayList<>();
  private Optional<StorageServer> server = Optional.empty();

  SimulatedNode(SimulatedScheduler scheduler, SimulatedMachine machine, ClusterPlan plan) {
    this.scheduler = scheduler;
    this.machine = machine;
    this.plan = plan;
    this.process = new SimulatedProcess(scheduler, machine.name(), machine.clock());
    this.limits = new Limits(machine.name(), metrics);
  }

  NodeId id() {
    return new NodeId(machine.name());
  }

  SimulatedProcess process() {
    return process;
  }

  ArrayBufferPool pool() {
    return pool;
  }

  /** Starts the process; {@code serving} is called when it is ready for a session. */
  void start(SimulatedNetwork network, SimulatedMembership membership, Runnable serving) {
    process.start(
        "main",
        () -> {
          List<ReplicaDisk> disks = openDisks();
          Surroundings surroundings =
              new Surroundings(
                  membership.viewsOf(process),
                  network.client(process, pool),
                  process,
                  process.threads(),
                  scheduler.random(),
                  metrics);
          StorageServer made =
              new StorageServer(id(), "simulated", plan.server(), disks, surroundings);
          server = Optional.of(made);
          network.serve(process, pool, made);
          made.start();
          made.startSealing(SealingConfig.defaults(), full -> membership.seal(id(), full));
          serving.run();
        });
  }

  private List<ReplicaDisk> openDisks() {
    List<ReplicaDisk> disks = new ArrayList<>();
    for (int i = 0; i < machine.slots().size(); i++) {
      disks.add(openDisk("disk-" + i, machine.slots().get(i)));
    }
    return disks;
  }

  /** As the product does: a disk that cannot be used keeps the others from nothing. */
  private ReplicaDisk openDisk(String name, SimulatedMachine.Slot slot) {
    try {
      StoreDisk opened =
          StoreDisk.open(
              seen(name, slot.stores(), slot),
              plan.store(),
              new StoreEnvironment(
                  pool, process.time(), scheduler.random(), metrics, process.threads()));
      stores.add(opened);
      return new StoreReplicaDisk(
          name, opened, seen(name + "-notes", slot.notes(), slot), Long.MAX_VALUE);
    } catch (AumbryException e) {
      scheduler.event(machine.name(), name + " cannot be used: " + e.getMessage());
      return new UnusableDisk(name, String.valueOf(e.getMessage()));
    }
  }

  private SimulatedDisk seen(String name, CrashingDisk medium, SimulatedMachine.Slot slot) {
    return new SimulatedDisk(name, medium, process, slot.faults(), scheduler.random());
  }

  /** Has the node live a transition; {@code reached} is told the state that came of it. */
  void transition(
      int partition, ReplicaState from, ReplicaState to, Consumer<ReplicaState> reached) {
    process.start(
        "transition",
        () -> {
          ReplicaState now = from;
          try {
            if (server.orElseThrow().replicas().transition(partition, from, to, () -> true)) {
              now = to;
            }
          } catch (AumbryException e) {
            now = ReplicaState.ERROR;
            scheduler.event(
                machine.name(), "partition " + partition + " to " + to + ": " + e.getMessage());
          }
          reached.accept(now);
        });
  }

  /** The open store of a partition, for checks; on a thread of this process. */
  Optional<BlobStore> store(int partition) {
    return stores.stream()
        .filter(disk -> disk.stores().contains(partition))
        .findFirst()
        .map(disk -> disk.open(partition));
  }

  /** Content that is on its way in and out. */
  void requireWithinLimits(boolean quiet) {
    if (server.isPresent()) {
      limits.require("server.put.bytes.held", quiet ? 0 : plan.server().putBytes());
      limits.require("server.pull.bytes.held", plan.server().pullBytes());
    }
  }

  /** Ends the process at once. */
  void kill() {
    process.kill();
  }
}
