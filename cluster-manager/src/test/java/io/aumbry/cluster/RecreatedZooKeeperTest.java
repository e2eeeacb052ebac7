package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.runtime.Patience;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * ZooKeeper has lost its data, while the nodes have the stores of all partitions. A partition must
 * not begin empty on other nodes: it would answer 404 for all of its blobs.
 */
class RecreatedZooKeeperTest {
  private static final int PARTITIONS = 12;
  private static final List<String> FIRST = List.of("node-1", "node-2", "node-3");
  private static final List<String> LAST = List.of("node-4", "node-5", "node-6");

  @TempDir Path folder;
  private TestCluster cluster;

  /** By partition, before ZooKeeper loses its data. */
  private final Map<String, Set<String>> before = new HashMap<>();

  @BeforeEach
  void startSixNodesAndLoseZooKeeper() throws Exception {
    cluster = new TestCluster(1, folder);
    cluster.control("controller-1", PARTITIONS, 6);
    join(FIRST);
    join(LAST);
    cluster.settle(cluster.watch(), PARTITIONS);
    cluster.wanted().forEach((partition, nodes) -> before.put(partition, Set.copyOf(nodes)));
    cluster.recreate();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void join(List<String> nodes) throws InterruptedException {
    for (String node : nodes) {
      cluster.join(node, "zone-" + node, 1175);
    }
  }

  /** The controller is configured with fewer partitions than there are stores of. */
  @Test
  void allPartitionsAreOnTheirFormerNodes() throws Exception {
    cluster.control("controller-1", 2, 6);
    join(FIRST);
    join(LAST);
    cluster.settle(cluster.watch(), PARTITIONS);
    Map<String, Set<String>> after = new HashMap<>();
    cluster.wanted().forEach((partition, nodes) -> after.put(partition, Set.copyOf(nodes)));
    assertThat(after).isEqualTo(before);
  }

  @Test
  void whileHalfOfTheNodesAreAwayNoPartitionBeginsWithoutTwoOfItsStores() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    join(FIRST);
    HelixClusterViews views = cluster.watch();
    Views.await(
        views,
        view ->
            view.partitions().size() == PARTITIONS
                && view.partitions().stream()
                    .filter(partition -> formerOf(partition.id(), FIRST) >= 2)
                    .allMatch(partition -> serving(partition.replicas()) == 3));
    cluster
        .wanted()
        .forEach((partition, nodes) ->
            assertThat(nodes.isEmpty())
                .as("partition %s was on %s and is on %s", partition, before.get(partition), nodes)
                .isEqualTo(formerOf(Integer.parseInt(partition), FIRST) < 2));

    join(LAST);
    Patience.await().until(() -> cluster.wanted().values().stream().noneMatch(List::isEmpty));
    cluster.settle(views, PARTITIONS);
    Patience.await().until(this::haveOnlyListedStores);
  }

  /** A store that was taken in late goes when the others have its records. */
  private boolean haveOnlyListedStores() throws Exception {
    Map<String, Set<Integer>> listed = new HashMap<>();
    cluster
        .wanted()
        .forEach((partition, nodes) ->
            nodes.forEach(node ->
                listed
                    .computeIfAbsent(node, _ -> new HashSet<>())
                    .add(Integer.valueOf(partition))));
    return cluster.hosts.entrySet().stream()
        .allMatch(host ->
            host.getValue().stores.equals(listed.getOrDefault(host.getKey().name(), Set.of())));
  }

  private long formerOf(int partition, List<String> nodes) {
    Set<String> former = new HashSet<>(before.getOrDefault(String.valueOf(partition), Set.of()));
    former.retainAll(nodes);
    return former.size();
  }

  private static long serving(List<Replica> replicas) {
    return replicas.stream().filter(Replica::isReadable).count();
  }
}
