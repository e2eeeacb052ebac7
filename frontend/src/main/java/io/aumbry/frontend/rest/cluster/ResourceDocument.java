package io.aumbry.frontend.rest.cluster;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;
import java.util.function.Predicate;

/**
 * The partitions of a class in the local data centre. Frontends do not know capacities, so Ambry's
 * fields about capacity and weight are absent.
 *
 * @param resourceName the partition class
 */
record ResourceDocument(
    String resourceName,
    List<String> liveInstances,
    List<String> unavailableInstances,
    int totalInstanceCount,
    @JsonUnwrapped Replicas replicas) {

  /** The counts of replicas. */
  record Replicas(int numPartitions, long numExpectedReplicas, long numCurrentReplicas) {}

  static ResourceDocument of(PartitionClass partitionClass, ClusterView view) {
    int local = view.local().id();
    List<Partition> partitions =
        view.partitions().stream()
            .filter(partition -> partition.partitionClass().equals(partitionClass))
            .toList();
    List<Replica> replicas =
        partitions.stream().flatMap(partition -> partition.replicasIn(local).stream()).toList();
    List<String> live = instances(replicas, StorageNode::live);
    List<String> dead = instances(replicas, node -> !node.live());
    return new ResourceDocument(
        partitionClass.name(),
        live,
        dead,
        live.size() + dead.size(),
        new Replicas(
            partitions.size(),
            partitions.stream().mapToLong(Partition::copies).sum(),
            replicas.stream().filter(each -> each.state() != ReplicaState.DROPPED).count()));
  }

  private static List<String> instances(List<Replica> replicas, Predicate<StorageNode> which) {
    return replicas.stream()
        .map(Replica::node)
        .filter(which)
        .map(StorageNode::id)
        .distinct()
        .sorted()
        .map(NodeId::name)
        .toList();
  }
}
