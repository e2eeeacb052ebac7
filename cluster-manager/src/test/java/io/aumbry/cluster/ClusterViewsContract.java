package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Patience;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of all sources of views, on a cluster of six nodes in three zones: node-1 and node-4
 * are in zone-1, and so on.
 */
abstract class ClusterViewsContract {
  static final int PARTITIONS = 12;
  private static final int LOCAL = 1;

  /** The views of the cluster. All nodes are live or becoming so. */
  abstract ClusterViews views();

  abstract void leave(String node) throws Exception;

  abstract void join(String node) throws Exception;

  @BeforeEach
  void wholeAtFirst() throws Exception {
    Views.await(views(), view -> TestCluster.isWhole(view, LOCAL, PARTITIONS));
  }

  @Test
  void theFirstViewHasAllNodesAndPartitions() {
    ClusterView view = views().current();

    assertThat(view.local().id()).isEqualTo(LOCAL);
    assertThat(view.nodes()).hasSize(6).allMatch(StorageNode::live);
    assertThat(view.partitions()).extracting(Partition::id).containsExactlyInAnyOrder(ids());
    assertThat(view.partitions()).allMatch(partition -> partition.isWritableIn(LOCAL, 3));
  }

  @Test
  void noTwoReplicasOfAPartitionAreInOneZone() {
    for (Partition partition : views().current().partitions()) {
      assertThat(partition.replicas())
          .extracting(replica -> replica.node().zone())
          .containsExactlyInAnyOrder("zone-1", "zone-2", "zone-3");
    }
  }

  @Test
  void theViewStaysTheSameObjectUntilSomethingChanges() throws Exception {
    List<ClusterView> seen = new CopyOnWriteArrayList<>();
    views().subscribe(seen::add);
    awaitSize(seen, 1);

    // Late events of the cluster's start may still arrive.
    Patience.await().untilAsserted(() -> assertThat(views().current()).isSameAs(seen.getLast()));
    ClusterView before = seen.getLast();

    leave("node-1");
    ClusterView after = Views.await(views(), view -> !isLive(view, "node-1"));
    assertThat(after).isNotSameAs(before).isNotEqualTo(before);
    assertThat(isLive(before, "node-1")).isTrue();
  }

  @Test
  void aNodeThatLeavesKeepsItsReplicasOfflineAndOthersLead() throws Exception {
    int replicas = replicasOn(views().current(), "node-1");
    leave("node-1");

    ClusterView view =
        Views.await(
            views(),
            now ->
                !isLive(now, "node-1")
                    && now.partitions().stream().allMatch(partition -> leaders(partition) == 1));

    assertThat(view.nodes()).hasSize(6);
    assertThat(replicasOn(view, "node-1")).isEqualTo(replicas);
    for (Partition partition : view.partitions()) {
      assertThat(partition.isWritableIn(LOCAL, 2)).isTrue();
      assertThat(partition.replicas())
          .filteredOn(replica -> replica.node().id().equals(new NodeId("node-1")))
          .allMatch(replica -> replica.state() == ReplicaState.OFFLINE)
          .noneMatch(Replica::isReadable);
    }
  }

  @Test
  void aNodeThatComesBackHasItsReplicasAgain() throws Exception {
    ClusterView before = views().current();
    leave("node-2");
    Views.await(views(), view -> !isLive(view, "node-2"));
    join("node-2");

    ClusterView after = Views.await(views(), view -> TestCluster.isWhole(view, LOCAL, PARTITIONS));

    for (Partition partition : before.partitions()) {
      assertThat(nodesOf(after.partition(partition.id()).orElseThrow()))
          .isEqualTo(nodesOf(partition));
    }
  }

  @Test
  void aSubscriberGetsTheCurrentViewAndThenEachInOrder() throws Exception {
    List<ClusterView> first = new CopyOnWriteArrayList<>();
    List<ClusterView> second = new CopyOnWriteArrayList<>();
    ClusterView start = views().current();
    views().subscribe(first::add);
    awaitSize(first, 1);
    assertThat(first.getFirst()).isIn(start, views().current());
    views().subscribe(second::add);
    awaitSize(second, 1);

    leave("node-3");
    Views.await(views(), view -> !isLive(view, "node-3"));
    join("node-3");
    ClusterView end = Views.await(views(), view -> TestCluster.isWhole(view, LOCAL, PARTITIONS));
    Patience.await().until(() -> has(first, end) && has(second, end));

    assertThat(upTo(end, first)).hasSizeGreaterThanOrEqualTo(3).endsWith(upTo(end, second));
    assertThat(second).hasSizeGreaterThanOrEqualTo(3);
    for (int i = 1; i < first.size(); i++) {
      assertThat(first.get(i)).isNotEqualTo(first.get(i - 1));
    }
  }

  @Test
  void noViewEverHasTwoLeadersOfAPartition() throws Exception {
    List<ClusterView> seen = new CopyOnWriteArrayList<>();
    views().subscribe(seen::add);

    leave("node-1");
    Views.await(views(), view -> !isLive(view, "node-1"));
    join("node-1");
    Views.await(views(), view -> TestCluster.isWhole(view, LOCAL, PARTITIONS));

    assertThat(seen)
        .flatExtracting(ClusterView::partitions)
        .allMatch(partition -> leaders(partition) <= 1);
  }

  @Test
  void aSubscriberThatFailsDoesNotHarmTheOthers() throws Exception {
    List<ClusterView> seen = new CopyOnWriteArrayList<>();
    views()
        .subscribe(view -> {
          throw new IllegalStateException("a subscriber of the test that always fails");
        });
    views().subscribe(seen::add);

    leave("node-6");
    ClusterView after = Views.await(views(), view -> !isLive(view, "node-6"));

    Patience.await().until(() -> has(seen, after));
  }

  static boolean isLive(ClusterView view, String node) {
    return view.node(new NodeId(node)).filter(StorageNode::live).isPresent();
  }

  static long leaders(Partition partition) {
    return TestCluster.count(partition.replicasIn(LOCAL), ReplicaState.LEADER);
  }

  static List<NodeId> nodesOf(Partition partition) {
    return partition.replicas().stream().map(replica -> replica.node().id()).sorted().toList();
  }

  /** Compares identity, because a later view may equal an earlier one. */
  private static Set<ClusterView> only(ClusterView view) {
    Set<ClusterView> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.add(view);
    return set;
  }

  private static boolean has(List<ClusterView> seen, ClusterView view) {
    return seen.stream().anyMatch(only(view)::contains);
  }

  private static ClusterView[] upTo(ClusterView end, List<ClusterView> seen) {
    Set<ClusterView> last = only(end);
    return Stream.concat(seen.stream().takeWhile(view -> !last.contains(view)), Stream.of(end))
        .toArray(ClusterView[]::new);
  }

  private static int replicasOn(ClusterView view, String node) {
    return (int)
        view.partitions().stream()
            .filter(partition -> nodesOf(partition).contains(new NodeId(node)))
            .count();
  }

  private static Integer[] ids() {
    return IntStream.range(0, PARTITIONS).boxed().toArray(Integer[]::new);
  }

  private static void awaitSize(List<?> list, int size) {
    Patience.await().until(() -> list.size() >= size);
  }
}
