package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.CoordinatorData.EmptyPartition;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Replaces the disks of machines on which a replica has failed for some time, one machine after the
 * other, because together they may have the last copies. Skips machines with data that no other
 * machine has. A store may fail long after the faults have ended, when a peer first asks it.
 *
 * <p>If all stores of a partition were lost and are new, the operator accepts the loss, and lets
 * the partition begin empty.
 */
final class Operator {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A node keeps a failed store while too few peers serve, and leaves it to an operator. */
  private static final Duration PATIENCE_IF_REBUILT = Duration.ofSeconds(30);

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final Troubles troubles;

  /** Nodes replace their failed stores by themselves. */
  private static final Duration NEVER = Duration.ofDays(365);

  /** When each machine was first seen with a failed replica. */
  private final Map<Integer, Long> failed = new TreeMap<>();

  /** When each of these was first seen. */
  private final Map<EmptyPartition, Long> empty = new HashMap<>();

  Operator(SimulatedScheduler scheduler, SimulatedCluster cluster, Troubles troubles) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.troubles = troubles;
  }

  /** Time for which this operator may need to replace all machines. */
  Duration longest() {
    return PATIENCE_IF_REBUILT.multipliedBy(cluster.machines().size());
  }

  void look() {
    replaceDisks();
    acceptLosses();
  }

  private void acceptLosses() {
    List<EmptyPartition> now = cluster.coordinators().emptyPartitions();
    empty.keySet().retainAll(now);
    now.forEach(each -> empty.putIfAbsent(each, scheduler.now()));
    now.stream()
        .filter(each -> isOver(empty.getOrDefault(each, scheduler.now()), PATIENCE))
        .findFirst()
        .ifPresent(each -> {
          scheduler.event("operator", "lets partition " + each.partition() + " begin empty");
          cluster.coordinators().forgetHorizon(each);
          restart(cluster.indexOf(each.node()));
        });
  }

  private void restart(int machine) {
    cluster.kill(machine);
    cluster.start(machine);
  }

  private boolean isOver(long since, Duration span) {
    return scheduler.now() - since >= span.toNanos();
  }

  private void replaceDisks() {
    for (int machine = 0; machine < cluster.machines().size(); machine++) {
      if (cluster.hasErrors(machine)) {
        failed.putIfAbsent(machine, scheduler.now());
      } else {
        failed.remove(machine);
      }
    }
    List<Integer> due =
        failed.entrySet().stream()
            .filter(each -> isOver(each.getValue(), patience()))
            .map(Map.Entry::getKey)
            .toList();
    if (!due.isEmpty()) {
      // A replica that alone has some records must stay. It catches up after a restart.
      due.stream()
          .filter(troubles::maySpare)
          .findFirst()
          .ifPresentOrElse(cluster::replaceFailed, () -> restart(due.getFirst()));
      failed.replaceAll((_, _) -> scheduler.now());
    }
  }

  private Duration patience() {
    if (!cluster.plan().upkeep().rebuilds()) {
      return PATIENCE;
    }
    return troubles.tookFromSeveral() ? PATIENCE_IF_REBUILT : NEVER;
  }
}
