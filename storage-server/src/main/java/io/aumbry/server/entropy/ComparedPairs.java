package io.aumbry.server.entropy;

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
 * Selects the peers of a replica for comparisons: all others in its data centre, and for a leader
 * one replica in each other data centre, preferably the leader.
 */
final class ComparedPairs {
  private ComparedPairs() {}

  /** Includes peers that are unreachable now. */
  static List<Replica> of(HostedReplica here, NodeId self, ClusterView view) {
    List<Replica> peers = new ArrayList<>(near(here, self, view));
    Optional<Partition> partition = view.partition(here.partition());
    if (partition.isPresent() && here.state() == ReplicaState.LEADER) {
      view.dataCenters().stream()
          .filter(each -> each.id() != view.local().id())
          .forEach(each -> first(partition.get().replicasIn(each.id())).ifPresent(peers::add));
    }
    return peers;
  }

  static List<Replica> near(HostedReplica here, NodeId self, ClusterView view) {
    return view.partition(here.partition()).stream()
        .flatMap(partition -> partition.replicasIn(view.local().id()).stream())
        .filter(replica -> replica.state() != ReplicaState.DROPPED)
        .filter(replica -> !replica.node().id().equals(self))
        .toList();
  }

  static boolean isComparable(Replica peer) {
    StorageNode node = peer.node();
    return node.live() && peer.state().isReadable();
  }

  private static Optional<Replica> first(List<Replica> replicas) {
    return replicas.stream()
        .min(
            Comparator.comparing((Replica replica) -> replica.state() != ReplicaState.LEADER)
                .thenComparing(replica -> !isComparable(replica))
                .thenComparing(replica -> replica.node().id()));
  }
}
