package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import java.util.ArrayList;
import java.util.List;

/**
 * What a PUT needs of data centres other than its own.
 *
 * @param isQuorum whether a write quorum of each, or one replica of any
 * @param writeQuorum replicas of one data centre at rest
 */
public record FarGoal(boolean isQuorum, int writeQuorum) {
  /**
   * Replicas in one data centre that take a record together.
   *
   * @param enough of them must have it
   */
  public record Target(int dataCenter, List<Replica> replicas, int enough) {
    public Target {
      replicas = List.copyOf(replicas);
    }
  }

  /**
   * How many targets must take a record; that many there may not be. Where a partition is in one
   * data centre alone it is one, too: what is promised is that the loss of one loses nothing.
   */
  public int needed(Partition partition) {
    int dataCenters = partition.dataCenters().size();
    return isQuorum ? Math.max(1, dataCenters / 2) : 1;
  }

  /** Those that could take a record now. */
  public List<Target> targets(Partition partition, int local) {
    List<Target> targets = new ArrayList<>();
    for (int dataCenter : partition.dataCenters()) {
      if (dataCenter != local) {
        addTargets(partition, dataCenter, targets);
      }
    }
    return targets;
  }

  private void addTargets(Partition partition, int dataCenter, List<Target> targets) {
    List<Replica> writable = partition.writableIn(dataCenter);
    if (!isQuorum) {
      writable.forEach(replica -> targets.add(new Target(dataCenter, List.of(replica), 1)));
      return;
    }
    int enough = partition.writeQuorumIn(dataCenter, writeQuorum);
    if (writable.size() >= enough) {
      targets.add(new Target(dataCenter, writable, enough));
    }
  }

  /** Whether a PUT could reach it, as far as is known. */
  public boolean canBeMet(Partition partition, int local) {
    return targets(partition, local).size() >= needed(partition);
  }
}
