package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.server.replica.HostedReplica;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Selects the replica of a partition that represents its data centre, so that records cross between
 * data centres once. It is the leader, or without a leader the best other replica; among equals,
 * the one on the smallest node id. Different views may select two for a moment, or none. Two cost
 * bytes and nothing else, since pulling is idempotent. With none, records arrive later. A replica
 * that does not answer this node ({@link Reachability}) is replaced by the next one until it does.
 */
final class CrossSiteLeaders {
  private static final int LOST = 5;
  private static final int NOT_LIVE = 10;
  private static final int NEVER = 100;

  private CrossSiteLeaders() {}

  /**
   * Whether a replica of this node pulls from {@code peer}, which the view lists. Within a data
   * centre each replica pulls from each other. Between two, the selected replica here pulls from
   * the selected one there.
   */
  static boolean pulls(
      HostedReplica own, PullerContext context, StorageNode peer, ClusterView view) {
    NodeId self = context.self();
    int here = view.local().id();
    if (peer.dataCenter() == here) {
      return true;
    }
    return view.partition(own.partition())
        .filter(partition -> speaks(own, self, partition.replicasIn(here)))
        .flatMap(partition -> of(partition, peer.dataCenter(), context.reach()::isLost))
        .filter(source -> source.node().id().equals(peer.id()))
        .isPresent();
  }

  /**
   * The replica that speaks for a data centre.
   *
   * @param lost whether a node does not answer this one
   */
  static Optional<Replica> of(Partition partition, int dataCenter, Predicate<NodeId> lost) {
    return best(partition.replicasIn(dataCenter), lost);
  }

  /** The state of the own replica is newer here than in the view. */
  private static boolean speaks(HostedReplica own, NodeId self, List<Replica> here) {
    if (own.state() == ReplicaState.LEADER) {
      return true;
    }
    List<Replica> asKnown = new ArrayList<>();
    for (Replica replica : here) {
      boolean isSelf = replica.node().id().equals(self);
      asKnown.add(isSelf ? new Replica(replica.node(), own.state()) : replica);
    }
    return best(asKnown, _ -> false)
        .filter(replica -> replica.node().id().equals(self))
        .isPresent();
  }

  private static Optional<Replica> best(List<Replica> replicas, Predicate<NodeId> lost) {
    return replicas.stream()
        .filter(replica -> rank(replica, lost) < NEVER)
        .min(
            Comparator.comparingInt((Replica replica) -> rank(replica, lost))
                .thenComparing(replica -> replica.node().id()));
  }

  private static int rank(Replica replica, Predicate<NodeId> lost) {
    int state =
        switch (replica.state()) {
          case LEADER -> 0;
          case STANDBY -> 1;
          case INACTIVE -> 2;
          case BOOTSTRAP -> 3;
          case OFFLINE, ERROR, DROPPED -> NEVER;
        };
    return state
        + (replica.node().live() ? 0 : NOT_LIVE)
        + (lost.test(replica.node().id()) ? LOST : 0);
  }
}
