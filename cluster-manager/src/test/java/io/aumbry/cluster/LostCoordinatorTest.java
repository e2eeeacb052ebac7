package io.aumbry.cluster;

import static io.aumbry.protocol.cluster.ReplicaState.LEADER;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.operator.ClusterReader;
import io.aumbry.cluster.placement.ClusterController;
import io.aumbry.cluster.view.DataCenterImage.Vantage;
import io.aumbry.cluster.view.DataCenterSource;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.cluster.view.HelixViewsConfig;
import io.aumbry.cluster.view.ImageFile;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.network.FaultProxy;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operation without ZooKeeper or without a controller, and recovery. */
class LostCoordinatorTest {
  private static final int PARTITIONS = 4;

  @TempDir Path folder;
  private Metrics metrics = new Metrics();
  private TestCluster cluster;
  private ClusterController controller;

  @BeforeEach
  void startThreeNodes() throws Exception {
    cluster = new TestCluster(1, folder);
    controller = cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private HelixClusterViews watch(ClusterAddress address) throws InterruptedException {
    HelixViewsConfig config =
        new HelixViewsConfig(
            "frontend",
            cluster.dataCenter,
            List.of(new DataCenterSource(cluster.dataCenter, address)),
            Optional.of(folder.resolve("state")));
    metrics = new Metrics();
    return HelixClusterViews.start(config, new ClusterMetrics(metrics, new SystemTime()));
  }

  @Test
  void aFrontendStartsWithItsSavedViewAndFollowsZooKeeperLater() throws Exception {
    ClusterView before;
    try (HelixClusterViews views = watch(cluster.address)) {
      cluster.settle(views, PARTITIONS);
      before = views.current();
      assertThat(metrics.value("aumbry_cluster_view_age_seconds")).isZero();
    }
    cluster.stopZooKeeper();
    try (HelixClusterViews views = watch(cluster.address)) {
      assertThat(views.current()).isEqualTo(before);
      assertThat(metrics.value("aumbry_cluster_view_unreachable")).isEqualTo(1);
      assertThat(metrics.value("aumbry_cluster_view_age_seconds")).isNotNegative();

      cluster.startZooKeeper();
      cluster.leave("node-1");
      Views.await(views, view -> !ClusterViewsContract.isLive(view, "node-1"));
      assertThat(metrics.value("aumbry_cluster_view_unreachable")).isZero();
    }
  }

  @Test
  void aSavedViewThatIsDamagedOrOfAnotherClusterIsNotUsed() throws Exception {
    try (HelixClusterViews views = watch(cluster.address)) {
      cluster.settle(views, PARTITIONS);
    }
    Vantage vantage = new Vantage(cluster.dataCenter.id(), false);
    Path kept = folder.resolve("state").resolve("view-" + cluster.dataCenter.name());
    ImageFile file = file(cluster.address);
    assertThat(file.read(vantage)).isPresent();
    assertThat(file.read(new Vantage(2, false))).isEmpty();
    assertThat(file(ClusterAddress.of("another", "127.0.0.1:1")).read(vantage)).isEmpty();

    byte[] bytes = Files.readAllBytes(kept);
    for (int at : new int[] {0, 9, 13, 20, bytes.length / 2, bytes.length - 1}) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 1;
      Files.write(kept, damaged);
      assertThat(file.read(vantage)).as("byte %d", at).isEmpty();
    }
    Files.write(kept, java.util.Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(file.read(vantage)).isEmpty();
    Files.write(kept, new byte[0]);
    assertThat(file.read(vantage)).isEmpty();
    Files.delete(kept);
    assertThat(file.read(vantage)).isEmpty();
  }

  private ImageFile file(ClusterAddress address) {
    return new ImageFile(
        folder.resolve("state"),
        new DataCenterSource(cluster.dataCenter, address),
        new SystemTime());
  }

  @Test
  void aFrontendKeepsItsViewAfterAnExpiredSessionAndReconnects() throws Exception {
    try (FaultProxy proxy = new FaultProxy(cluster::zooKeeperPort)) {
      ClusterAddress by =
          new ClusterAddress(
              cluster.address.clusterName(), "127.0.0.1:" + proxy.port(), Duration.ofSeconds(2));
      try (HelixClusterViews views = watch(by)) {
        cluster.settle(views, PARTITIONS);
        ClusterView before = views.current();
        proxy.stall();
        Patience.await().until(() -> metrics.value("aumbry_cluster_view_unreachable") == 1);
        cluster.leave("node-2");
        HelixClusterViews others = cluster.watch();
        Views.await(others, view -> !ClusterViewsContract.isLive(view, "node-2"));
        assertThat(views.current()).isEqualTo(before);

        proxy.mend();
        proxy.drop();
        Views.await(views, view -> !ClusterViewsContract.isLive(view, "node-2"));
      }
    }
  }

  @Test
  void aControllerWhoseSessionExpiredLeadsAgainAndPlacesReplicas() throws Exception {
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);
    ObjectName session = cluster.leadingSession().orElseThrow();

    TestCluster.expire(session);

    awaitLeaderOtherThan(session);
    cluster.join("node-4", "zone-4", 1004);
    Views.await(views, view -> hasReplicas(view, new NodeId("node-4")));
  }

  @Test
  void allNodesReturnWhenAllSessionsExpireAtOnce() throws Exception {
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);
    DataCenterSource source = new DataCenterSource(cluster.dataCenter, cluster.address);
    try (ClusterReader reader =
        new ClusterReader(cluster.dataCenter, List.of(source), new SystemTime())) {
      assertThat(reader.read(Patience.LIMIT).view()).isEqualTo(views.current());
      ObjectName leading = cluster.leadingSession().orElseThrow();

      for (ObjectName session : cluster.sessions()) {
        TestCluster.expire(session);
      }

      awaitLeaderOtherThan(leading);
      cluster.join("node-4", "zone-4", 1004);
      Views.await(
          views,
          view ->
              hasReplicas(view, new NodeId("node-4"))
                  && TestCluster.isWhole(view, cluster.dataCenter.id(), PARTITIONS));
      Patience.await().until(() -> reader.read(Patience.LIMIT).view().equals(views.current()));
    }
  }

  @Test
  void replicasServeWithoutABreakWhenAllSessionsExpireAtOnce() throws Exception {
    cluster.settle(cluster.watch(), PARTITIONS);
    cluster.hosts.values().forEach(host -> host.steps.clear());

    for (ObjectName session : cluster.sessions()) {
      TestCluster.expire(session);
    }

    Patience.await().until(() -> steps(LEADER, STANDBY) >= PARTITIONS && leaders() == PARTITIONS);
    assertThat(cluster.hosts.values())
        .allSatisfy(host -> {
          assertThat(host.illegal).isEmpty();
          assertThat(host.states.values()).hasSize(PARTITIONS).isSubsetOf(STANDBY, LEADER);
          assertThat(host.steps).allMatch(step -> step.to() == STANDBY || step.to() == LEADER);
        });

    cluster.join("node-4", "zone-4", 1004);
    Patience.await().until(() -> !cluster.host("node-4").states.isEmpty());
    assertThat(cluster.hosts.values()).allSatisfy(host -> assertThat(host.illegal).isEmpty());
  }

  private long leaders() {
    return cluster.hosts.values().stream()
        .flatMap(host -> host.states.values().stream())
        .filter(state -> state == LEADER)
        .count();
  }

  private long steps(ReplicaState from, ReplicaState to) {
    return cluster.hosts.values().stream()
        .flatMap(host -> host.steps.stream())
        .filter(step -> step.from() == from && step.to() == to)
        .count();
  }

  private void awaitLeaderOtherThan(ObjectName session) {
    Patience.await()
        .until(() ->
            controller.leads()
                && cluster.leadingSession().filter(now -> !now.equals(session)).isPresent());
  }

  private static boolean hasReplicas(ClusterView view, NodeId node) {
    return view.partitions().stream()
        .flatMap(partition -> partition.replicas().stream())
        .anyMatch(replica -> replica.node().id().equals(node) && replica.isReadable());
  }

  @Test
  void withoutAControllerTheViewStaysAndLossesOfNodesAreSeen() throws Exception {
    try (HelixClusterViews views = watch(cluster.address)) {
      cluster.settle(views, PARTITIONS);
      controller.close();
      cluster.leave("node-3");

      ClusterView view = Views.await(views, now -> !ClusterViewsContract.isLive(now, "node-3"));
      assertThat(view.partitions())
          .hasSize(PARTITIONS)
          .allMatch(
              partition -> partition.replicas().stream().filter(Replica::isReadable).count() == 2);
      assertThat(view.partitions()).allMatch(partition -> partition.isWritableIn(1, 2));
    }
  }
}
