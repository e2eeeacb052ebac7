package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.metadata.DiskRoster;
import io.aumbry.cluster.metadata.PartitionMarks;
import io.aumbry.cluster.placement.ClusterController;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.network.FaultProxy;
import io.aumbry.protocol.runtime.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.helix.PropertyPathBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HelixClusterTest {
  private static final int PARTITIONS = 12;

  @TempDir Path folder;
  private TestCluster cluster;

  @BeforeEach
  void start() {
    cluster = new TestCluster(1, folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
    assertThat(cluster.hosts.values()).allMatch(host -> host.illegal.isEmpty());
  }

  @Test
  void sixtyFourPartitionsAreOnlineAfterZooKeeperStarts() throws Exception {
    cluster.control("controller-1", 64, 3);
    cluster.joinThree();
    HelixClusterViews views = cluster.watch();

    Views.await(views, view -> TestCluster.isWhole(view, 1, 64));
  }

  @Test
  void nothingIsPlacedBeforeEnoughNodesAreLive() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.join("node-1", "zone-1", 1001);
    cluster.join("node-2", "zone-2", 1002);
    HelixClusterViews views = cluster.watch();
    Views.await(views, view -> view.nodes().stream().filter(node -> node.live()).count() == 2);
    assertThat(views.current().partitions()).isEmpty();

    cluster.join("node-3", "zone-3", 1003);

    cluster.settle(views, PARTITIONS);
  }

  @Test
  void aNodeCutOffFromZooKeeperIsReplacedAsLeaderAndComesBackByItself() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.join("node-1", "zone-1", 1001);
    cluster.join("node-2", "zone-2", 1002);
    try (FaultProxy proxy = new FaultProxy(cluster::zooKeeperPort)) {
      ClusterAddress by =
          new ClusterAddress(
              cluster.address.clusterName(), "127.0.0.1:" + proxy.port(), Duration.ofSeconds(2));
      cluster.join(by, "node-3", "zone-3", 1003);
      HelixClusterViews views = cluster.watch();
      cluster.settle(views, PARTITIONS);
      Map<Integer, List<NodeId>> before = placement(views.current());

      proxy.stall();
      Views.await(
          views, view -> !ClusterViewsContract.isLive(view, "node-3") && eachHasALeader(view));
      assertThat(placement(views.current())).isEqualTo(before);

      proxy.mend();
      proxy.drop();
      cluster.settle(views, PARTITIONS);
      assertThat(placement(views.current())).isEqualTo(before);
      // On a slow machine, a session of two seconds may end and begin again.
      Patience.await()
          .untilAsserted(() ->
              assertThat(cluster.host("node-3").states.values())
                  .allMatch(
                      state -> state == ReplicaState.LEADER || state == ReplicaState.STANDBY));
      cluster.leave("node-3");
    }
  }

  @Test
  void leadershipMovesAtOnceWhenANodeLeaves() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);

    cluster.leave("node-1");

    // No node waits for the end of the session, because the leaving node has ended it.
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      String live = PropertyPathBuilder.liveInstance(cluster.address.clusterName(), "node-1");
      assertThat(session.read(live)).isEmpty();
    }
    Views.await(
        views, view -> !ClusterViewsContract.isLive(view, "node-1") && eachHasALeader(view));
  }

  @Test
  void aTransitionThatFailsPutsItsReplicaInErrorAndNoOther() throws Exception {
    cluster.host("node-2").broken.add(5);
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    HelixClusterViews views = cluster.watch();

    ClusterView view =
        Views.await(
            views,
            now ->
                now.partition(5)
                        .filter(part -> count(part, ReplicaState.ERROR) == 1 && leads(part))
                        .isPresent()
                    && now.partitions().stream()
                        .filter(part -> part.id() != 5)
                        .allMatch(part -> leads(part) && count(part, ReplicaState.STANDBY) == 2));

    assertThat(view.partition(5).orElseThrow().replicas())
        .filteredOn(replica -> replica.state() == ReplicaState.ERROR)
        .singleElement()
        .matches(replica -> replica.node().id().equals(new NodeId("node-2")))
        .matches(replica -> !replica.isReadable() && !replica.isWritable());
    assertThat(view.partition(5).orElseThrow().isWritableIn(1, 2)).isTrue();
  }

  @Test
  void anotherControllerTakesOver() throws Exception {
    ClusterController first = cluster.control("controller-1", PARTITIONS, 3);
    ClusterController second = cluster.control("controller-2", PARTITIONS, 3);
    cluster.joinThree();
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);
    assertThat(first.leads()).isTrue();
    assertThat(second.leads()).isFalse();

    first.close();
    Patience.await().until(second::leads);
    cluster.leave("node-1");

    Views.await(
        views, view -> !ClusterViewsContract.isLive(view, "node-1") && eachHasALeader(view));
  }

  @Test
  void afterARestartOfEverythingReplicasAreWhereTheyWere() throws Exception {
    Map<Integer, List<NodeId>> before;
    try (ClusterController controller = cluster.control("controller-1", PARTITIONS, 3)) {
      assertThat(controller.leads()).isTrue();
      cluster.joinThree();
      try (HelixClusterViews views = cluster.watch()) {
        cluster.settle(views, PARTITIONS);
        before = placement(views.current());
      }
      for (int i = 1; i <= 3; i++) {
        cluster.leave("node-" + i);
      }
    }
    cluster.stopZooKeeper();
    cluster.startZooKeeper();

    for (int i = 1; i <= 3; i++) {
      cluster.join("node-" + i, "zone-" + i, 2000 + i);
    }
    cluster.control("controller-1", PARTITIONS, 3);
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);

    assertThat(placement(views.current())).isEqualTo(before);
    assertThat(views.current().node(new NodeId("node-2")).orElseThrow().endpoint().port())
        .isEqualTo(2002);
  }

  @Test
  void addedPartitionsMoveNoExistingOne() throws Exception {
    ClusterController small = cluster.control("controller-1", PARTITIONS, 6);
    for (int i = 1; i <= 6; i++) {
      cluster.join("node-" + i, "zone-" + ((i - 1) % 3 + 1), 1000 + i);
    }
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);
    Map<Integer, List<NodeId>> before = placement(views.current());
    small.close();

    cluster.control("controller-2", PARTITIONS + 8, 6);
    Views.await(views, view -> TestCluster.isWhole(view, 1, PARTITIONS + 8));

    assertThat(placement(views.current())).containsAllEntriesOf(before);
  }

  @Test
  void replicasOfALostNodeAreRebuiltInItsZone() throws Exception {
    cluster.control(
        "controller-1",
        PARTITIONS,
        ControllerConfig.Placement.defaults(3).withMoveDelay(Duration.ofSeconds(1)));
    cluster.joinThree();
    HelixClusterViews views = cluster.watch();
    Views.await(views, view -> TestCluster.isWhole(view, 1, PARTITIONS));

    cluster.join("node-4", "zone-1", 1004);
    cluster.leave("node-1");

    ClusterView view =
        Views.await(
            views,
            now ->
                !ClusterViewsContract.isLive(now, "node-1")
                    && TestCluster.isWhole(now, 1, PARTITIONS));
    assertThat(placement(view).values())
        .containsOnly(List.of(new NodeId("node-2"), new NodeId("node-3"), new NodeId("node-4")));
  }

  @Test
  void theDisksOfANodeAreKnownAfterItsLoss() throws Exception {
    DiskRoster roster = new DiskRoster(cluster.address);
    UUID first = new UUID(1, 1);
    UUID second = new UUID(2, 2);
    assertThat(roster.disksOf(new NodeId("node-1"))).isEmpty();
    assertThat(roster.ownerOf(first)).isEmpty();
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinWith("node-1", Map.of("/data/1", first, "/data/2", second));
    assertThat(roster.disksOf(new NodeId("node-1")))
        .isEqualTo(Map.of("/data/1", first, "/data/2", second));
    cluster.leave("node-1");
    cluster.joinWith("node-1", Map.of("/data/2", first));
    assertThat(roster.disksOf(new NodeId("node-1"))).isEqualTo(Map.of("/data/2", first));
    assertThat(roster.disksOf(new NodeId("node-2"))).isEmpty();
    assertThat(roster.ownerOf(first)).contains(new NodeId("node-1"));
    assertThat(roster.ownerOf(second)).isEmpty();
  }

  @Test
  void sealedPartitionsAreReadFromThePropertyStore() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);

    cluster.seal("node-1", List.of(3, 7));
    Views.await(views, view -> sealed(view).equals(List.of(3, 7)));
    cluster.seal("node-1", List.of(7));
    Views.await(views, view -> sealed(view).equals(List.of(7)));
    cluster.seal("operator", List.of(5));
    Views.await(views, view -> sealed(view).equals(List.of(5, 7)));

    cluster.participant("node-2").seal(Set.of(2, 7));
    Views.await(views, view -> sealed(view).equals(List.of(2, 5, 7)));
    cluster.participant("node-1").seal(Set.of());
    cluster.seal("a-node-that-is-gone", List.of(1));
    cluster.participant("node-2").seal(Set.of(3));
    Views.await(views, view -> sealed(view).equals(List.of(3, 5)));
  }

  @Test
  void restrictionsByOperatorsAreSeenAndCanBeRemoved() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);
    PartitionMarks marks = new PartitionMarks(cluster.address);

    marks.stop(3, true);
    ClusterView stopped = Views.await(views, view -> writable(view, 3) == 0);
    assertThat(readable(stopped, 3)).isEqualTo(3);
    assertThat(writable(stopped, 4)).isEqualTo(3);
    assertThat(stopped.partition(3).orElseThrow().isWritableIn(1, 2)).isFalse();
    marks.stop(3, false);
    Views.await(views, view -> writable(view, 3) == 3);

    marks.disable(5, new NodeId("node-2"), true);
    ClusterView disabled = Views.await(views, view -> readable(view, 5) == 2);
    assertThat(writable(disabled, 5)).isEqualTo(2);
    assertThat(readable(disabled, 6)).isEqualTo(3);
    assertThat(disabled.partition(5).orElseThrow().replicasThatCountIn(1)).isEqualTo(3);
    marks.disable(5, new NodeId("node-2"), false);
    Views.await(views, view -> readable(view, 5) == 3 && writable(view, 5) == 3);

    marks.seal(2, true);
    marks.seal(4, true);
    Views.await(views, view -> sealed(view).equals(List.of(2, 4)));
    marks.seal(2, false);
    Views.await(views, view -> sealed(view).equals(List.of(4)));
  }

  private static long readable(ClusterView view, int partition) {
    return view.partition(partition).orElseThrow().replicas().stream()
        .filter(Replica::isReadable)
        .count();
  }

  private static long writable(ClusterView view, int partition) {
    return view.partition(partition).orElseThrow().replicas().stream()
        .filter(Replica::isWritable)
        .count();
  }

  @Test
  void aLostZooKeeperLeavesTheLastViewOfItsDataCentre() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    try (TestCluster other = new TestCluster(2, folder)) {
      other.control("controller-1", PARTITIONS, 3);
      for (int i = 1; i <= 3; i++) {
        other.join("far-" + i, "zone-" + i, 3000 + i);
      }
      HelixClusterViews views = cluster.watch(other);
      Views.await(
          views,
          view ->
              TestCluster.isWhole(view, 1, PARTITIONS) && TestCluster.isWhole(view, 2, PARTITIONS));
      other.settle(views, PARTITIONS);
      assertThat(views.current().dataCenters()).hasSize(2);
      assertThat(views.current().partitions())
          .hasSize(PARTITIONS)
          .allMatch(partition -> partition.replicas().size() == 6);

      other.stopZooKeeper();
      cluster.leave("node-2");
      ClusterView view = Views.await(views, now -> !ClusterViewsContract.isLive(now, "node-2"));
      assertThat(TestCluster.isWhole(view, 2, PARTITIONS)).isTrue();

      other.startZooKeeper();
      other.leave("far-1");
      Views.await(views, now -> !ClusterViewsContract.isLive(now, "far-1"));
    }
  }

  private static List<Integer> sealed(ClusterView view) {
    return view.partitions().stream()
        .filter(Partition::sealed)
        .map(Partition::id)
        .sorted()
        .toList();
  }

  private static Map<Integer, List<NodeId>> placement(ClusterView view) {
    Map<Integer, List<NodeId>> nodes = new HashMap<>();
    view.partitions().forEach(part -> nodes.put(part.id(), ClusterViewsContract.nodesOf(part)));
    return nodes;
  }

  private static boolean eachHasALeader(ClusterView view) {
    return view.partitions().stream().allMatch(HelixClusterTest::leads);
  }

  private static boolean leads(Partition partition) {
    return partition.replicas().stream()
            .filter(Replica::isWritable)
            .filter(replica -> replica.state() == ReplicaState.LEADER)
            .count()
        == 1;
  }

  private static long count(Partition partition, ReplicaState state) {
    return TestCluster.count(partition.replicas(), state);
  }
}
