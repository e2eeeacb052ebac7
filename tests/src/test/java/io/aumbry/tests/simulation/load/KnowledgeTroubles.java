package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.DiskContents;
import io.aumbry.tests.simulation.cluster.PlacedReplica;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * Takes knowledge from machines and coordinators: old copies of disks come back, stores lose their
 * last records or everything, and forget horizons are lost.
 */
final class KnowledgeTroubles {
  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final BiConsumer<Fault, Runnable> cures;

  /** By the number of the fault that brings them back, copies of the disks of all machines. */
  private final Map<Integer, List<DiskContents.Image>> images = new HashMap<>();

  /**
   * @param cures receives the action that ends a fault
   */
  KnowledgeTroubles(
      SimulatedScheduler scheduler, SimulatedCluster cluster, BiConsumer<Fault, Runnable> cures) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.cures = cures;
  }

  /** Copies the disks of all machines, so that a later fault can bring one back. */
  void copyFor(Fault fault) {
    scheduler.event("fault", "disks are copied for " + fault.number());
    images.put(
        fault.number(),
        IntStream.range(0, cluster.machines().size()).mapToObj(cluster.contents()::image).toList());
  }

  /**
   * Applies a fault.
   *
   * @return whether it had an effect
   */
  boolean strike(Fault fault) {
    return switch (fault.kind()) {
      case OLD_DISK -> bringBack(fault, cluster.contents()::restore);
      case OLD_STORE ->
          bringBack(
              fault, (machine, image) -> cluster.contents().putStores(machine, image.stores()));
      case LOST_TAIL -> loseTail(fault);
      case LOST_STORE -> loseStore(fault);
      case LOST_HORIZON ->
          cluster.sites().loseHorizons(cluster.machines().get(fault.node()).dataCenter());
      default -> throw new IllegalArgumentException(fault + " is not a fault of knowledge");
    };
  }

  private boolean bringBack(Fault fault, BiConsumer<Integer, DiskContents.Image> way) {
    List<DiskContents.Image> copies = images.getOrDefault(fault.number(), List.of());
    boolean isAny = fault.node() < copies.size();
    if (isAny) {
      stop(fault);
      way.accept(fault.node(), copies.get(fault.node()));
    }
    return isAny;
  }

  private void stop(Fault fault) {
    cluster.kill(fault.node());
    cures.accept(fault, () -> cluster.start(fault.node()));
  }

  private boolean loseTail(Fault fault) {
    Optional<Integer> partition = partition(fault);
    if (partition.isPresent()) {
      stop(fault);
    }
    boolean withIndex = fault.other() % 2 == 0;
    Optional<String> lost =
        partition.flatMap(id -> cluster.contents().loseTail(fault.node(), id, withIndex));
    lost.ifPresent(message -> scheduler.event("fault", message));
    return lost.isPresent();
  }

  private boolean loseStore(Fault fault) {
    Optional<Integer> partition = partition(fault);
    if (partition.isPresent()) {
      stop(fault);
    }
    return partition.filter(id -> cluster.contents().loseStore(fault.node(), id)).isPresent();
  }

  private Optional<Integer> partition(Fault fault) {
    List<Integer> here =
        cluster.replicas().stream()
            .filter(replica -> replica.machine() == fault.node())
            .map(PlacedReplica::partition)
            .toList();
    return here.isEmpty() ? Optional.empty() : Optional.of(here.get(fault.number() % here.size()));
  }
}
