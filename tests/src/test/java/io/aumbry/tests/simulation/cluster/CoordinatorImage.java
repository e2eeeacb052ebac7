package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;

/**
 * The state of a data centre, as its coordinator publishes it.
 *
 * @param version grows with each change
 * @param partitions with the replicas of this data centre only
 */
record CoordinatorImage(
    int dataCenter, long version, List<StorageNode> nodes, List<Partition> partitions) {
  CoordinatorImage {
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
  }
}
