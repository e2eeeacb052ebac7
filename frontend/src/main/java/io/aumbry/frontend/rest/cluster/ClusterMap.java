package io.aumbry.frontend.rest.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * The cluster view as JSON, with Ambry's keys where Ambry has the fact. A large cluster has several
 * megabytes of it, so writing lets other requests of the loop run in between.
 */
record ClusterMap(String cluster, ClusterView view, long wallMillis) {
  /** Partitions that are written without a break, in well under a millisecond. */
  private static final int PARTITIONS_AT_ONCE = 100;

  private static final String IMPLEMENTATION = "Aumbry";

  private record Head(
      String implementation,
      String clusterName,
      long timeStampMs,
      String localDatacenter,
      List<Site> datacenters) {}

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

  Buffer bytes(RequestContext context) {
    Head head =
        new Head(
            IMPLEMENTATION,
            cluster,
            wallMillis,
            view.local().name(),
            view.dataCenters().stream().map(this::site).toList());
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    byte[] start = JsonWriter.CAMEL_CASE.bytes(head);
    json.write(start, 0, start.length - 1);
    json.writeBytes(",\"partitions\":[".getBytes(StandardCharsets.US_ASCII));
    int written = 0;
    for (Partition partition : view.partitions()) {
      if (written > 0) {
        json.write(',');
      }
      json.writeBytes(JsonWriter.CAMEL_CASE.bytes(document(partition)));
      if (++written % PARTITIONS_AT_ONCE == 0) {
        letOthersRun(context);
      }
    }
    json.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
    return HeapBuffer.copyOf(json.toByteArray());
  }

  private static void letOthersRun(RequestContext context) {
    Mailbox<Boolean> turn = new Mailbox<>();
    context.carrier().schedule(Duration.ZERO, () -> turn.post(true));
    context.await(turn);
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
