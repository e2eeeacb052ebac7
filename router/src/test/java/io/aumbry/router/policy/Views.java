package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;
import java.util.stream.Stream;

/** Small views of a cluster from one line of text. */
final class Views {
  private static final DataCenter LOCAL = new DataCenter(1, "here");

  private Views() {}

  /**
   * A partition with a replica for each word: data centre, node name and state. S is standby, B
   * bootstrap, I inactive, O offline, D dropped, X standby on a node that is down. "1aS 2bX" is a
   * local replica on node a, and one in data centre 2 on node b, which is down.
   */
  static Partition partition(int id, boolean sealed, String replicas) {
    return new Partition(id, sealed, Stream.of(replicas.split(" ")).map(Views::replica).toList());
  }

  private static Replica replica(String word) {
    char state = word.charAt(2);
    StorageNode node =
        new StorageNode(
            new NodeId(word.substring(1, 2)),
            word.charAt(0) - '0',
            "zone",
            new Endpoint("localhost", 1),
            state != 'X');
    return new Replica(
        node,
        switch (state) {
          case 'S', 'X' -> ReplicaState.STANDBY;
          case 'B' -> ReplicaState.BOOTSTRAP;
          case 'I' -> ReplicaState.INACTIVE;
          case 'O' -> ReplicaState.OFFLINE;
          case 'D' -> ReplicaState.DROPPED;
          default -> throw new IllegalArgumentException(word);
        });
  }

  static ClusterView of(Partition... partitions) {
    return new ClusterView(LOCAL, List.of(LOCAL), List.of(), List.of(partitions));
  }
}
