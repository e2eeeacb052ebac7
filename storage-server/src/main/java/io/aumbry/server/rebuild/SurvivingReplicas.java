package io.aumbry.server.rebuild;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads facts about the other replicas of a partition from a cluster view. It has no state. */
final class SurvivingReplicas {
  private SurvivingReplicas() {}

  /** The other live replicas in this data centre that serve reads. */
  static List<Replica> serving(ClusterView view, int partition, NodeId self) {
    return others(view, partition, self).stream()
        .filter(other -> other.node().live() && other.isReadable())
        .toList();
  }

  /**
   * Whether another live node of this data centre is in a zone without a replica of the partition.
   */
  static boolean hasPlaceElsewhere(ClusterView view, int partition, NodeId self) {
    List<Replica> others = others(view, partition, self);
    Set<String> zones =
        others.stream().map(other -> other.node().zone()).collect(Collectors.toSet());
    return view.nodes().stream()
        .filter(node -> node.dataCenter() == view.local().id())
        .filter(StorageNode::live)
        .anyMatch(node -> !node.id().equals(self) && !zones.contains(node.zone()));
  }

  private static List<Replica> others(ClusterView view, int partition, NodeId self) {
    Optional<Partition> known = view.partition(partition);
    return known.map(each -> each.replicasIn(view.local().id())).orElse(List.of()).stream()
        .filter(replica -> !replica.node().id().equals(self))
        .toList();
  }
}
