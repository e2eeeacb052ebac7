package io.aumbry.frontend;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;
import java.util.function.Consumer;

/**
 * Two data centres of two nodes. Partition 0 is on all of them; partition 1, of class cold, only on
 * the first data centre, and sealed. The second node of the first data centre is dead.
 */
final class FixedCluster implements ClusterViews {
  private static final DataCenter HERE = new DataCenter(1, "dc1");
  private static final DataCenter THERE = new DataCenter(2, "dc2");

  private final ClusterView view;

  FixedCluster() {
    List<StorageNode> nodes =
        List.of(node(1, 1, true), node(2, 1, false), node(3, 2, true), node(4, 2, true));
    List<Replica> all =
        nodes.stream().map(node -> new Replica(node, ReplicaState.STANDBY)).toList();
    this.view =
        new ClusterView(
            HERE,
            List.of(HERE, THERE),
            nodes,
            List.of(
                Partition.atRest(0, PartitionClass.DEFAULT, false, all),
                Partition.atRest(1, new PartitionClass("cold"), true, all.subList(0, 2))));
  }

  private static StorageNode node(int number, int dataCenter, boolean live) {
    return new StorageNode(
        new NodeId("node-" + number),
        dataCenter,
        "zone-" + number,
        new Endpoint("host-" + number, 7000 + number),
        live);
  }

  @Override
  public ClusterView current() {
    return view;
  }

  @Override
  public void subscribe(Consumer<ClusterView> listener) {
    listener.accept(view);
  }
}
