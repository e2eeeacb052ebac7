package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockRecord;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.metadata.ClusterMaintenance;
import io.aumbry.cluster.metadata.ControllerConfig.Placement;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.cluster.placement.ClusterController;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.runtime.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.helix.PropertyPathBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where replicas are placed when nodes come, go and restart: real Helix, nodes without data. */
class PlacementTest {
  private static final int PARTITIONS = 24;

  @TempDir Path folder;
  private TestCluster cluster;
  private ClusterController controller;
  private HelixClusterViews views;

  @BeforeEach
  void startFiveNodesInFiveZones() throws Exception {
    cluster = new TestCluster(1, folder);
    controller = cluster.control("controller-1", PARTITIONS, 5);
    joinAll(5, 1000);
    views = cluster.watch();
    cluster.settle(views, PARTITIONS);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void joinAll(int nodes, int port) throws InterruptedException {
    for (int i = 1; i <= nodes; i++) {
      join(i, port);
    }
  }

  private void join(int node, int port) throws InterruptedException {
    cluster.join("node-" + node, "zone-" + node, port + node);
  }

  private static Map<Integer, List<NodeId>> placement(ClusterView view) {
    Map<Integer, List<NodeId>> nodes = new HashMap<>();
    view.partitions().forEach(part -> nodes.put(part.id(), ClusterViewsContract.nodesOf(part)));
    return nodes;
  }

  private static long replicasOn(ClusterView view, int node) {
    return view.partitions().stream()
        .flatMap(partition -> partition.replicas().stream())
        .filter(replica -> replica.node().id().name().equals("node-" + node))
        .count();
  }

  /** Requires that every partition always has three serving replicas. */
  private void watchRedundancy(Map<Integer, Long> fewest) {
    views.subscribe(view -> {
      for (Partition partition : view.partitions()) {
        fewest.merge(
            partition.id(),
            partition.replicas().stream().filter(Replica::isReadable).count(),
            Math::min);
      }
    });
  }

  @Test
  void aNewNodeGetsItsShareAndEachReplicaMovesOnlyWhenItsSuccessorServes() throws Exception {
    Map<Integer, Long> fewest = new ConcurrentHashMap<>();
    watchRedundancy(fewest);

    join(6, 1000);

    Views.await(views, now -> replicasOn(now, 6) == 12 && TestCluster.isWhole(now, 1, PARTITIONS));
    awaitStage(Stage.NONE);
    ClusterView view = views.current();
    for (int node = 1; node <= 6; node++) {
      assertThat(replicasOn(view, node)).as("node %d", node).isEqualTo(12);
      assertThat(leadersOn(view, node)).as("node %d", node).isBetween(3L, 5L);
    }
    assertThat(fewest.values()).hasSize(PARTITIONS).allMatch(count -> count >= 3);
  }

  private static long leadersOn(ClusterView view, int node) {
    return view.partitions().stream()
        .flatMap(partition -> partition.replicas().stream())
        .filter(replica -> replica.state() == ReplicaState.LEADER)
        .filter(replica -> replica.node().id().name().equals("node-" + node))
        .count();
  }

  private void awaitStage(Stage stage) {
    Patience.await().until(() -> stage() == stage);
  }

  private Stage stage() throws Exception {
    String path = PropertyPathBuilder.clusterConfig(cluster.address.clusterName());
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      return Rebalance.stage(session.read(path).orElseThrow());
    }
  }

  /** A node that doubled in size after it got its share. */
  @Test
  void onlyARequestedRebalanceEvensOutNodesThatHaveReplicas() throws Exception {
    Map<Integer, List<NodeId>> before = placement(views.current());
    cluster.leave("node-1");
    cluster.join("node-1", "zone-1", 2L << 40);
    cluster.settle(views, PARTITIONS);
    assertThat(placement(views.current())).isEqualTo(before);
    Map<Integer, Long> fewest = new ConcurrentHashMap<>();
    watchRedundancy(fewest);

    new Rebalance(cluster.address).begin();

    awaitStage(Stage.NONE);
    cluster.settle(views, PARTITIONS);
    Map<Integer, List<NodeId>> after = placement(views.current());
    assertThat(replicasOn(views.current(), 1)).isBetween(23L, 24L);
    for (int node = 2; node <= 5; node++) {
      assertThat(replicasOn(views.current(), node)).as("node %d", node).isBetween(11L, 13L);
    }
    assertThat(fewest.values()).allMatch(count -> count >= 3);

    controller.close();
    cluster.control("controller-2", PARTITIONS, 5);
    cluster.settle(views, PARTITIONS);
    assertThat(placement(views.current())).isEqualTo(after);
  }

  @Test
  void aStoppedRebalanceRevertsItsMovesAndContinuesWhenBegunAgain() throws Exception {
    Map<Integer, List<NodeId>> before = placement(views.current());
    RecordingHost late = cluster.host("node-6");
    late.isLate.set(true);
    join(6, 1000);
    Patience.await().until(() -> late.states.size() == 12);
    Rebalance rebalance = new Rebalance(cluster.address);

    rebalance.stop();

    awaitStage(Stage.STOPPED);
    cluster.settle(views, PARTITIONS);
    assertThat(placement(views.current())).isEqualTo(before);
    assertThat(late.states).isEmpty();

    late.isLate.set(false);
    rebalance.begin();
    Views.await(views, now -> replicasOn(now, 6) == 12 && TestCluster.isWhole(now, 1, PARTITIONS));
    awaitStage(Stage.NONE);
    assertThat(cluster.hosts.values()).allSatisfy(host -> assertThat(host.illegal).isEmpty());
  }

  /** The limit bounds the space for fourth replicas and the reads for them. */
  @Test
  void movesStayWithinTheirLimit() throws Exception {
    controller.close();
    cluster.control("controller-2", PARTITIONS, Placement.defaults(5).withMovesAtOnce(4));
    AtomicLong most = new AtomicLong();
    views.subscribe(now -> most.accumulateAndGet(moving(now), Math::max));
    RecordingHost late = cluster.host("node-6");
    late.isLate.set(true);

    join(6, 1000);

    Views.await(views, now -> moving(now) == 4);
    late.isLate.set(false);
    Views.await(views, now -> replicasOn(now, 6) == 12 && TestCluster.isWhole(now, 1, PARTITIONS));
    awaitStage(Stage.NONE);
    assertThat(most).hasValue(4);
  }

  private static long moving(ClusterView view) {
    return view.partitions().stream().filter(part -> part.replicas().size() > 3).count();
  }

  @Test
  void aRestartedControllerMovesNothingEvenAfterANodeWasAdded() throws Exception {
    join(6, 1000);
    Views.await(views, now -> replicasOn(now, 6) == 12 && TestCluster.isWhole(now, 1, PARTITIONS));
    awaitStage(Stage.NONE);
    cluster.settle(views, PARTITIONS);
    Map<Integer, List<NodeId>> before = placement(views.current());

    controller.close();
    cluster.control("controller-2", PARTITIONS, 5);
    cluster.leave("node-3");
    join(3, 2000);

    Views.await(views, now -> portOf(now, 3) == 2003 && TestCluster.isWhole(now, 1, PARTITIONS));
    cluster.settle(views, PARTITIONS);
    assertThat(placement(views.current())).isEqualTo(before);
  }

  @Test
  void inMaintenanceNothingMovesAndAfterItANewNodeGetsItsShare() throws Exception {
    Map<Integer, List<NodeId>> before = placement(views.current());
    ClusterMaintenance maintenance = new ClusterMaintenance(cluster.address);
    assertThat(maintenance.reason()).isEmpty();
    maintenance.enter("new switches");
    assertThat(maintenance.reason()).contains("new switches");

    join(6, 1000);
    controller.close();
    cluster.control(
        "controller-2", PARTITIONS + 1, Placement.defaults(5).withMoveDelay(Duration.ofMillis(1)));
    cluster.leave("node-3");
    Views.await(views, now -> !ClusterViewsContract.isLive(now, "node-3") && eachIsLed(now));
    join(3, 2000);
    Views.await(views, now -> portOf(now, 3) == 2003 && TestCluster.isWhole(now, 1, PARTITIONS));
    cluster.settle(views, PARTITIONS);
    assertThat(placement(views.current())).isEqualTo(before);

    maintenance.leave();
    Views.await(views, now -> replicasOn(now, 6) >= 12 && now.partitions().size() > PARTITIONS);
    assertThat(maintenance.reason()).isEmpty();
  }

  /** One activity at a time works on a host, in the order of the requests. */
  @Test
  void aRebalanceTakesItsTurnOnItsHosts() throws Exception {
    Map<String, List<String>> before = cluster.wanted();
    HostLocks locks = new HostLocks(cluster.address);
    long upgrade = locks.acquire(lock("upgrade"), false).lock().orElseThrow().number();
    RecordingHost late = cluster.host("node-6");
    late.isLate.set(true);

    join(6, 1000);
    Patience.await().until(() -> ofRebalance().isPresent());
    HostLock waiting = ofRebalance().orElseThrow();
    assertThat(waiting.isHeld()).isFalse();
    assertThat(waiting.request().hosts()).hasSize(2).contains("node-6");
    assertThat(locks.acquire(lock("later"), true).ahead()).contains(waiting);
    assertThat(cluster.wanted()).isEqualTo(before);

    locks.release(upgrade);
    Patience.await().until(() -> ofRebalance().filter(HostLock::isHeld).isPresent());
    Patience.await().until(() -> !late.states.isEmpty());
    assertThat(locks.acquire(lock("later"), true).isHeld()).isFalse();
    controller.close();
    cluster.control("controller-2", PARTITIONS, 5);
    late.isLate.set(false);
    Patience.await().until(() -> locks.acquire(lock("later"), true).isHeld());
    assertThat(cluster.wanted().values())
        .as("the moves that had begun are over")
        .allMatch(nodes -> nodes.size() == 3);

    locks.end(locks.acquire(lock("later"), true).lock().orElseThrow());
    Views.await(views, now -> replicasOn(now, 6) == 12 && TestCluster.isWhole(now, 1, PARTITIONS));
    awaitStage(Stage.NONE);
    Patience.await().until(() -> ofRebalance().isEmpty());
  }

  private static LockRequest lock(String id) {
    return new LockRequest(id, "ann", "upgrade", List.of("node-6"), Duration.ofHours(1));
  }

  private Optional<HostLock> ofRebalance() throws Exception {
    String path = LockRecord.path(cluster.address.clusterName());
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      return LockRecord.table(path, session.read(path)).ofRebalance();
    }
  }

  private static boolean eachIsLed(ClusterView view) {
    return view.partitions().stream()
        .allMatch(part -> TestCluster.count(part.replicas(), ReplicaState.LEADER) == 1);
  }

  private static int portOf(ClusterView view, int node) {
    return view.node(new NodeId("node-" + node)).orElseThrow().endpoint().port();
  }

  @Test
  void aClusterThatWasOffForDaysComesBackAsItWas() throws Exception {
    Map<Integer, List<NodeId>> before = placement(views.current());
    controller.close();
    for (int i = 1; i <= 5; i++) {
      cluster.leave("node-" + i);
      goneSince("node-" + i, 1000);
    }

    cluster.control("controller-1", PARTITIONS, 5);
    joinAll(5, 3000);

    Views.await(views, now -> portOf(now, 5) == 3005 && TestCluster.isWhole(now, 1, PARTITIONS));
    cluster.settle(views, PARTITIONS);
    assertThat(placement(views.current())).isEqualTo(before);
    assertThat(cluster.hosts.values())
        .allMatch(host -> host.steps.stream().noneMatch(step -> step.to() == ReplicaState.DROPPED));
  }

  private void goneSince(String node, long wallMillis) throws Exception {
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      session.update(
          PropertyPathBuilder.instanceHistory(cluster.address.clusterName(), node),
          history -> {
            history.setSimpleField("LAST_OFFLINE_TIME", Long.toString(wallMillis));
            return history;
          });
    }
  }

  @Test
  void aNodeThatIsDrainedGoesOnServingUntilOthersHaveItsReplicas() throws Exception {
    Map<Integer, Long> fewest = new ConcurrentHashMap<>();
    watchRedundancy(fewest);
    Map<Integer, List<NodeId>> before = placement(views.current());

    new NodeDrain(cluster.address).begin(new NodeId("node-2"), "test", false);

    ClusterView view =
        Views.await(
            views, now -> replicasOn(now, 2) == 0 && TestCluster.isWhole(now, 1, PARTITIONS));
    assertThat(fewest.values()).hasSize(PARTITIONS).allMatch(count -> count >= 3);
    placement(view)
        .forEach((partition, nodes) ->
            assertThat(nodes)
                .containsAll(
                    before.getOrDefault(partition, List.of()).stream()
                        .filter(node -> !node.equals(new NodeId("node-2")))
                        .toList()));
  }
}
