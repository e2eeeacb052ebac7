package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.tests.simulation.cluster.PlacedReplica;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.disk.DurableRecords.Known;
import io.aumbry.tests.simulation.load.Lives.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Resolves the aims of faults from the state of the cluster when they strike. The state of a run
 * depends on its seed alone, so the result does too.
 */
final class Aims {
  /**
   * The number of blobs in doubt for which replicas are compared. Each costs a search of all media.
   */
  private static final int MOST_BLOBS = 6;

  private final SimulatedCluster cluster;
  private final Ledger ledger;
  private final Exposure exposure;
  private Optional<Fault> last = Optional.empty();

  Aims(SimulatedCluster cluster, Ledger ledger, Exposure exposure) {
    this.cluster = cluster;
    this.ledger = ledger;
    this.exposure = exposure;
  }

  void struck(Fault fault) {
    last = Optional.of(fault);
  }

  Optional<Fault> resolve(Fault fault) {
    return switch (fault.aim()) {
      case NONE -> Optional.of(fault);
      case REPEATED -> last.map(fault::like);
      case COPYING -> any(fault, copying(fault));
      case REBUILDING -> any(fault, bootstrapping());
      case SOURCE -> any(fault, sources());
      case UNHEALED -> any(fault, exposure.unhealed());
      case SOLE_CHANGE -> any(fault, soleHolders(_ -> true));
      case SOLE_END -> any(fault, soleHolders(Known::deleted));
    };
  }

  private static Optional<Fault> any(Fault fault, List<Integer> machines) {
    return machines.isEmpty()
        ? Optional.empty()
        : Optional.of(fault.on(machines.get(fault.other() % machines.size())));
  }

  /** The machines on which the fault ends a running bulk copy. */
  private List<Integer> copying(Fault fault) {
    List<String> names = cluster.machines().stream().map(SimulatedMachine::name).toList();
    return cluster.network().bulkCopies().stream()
        .map(copy -> fault.kind().stopsWrites() ? copy.destination() : copy.source())
        .map(names::indexOf)
        .filter(machine -> machine >= 0)
        .toList();
  }

  private List<Integer> bootstrapping() {
    return rebuilt().map(PlacedReplica::machine).distinct().toList();
  }

  private Stream<PlacedReplica> rebuilt() {
    return cluster.replicas().stream().filter(each -> each.state() == ReplicaState.BOOTSTRAP);
  }

  private List<Integer> sources() {
    List<PlacedReplica> all = cluster.replicas();
    return rebuilt()
        .flatMap(to -> all.stream().filter(from -> from.serves() && isPeer(from, to)))
        .map(PlacedReplica::machine)
        .distinct()
        .toList();
  }

  private boolean isPeer(PlacedReplica one, PlacedReplica other) {
    return one.partition() == other.partition()
        && machine(one).dataCenter() == machine(other).dataCenter();
  }

  private SimulatedMachine machine(PlacedReplica replica) {
    return cluster.machines().get(replica.machine());
  }

  private List<Integer> soleHolders(Predicate<Known> which) {
    List<Integer> sole = new ArrayList<>();
    ledger.all().reversed().stream()
        .filter(blob -> blob.lives().mayBe(Fate.ALIVE) && blob.lives().mayBe(Fate.DELETED))
        .limit(MOST_BLOBS)
        .forEach(blob -> soleHolder(blob, which).ifPresent(sole::add));
    return sole;
  }

  private Optional<Integer> soleHolder(KeptBlob blob, Predicate<Known> which) {
    List<Integer> ahead = new ArrayList<>();
    Optional<Known> most = Optional.empty();
    for (int i = 0; i < cluster.machines().size(); i++) {
      for (Known known : cluster.machines().get(i).durably(blob.id())) {
        if (most.isEmpty() || !most.get().covers(known)) {
          ahead.clear();
          most = Optional.of(known);
        }
        if (known.covers(most.get())) {
          ahead.add(i);
        }
      }
    }
    return ahead.size() == 1 && most.filter(which).isPresent()
        ? Optional.of(ahead.getFirst())
        : Optional.empty();
  }
}
