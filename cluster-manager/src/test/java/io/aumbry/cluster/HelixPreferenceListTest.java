package io.aumbry.cluster;

import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.LEADER;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.helix.HelixConnection;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.helix.InstanceType;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.model.IdealState;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The behaviour of Helix that placement relies on: its controller follows preference lists and
 * changes none. Our planner does not run here.
 */
class HelixPreferenceListTest {
  @TempDir Path folder;
  private TestCluster cluster;
  private HelixConnection controller;

  /** Only defines the cluster and leads. */
  private record Controller(ControllerConfig config) implements HelixConnection.Role {
    @Override
    public InstanceType type() {
      return InstanceType.CONTROLLER;
    }

    @Override
    public String name() {
      return config.instanceName();
    }

    @Override
    public void prepare(ZooKeeperSession session) throws KeeperException, InterruptedException {
      ClusterDefinition.define(session, config);
    }
  }

  @BeforeEach
  void placeOnePartitionOnThreeOfFourNodes() throws Exception {
    cluster = new TestCluster(1, folder);
    controller =
        new HelixConnection(
            cluster.address,
            new Controller(ControllerConfig.of(cluster.address, "controller-1", 1)),
            new ClusterMetrics(new Metrics(), new SystemTime()));
    controller.awaitConnected();
    for (int i = 1; i <= 4; i++) {
      cluster.join("node-" + i, "zone-" + i, 1000 + i);
    }
    IdealState resource = ClusterDefinition.resource(0, 1, 3, PartitionClass.DEFAULT);
    resource.setPreferenceList("0", nodes(1, 2, 3));
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      session.create(
          List.of(
              new ZooKeeperClient.Node(
                  PropertyPathBuilder.idealState(
                      cluster.address.clusterName(), ClusterDefinition.RESOURCE),
                  Optional.of(resource.getRecord()))));
    }
    await(Map.of(1, LEADER, 2, STANDBY, 3, STANDBY));
  }

  @AfterEach
  void stop() {
    controller.close();
    cluster.close();
  }

  private static List<String> nodes(int... numbers) {
    return java.util.Arrays.stream(numbers).mapToObj(number -> "node-" + number).toList();
  }

  private void list(int... numbers) throws Exception {
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      session.update(
          PropertyPathBuilder.idealState(cluster.address.clusterName(), ClusterDefinition.RESOURCE),
          record -> {
            record.setListField("0", nodes(numbers));
            return record;
          });
    }
  }

  private void await(Map<Integer, ReplicaState> states) {
    Patience.await()
        .untilAsserted(() -> {
          for (int node = 1; node <= 4; node++) {
            assertThat(host(node).states.get(0))
                .as("node %d", node)
                .isEqualTo(states.getOrDefault(node, null));
          }
        });
  }

  private RecordingHost host(int node) {
    return cluster.host("node-" + node);
  }

  @Test
  void aFourthNodeServesBesideTheOthersAndARemovedOneLeavesStepByStep() throws Exception {
    list(1, 2, 4, 3);
    await(Map.of(1, LEADER, 2, STANDBY, 3, STANDBY, 4, STANDBY));
    host(3).steps.clear();

    list(1, 2, 4);

    await(Map.of(1, LEADER, 2, STANDBY, 4, STANDBY));
    assertThat(host(3).steps)
        .extracting(RecordingHost.Step::to)
        .containsExactly(INACTIVE, OFFLINE, DROPPED);
  }

  /** Otherwise a new node could head a list only once it is complete. */
  @Test
  void theFirstNodeLeadsOnlyOnceItServes() throws Exception {
    host(4).isLate.set(true);
    list(4, 1, 2, 3);
    await(Map.of(1, LEADER, 2, STANDBY, 3, STANDBY, 4, ReplicaState.BOOTSTRAP));
    host(4).isLate.set(false);
    await(Map.of(1, STANDBY, 2, STANDBY, 3, STANDBY, 4, LEADER));
  }

  @Test
  void aNodeRemovedBeforeItServesStops() throws Exception {
    host(4).isLate.set(true);
    list(1, 2, 4, 3);
    await(Map.of(1, LEADER, 2, STANDBY, 3, STANDBY, 4, ReplicaState.BOOTSTRAP));
    list(1, 2, 3);
    await(Map.of(1, LEADER, 2, STANDBY, 3, STANDBY));
  }

  /** Drains and replacements are left to our planner. */
  @Test
  void noReplicaMovesByItself() throws Exception {
    new NodeDrain(cluster.address).begin(new NodeId("node-2"), "test", false);
    cluster.leave("node-1");
    await(Map.of(2, LEADER, 3, STANDBY));
    cluster.join("node-1", "zone-1", 1001);
    await(Map.of(1, LEADER, 2, STANDBY, 3, STANDBY));
  }
}
