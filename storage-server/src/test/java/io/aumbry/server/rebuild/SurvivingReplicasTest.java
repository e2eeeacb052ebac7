package io.aumbry.server.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurvivingReplicasTest {
  private static final DataCenter HERE = new DataCenter(1, "here");
  private static final DataCenter THERE = new DataCenter(2, "there");
  private static final StorageNode SELF = node("self", 1, "a", true);
  private static final StorageNode TWO = node("two", 1, "b", true);
  private static final StorageNode THREE = node("three", 1, "c", true);
  private static final StorageNode FAR = node("far", 2, "d", true);

  private static StorageNode node(String name, int dataCenter, String zone, boolean live) {
    return new StorageNode(new NodeId(name), dataCenter, zone, new Endpoint("host", 1), live);
  }

  private static ClusterView view(ReplicaState state, StorageNode... more) {
    List<Replica> replicas =
        List.of(
            new Replica(SELF, ReplicaState.LEADER),
            new Replica(TWO, state),
            new Replica(THREE, ReplicaState.STANDBY),
            new Replica(FAR, ReplicaState.STANDBY));
    List<StorageNode> nodes = new ArrayList<>(List.of(SELF, TWO, THREE, FAR));
    nodes.addAll(List.of(more));
    return new ClusterView(
        HERE, List.of(HERE, THERE), nodes, List.of(new Partition(7, false, 3, replicas)));
  }

  @Test
  void onlyOtherReadableReplicasHereAreCounted() {
    assertThat(SurvivingReplicas.serving(view(ReplicaState.STANDBY), 7, SELF.id())).hasSize(2);
    assertThat(SurvivingReplicas.serving(view(ReplicaState.BOOTSTRAP), 7, SELF.id())).hasSize(1);
    assertThat(SurvivingReplicas.serving(view(ReplicaState.STANDBY), 8, SELF.id())).isEmpty();
  }

  @Test
  void anotherPlaceIsALiveNodeHereInAnUnusedZone() {
    assertThat(hasPlace()).isFalse();
    assertThat(hasPlace(node("four", 1, "a", true))).isTrue();
    assertThat(hasPlace(node("four", 1, "e", true))).isTrue();
    assertThat(hasPlace(node("four", 1, "b", true))).as("a zone that has one").isFalse();
    assertThat(hasPlace(node("four", 1, "a", false))).as("it is down").isFalse();
    assertThat(hasPlace(node("four", 2, "a", true))).as("elsewhere").isFalse();
  }

  private static boolean hasPlace(StorageNode... more) {
    return SurvivingReplicas.hasPlaceElsewhere(view(ReplicaState.STANDBY, more), 7, SELF.id());
  }
}
