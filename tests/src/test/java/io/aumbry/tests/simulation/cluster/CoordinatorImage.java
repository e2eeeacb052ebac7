package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;

/**
 * What the coordinator of one data centre says of it.
 *
 * @param version later ones are greater
 * @param partitions with the replicas of this data centre only
 */
record CoordinatorImage(
    int dataCenter, long version, List<StorageNode> nodes, List<Partition> partitions) {
  CoordinatorImage {
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
  }
}
