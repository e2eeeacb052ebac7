package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import java.util.ArrayList;
import java.util.List;

/**
 * The acknowledgements that a PUT needs from other data centres.
 *
 * @param isQuorum whether each target is a write quorum of a data centre, or a single replica
 * @param writeQuorum replicas of a data centre while none moves
 */
public record RemoteGoal(boolean isQuorum, int writeQuorum) {
  /**
   * Replicas of one data centre that receive a record together.
   *
   * @param enough number of these replicas that must have the record
   */
  public record Target(int dataCenter, List<Replica> replicas, int enough) {
    public Target {
      replicas = List.copyOf(replicas);
    }
  }

  /**
   * The number of targets that must take a record. It counts configured data centres, not those of
   * the view, so the goal can be out of reach. With a single data centre it always is.
   */
  public int needed(ClusterView view) {
    return isQuorum ? Math.max(1, view.dataCenters().size() / 2) : 1;
  }

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

  /** Whether enough targets can take a record, according to the view. */
  public boolean canBeMet(Partition partition, ClusterView view) {
    return targets(partition, view.local().id()).size() >= needed(view);
  }
}
