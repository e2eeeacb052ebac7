package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.server.replica.OpenReplicas;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Views of one partition, written as text, as the replica on node {@code self} sees them. */
public final class PeerViews {
  public static final NodeId SELF = new NodeId("self");

  private PeerViews() {}

  /**
   * A view with a replica for each word, such as {@code b:STANDBY}. A digit in front is the data
   * centre; the default is 1. A {@code !} at the end marks a node that is not live, a {@code -} a
   * replica that an operator has made read-only.
   */
  public static ClusterView view(int dataCenters, String replicas) {
    List<DataCenter> all =
        IntStream.rangeClosed(1, dataCenters)
            .mapToObj(id -> new DataCenter(id, "dc" + id))
            .toList();
    List<Replica> listed =
        Stream.of(replicas.split(" ", -1))
            .filter(word -> !word.isEmpty())
            .map(PeerViews::replica)
            .toList();
    List<StorageNode> nodes = listed.stream().map(Replica::node).toList();
    return new ClusterView(
        all.getFirst(),
        all,
        nodes,
        List.of(new Partition(OpenReplicas.PARTITION, false, 3, listed)));
  }

  private static Replica replica(String word) {
    boolean hasPlace = Character.isDigit(word.charAt(0));
    int dataCenter = hasPlace ? word.charAt(0) - '0' : 1;
    String[] parts = word.substring(hasPlace ? 1 : 0).replaceAll("[!-]$", "").split(":", -1);
    StorageNode node =
        new StorageNode(
            new NodeId(parts[0]),
            dataCenter,
            "zone",
            new Endpoint("localhost", 1),
            !word.endsWith("!"));
    return new Replica(
        node,
        ReplicaState.valueOf(parts[1]),
        word.endsWith("-") ? Replica.Access.READ : Replica.Access.FULL);
  }
}
