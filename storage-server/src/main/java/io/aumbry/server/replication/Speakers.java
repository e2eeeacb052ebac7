package io.aumbry.server.replication;

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

/**
 * Which replica of a partition speaks for its data centre, so that records go from one to another
 * once: the leader; while there is none, the one that can do so best; among equals that of the
 * least node id. Views that differ may make two of them or none for a moment. Two cost bytes and no
 * more, since pulling is idempotent; with none, records come later.
 */
final class Speakers {
  private static final int NOT_LIVE = 10;
  private static final int NEVER = 100;

  private Speakers() {}

  /**
   * Whether a replica of this node pulls from that of {@code peer}, which the view lists: within a
   * data centre each from each, between two the one that speaks here from the one that speaks
   * there.
   */
  static boolean pulls(HostedReplica own, NodeId self, StorageNode peer, ClusterView view) {
    int here = view.local().id();
    if (peer.dataCenter() == here) {
      return true;
    }
    return view.partition(own.partition())
        .filter(partition -> speaks(own, self, partition.replicasIn(here)))
        .flatMap(partition -> of(partition, peer.dataCenter()))
        .filter(source -> source.node().id().equals(peer.id()))
        .isPresent();
  }

  /** The replica that speaks for a data centre, as far as the view knows. */
  static Optional<Replica> of(Partition partition, int dataCenter) {
    return best(partition.replicasIn(dataCenter));
  }

  /** What a node knows of its own replica is newer than the view. */
  private static boolean speaks(HostedReplica own, NodeId self, List<Replica> here) {
    if (own.state() == ReplicaState.LEADER) {
      return true;
    }
    List<Replica> asKnown = new ArrayList<>();
    for (Replica replica : here) {
      boolean isSelf = replica.node().id().equals(self);
      asKnown.add(isSelf ? new Replica(replica.node(), own.state()) : replica);
    }
    return best(asKnown).filter(replica -> replica.node().id().equals(self)).isPresent();
  }

  private static Optional<Replica> best(List<Replica> replicas) {
    return replicas.stream()
        .filter(replica -> rank(replica) < NEVER)
        .min(Comparator.comparingInt(Speakers::rank).thenComparing(replica -> replica.node().id()));
  }

  private static int rank(Replica replica) {
    int state =
        switch (replica.state()) {
          case LEADER -> 0;
          case STANDBY -> 1;
          case INACTIVE -> 2;
          case BOOTSTRAP -> 3;
          case OFFLINE, ERROR, DROPPED -> NEVER;
        };
    return state + (replica.node().live() ? 0 : NOT_LIVE);
  }
}
