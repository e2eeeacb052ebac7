package io.aumbry.frontend.rest.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.Comparator;
import java.util.List;

/** The cluster view as JSON, with Ambry's keys where Ambry has the fact. */
record ClusterMap(String cluster, ClusterView view, long wallMillis) {
  private static final String IMPLEMENTATION = "Aumbry";

  private record Document(
      String implementation,
      String clusterName,
      long timeStampMs,
      String localDatacenter,
      List<Site> datacenters,
      List<PartitionDocument> partitions) {}

  private record Site(String name, int id, List<Node> datanodes) {}

  private record Node(
      String name, String hostname, int port, String dc, String rackId, String liveness) {}

  private record PartitionDocument(
      String id,
      @JsonProperty("class") String partitionClass,
      String writeState,
      List<ReplicaDocument> replicas) {}

  private record ReplicaDocument(
      String node, String partition, String state, String access, String liveness) {}

  Record document() {
    return new Document(
        IMPLEMENTATION,
        cluster,
        wallMillis,
        view.local().name(),
        view.dataCenters().stream().map(this::site).toList(),
        view.partitions().stream().map(ClusterMap::document).toList());
  }

  private Site site(DataCenter dataCenter) {
    return new Site(
        dataCenter.name(),
        dataCenter.id(),
        view.nodes().stream()
            .filter(node -> node.dataCenter() == dataCenter.id())
            .sorted(Comparator.comparing(StorageNode::id))
            .map(node -> node(node, dataCenter))
            .toList());
  }

  private static Node node(StorageNode node, DataCenter dataCenter) {
    return new Node(
        node.id().name(),
        node.endpoint().host(),
        node.endpoint().port(),
        dataCenter.name(),
        node.zone(),
        liveness(node));
  }

  private static PartitionDocument document(Partition partition) {
    String id = Integer.toString(partition.id());
    return new PartitionDocument(
        id,
        partition.partitionClass().name(),
        partition.sealed() ? "READ_ONLY" : "READ_WRITE",
        partition.replicas().stream().map(replica -> document(replica, id)).toList());
  }

  private static ReplicaDocument document(Replica replica, String partition) {
    return new ReplicaDocument(
        replica.node().endpoint().toString(),
        partition,
        replica.state().name(),
        replica.access().name(),
        liveness(replica.node()));
  }

  private static String liveness(StorageNode node) {
    return node.live() ? "up" : "nodeDown";
  }
}
