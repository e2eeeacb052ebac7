package io.aumbry.tests.simulation.load;

import io.aumbry.store.feed.RecordFeed.Damaged;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the replicas of each partition that have yet to read their peers again because of damage.
 * Two of them cannot read each other to the end, and a new replica can read neither. They wait for
 * each other up to a time limit.
 */
final class Mending {
  private final Map<Integer, Integer> damaged = new HashMap<>();

  void look(OpenReplica replica) {
    Damaged damage = replica.store().damaged();
    if (damage.open() > 0 && damage.readAgain() < damage.version()) {
      damaged.merge(replica.partition(), 1, Integer::sum);
    }
  }

  /** Whether two replicas of a partition wait for each other. */
  boolean isMutual() {
    return damaged.values().stream().anyMatch(replicas -> replicas > 1);
  }
}
