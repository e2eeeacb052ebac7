package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import java.util.ArrayList;
import java.util.List;

/**
 * The acknowledgements that a PUT needs from other data centres.
 *
 * @param isQuorum whether a write quorum of each, or one replica of any
 * @param writeQuorum replicas of one data centre at rest
 */
public record FarGoal(boolean isQuorum, int writeQuorum) {
  /**
   * Replicas in one data centre that take a record together.
   *
   * @param enough number of them that must have it
   */
  public record Target(int dataCenter, List<Replica> replicas, int enough) {
    public Target {
      replicas = List.copyOf(replicas);
    }
  }

  /**
   * The number of targets that must take a record, of all data centres of the configuration. A view
   * may list a partition in fewer of them, and then the goal may be out of reach. With a single
   * data centre it is, since the level promises that the loss of one loses nothing.
   */
  public int needed(ClusterView view) {
    return isQuorum ? Math.max(1, view.dataCenters().size() / 2) : 1;
  }

  /** The targets that could take a record at present. */
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
  public boolean canBeMet(Partition partition, ClusterView view) {
    return targets(partition, view.local().id()).size() >= needed(view);
  }
}
