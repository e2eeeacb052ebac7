package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.runtime.Patience;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of a node to Helix when its replicas fail: real Helix, nodes without data. */
class FailedReplicaTest {
  private static final int PARTITIONS = 6;
  private static final NodeId NODE = new NodeId("node-2");

  @TempDir Path folder;
  private TestCluster cluster;
  private HelixClusterViews views;

  @BeforeEach
  void startThreeNodes() throws Exception {
    cluster = new TestCluster(1, folder);
    cluster.host(NODE.name()).broken.add(5);
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    views = cluster.watch();
    Views.await(views, view -> isAllButTheBrokenOneWhole(view));
  }

  @AfterEach
  void stop() {
    cluster.close();
    assertThat(cluster.hosts.values()).allMatch(host -> host.illegal.isEmpty());
  }

  private static boolean isAllButTheBrokenOneWhole(ClusterView view) {
    return view.partitions().size() == PARTITIONS
        && view.partitions().stream()
            .allMatch(partition ->
                leaders(partition) == 1
                    && state(view, partition.id())
                            .filter(state -> state == ReplicaState.ERROR)
                            .isPresent()
                        == (partition.id() == 5));
  }

  private static Optional<ReplicaState> state(ClusterView view, int partition) {
    return view.partition(partition).stream()
        .flatMap(known -> known.replicas().stream())
        .filter(replica -> replica.node().id().equals(NODE))
        .map(Replica::state)
        .findFirst();
  }

  private static long leaders(Partition partition) {
    return TestCluster.count(partition.replicas(), ReplicaState.LEADER);
  }

  private boolean isInError(int partition) {
    return cluster.host(NODE.name()).states.get(partition) == ReplicaState.ERROR;
  }

  private void restart(int partition) {
    cluster.participant(NODE.name()).restart(partition, () -> isInError(partition));
  }

  @Test
  void aReplicaInErrorServesWhenItsNodeHasRestartedIt() {
    cluster.host(NODE.name()).broken.clear();
    restart(5);
    Views.await(views, view -> TestCluster.isWhole(view, 1, PARTITIONS));
  }

  /** Helix has not seen the failure and believes that the replica leads. */
  @Test
  void aLeaderThatFailsByItselfIsRestarted() throws Exception {
    cluster.host(NODE.name()).broken.clear();
    restart(5);
    cluster.settle(views, PARTITIONS);
    int led =
        views.current().partitions().stream()
            .map(Partition::id)
            .filter(id -> state(views.current(), id).equals(Optional.of(ReplicaState.LEADER)))
            .findFirst()
            .orElseThrow();
    RecordingHost host = cluster.host(NODE.name());
    host.steps.clear();
    restart(led);
    assertThat(host.steps).as("a healthy replica is left alone").isEmpty();

    host.states.put(led, ReplicaState.ERROR);
    restart(led);
    Patience.await()
        .untilAsserted(() ->
            assertThat(host.steps)
                .extracting(RecordingHost.Step::to)
                .startsWith(ReplicaState.OFFLINE, ReplicaState.BOOTSTRAP, ReplicaState.STANDBY));
    cluster.settle(views, PARTITIONS);
  }

  @Test
  void aReplicaThatItsNodeDeclinesIsPlacedOnAnotherNodeAndNoOtherMoves() throws Exception {
    cluster.join("node-4", "zone-2", 1004);
    Views.await(views, view -> view.node(new NodeId("node-4")).isPresent());
    cluster.participant(NODE.name()).decline(Set.of(5));
    restart(5);

    Views.await(
        views, view -> state(view, 5).isEmpty() && TestCluster.isWhole(view, 1, PARTITIONS));
    assertThat(disabled()).isEqualTo("5");

    cluster.participant(NODE.name()).decline(Set.of());
    assertThat(disabled()).isEmpty();
    cluster.settle(views, PARTITIONS);
    assertThat(state(views.current(), 5)).isEmpty();
  }

  private String disabled() throws Exception {
    String path = PropertyPathBuilder.instanceConfig(cluster.address.clusterName(), NODE.name());
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      ZNRecord record = session.read(path).orElseThrow();
      return Optional.ofNullable(record.getMapField("HELIX_DISABLED_PARTITION"))
          .flatMap(map -> Optional.ofNullable(map.get("blobs")))
          .orElse("");
    }
  }

  @Test
  void declinedReplicasAreForgottenWhenTheNodeRejoins() throws Exception {
    cluster.participant(NODE.name()).decline(Set.of(5));
    assertThat(disabled()).isEqualTo("5");
    cluster.leave(NODE.name());
    cluster.join(NODE.name(), "zone-2", 1002);
    assertThat(disabled()).isEmpty();
    Views.await(views, view -> TestCluster.isWhole(view, 1, PARTITIONS));
    assertThat(List.copyOf(cluster.host(NODE.name()).states.keySet())).contains(5);
  }
}
