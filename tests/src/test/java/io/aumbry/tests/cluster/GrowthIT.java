package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.view.DataCenterSource;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.cluster.view.HelixViewsConfig;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Adds a node under load, restarts nodes, which must move nothing, and drains a node. */
class GrowthIT {
  /** If no replica moves for this time, none is going to. */
  private static final Duration CALM = Duration.ofSeconds(2);

  private static final DataCenter HERE = new DataCenter(1, "dc1");
  private static final NodeId NEW = new NodeId("node4");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path data;

  /**
   * The cluster runs in one process and the new node in another, because seven processes are slow
   * to start.
   */
  @Test
  void aNewNodeGetsReplicasUnderLoadAndRestartsMoveNothing() throws Exception {
    AcknowledgedBlobs load;
    Map<Integer, Set<String>> balanced;
    try (LiveCluster cluster = LiveCluster.startInOneProcess(data);
        RestClient rest = cluster.client();
        HelixClusterViews views = watch(cluster)) {
      load = new AcknowledgedBlobs(rest, 2);
      load.awaitReads(50);
      cluster.addNode("node4");
      awaitWhole(views, 5);
      load.awaitReads(50);
      load.stop();
      assertThat(load.takeFailures()).as("while replicas moved").isEmpty();
      balanced = placement(views.current());
    }
    try (LiveCluster cluster = LiveCluster.start(data, "--nodes", "4");
        RestClient rest = cluster.client();
        HelixClusterViews views = watch(cluster)) {
      awaitWhole(views, 5);
      assertThat(placement(views.current())).as("after a restart of all").isEqualTo(balanced);

      AcknowledgedBlobs more = new AcknowledgedBlobs(rest, 2);
      more.awaitReads(50);
      cluster.kill("node2");
      cluster.start("node2");
      cluster.awaitWhole("node2");
      awaitWhole(views, 5);
      more.stop();
      assertThat(placement(views.current())).as("after a restart of node2").isEqualTo(balanced);
      assertThat(more.takeFailures()).as("while node2 restarted").isEmpty();

      NodeDrain drain = new NodeDrain(cluster.coordination());
      await().until(() -> drain.begin(new NodeId("node1"), "test", true).isHeld());
      await().until(views::current, view -> replicasOn(view, new NodeId("node1")) == 0);

      List.of("node1", "node2", "node3").forEach(cluster::kill);
      load.readAll(rest);
      more.readAll();
      assertThat(load.takeFailures()).as("the new node has all blobs").isEmpty();
      assertThat(more.takeFailures()).as("the new node has the later blobs").isEmpty();
    }
  }

  private static HelixClusterViews watch(LiveCluster cluster) throws InterruptedException {
    return HelixClusterViews.start(
        new HelixViewsConfig(
            "tests", HERE, List.of(new DataCenterSource(HERE, cluster.coordination()))),
        new ClusterMetrics(new Metrics(), new SystemTime()));
  }

  /**
   * Waits until each partition has exactly three complete replicas, the new node has {@code
   * onNewNode}, and this stays so.
   */
  private static void awaitWhole(HelixClusterViews views, int onNewNode) {
    await()
        .during(CALM)
        .until(
            views::current,
            view ->
                replicasOn(view, NEW) >= onNewNode
                    && view.partitions().stream().allMatch(GrowthIT::isWhole));
  }

  private static boolean isWhole(Partition partition) {
    return partition.replicas().size() == 3
        && partition.replicas().stream().allMatch(Replica::isReadable)
        && partition.replicas().stream()
            .allMatch(replica -> replica.state() != ReplicaState.INACTIVE);
  }

  private static long replicasOn(ClusterView view, NodeId node) {
    return view.partitions().stream()
        .flatMap(partition -> partition.replicas().stream())
        .filter(replica -> replica.node().id().equals(node))
        .count();
  }

  private static Map<Integer, Set<String>> placement(ClusterView view) {
    Map<Integer, Set<String>> placement = new TreeMap<>();
    view.partitions()
        .forEach(partition ->
            placement.put(
                partition.id(),
                partition.replicas().stream()
                    .map(replica -> replica.node().id().name())
                    .collect(Collectors.toCollection(TreeSet::new))));
    return placement;
  }
}
