package io.aumbry.tests.simulation.load;

import io.aumbry.store.Durability;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.disk.DurableRecords.Known;
import io.aumbry.tests.simulation.engine.Finding;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whether what is acknowledged is on as many disks as it takes, synced, at that very moment. Media
 * are searched byte by byte, so only some of the answers are looked at.
 */
final class Media {
  private static final int ONE_IN = 6;
  private static final int QUORUM = 2;

  private final SimulatedCluster cluster;
  private final boolean isPromised;
  private int answers;

  Media(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.isPromised = cluster.plan().store().durability() == Durability.FSYNC;
  }

  /** What is asked before an operation, to know that no disk was replaced during it. */
  int before() {
    return cluster.replacements();
  }

  /** An operation on a blob that was begun when {@link #before} was asked is acknowledged now. */
  void require(KeptBlob blob, int before, Predicate<Known> holds) {
    if (isPromised && answers++ % ONE_IN == 0 && before == cluster.replacements()) {
      long having = mostInOneDataCenter(blob, holds);
      if (having < QUORUM) {
        throw new Finding(
            "of " + blob + " was acknowledged what is durable on " + having + " machines");
      }
    }
  }

  private long mostInOneDataCenter(KeptBlob blob, Predicate<Known> holds) {
    Map<Integer, Long> having =
        cluster.machines().stream()
            .filter(machine -> has(machine, blob, holds))
            .collect(Collectors.groupingBy(SimulatedMachine::dataCenter, Collectors.counting()));
    return having.values().stream().max(Long::compare).orElse(0L);
  }

  /** A machine whose disk was damaged had it. */
  private boolean has(SimulatedMachine machine, KeptBlob blob, Predicate<Known> holds) {
    return cluster.isDamaged(machine.name()) || machine.durably(blob.id()).stream().anyMatch(holds);
  }
}
