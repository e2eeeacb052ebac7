package io.aumbry.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.TestCluster;
import io.aumbry.cluster.Views;
import io.aumbry.cluster.metadata.ControllerConfig.Placement;
import io.aumbry.cluster.placement.FairShare.Host;
import io.aumbry.cluster.view.HelixClusterViews;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The initial number of partitions follows the capacity if it is not configured. */
class FirstPartitionsTest {
  private static Collection<Host> hosts(long... slots) {
    return IntStream.range(0, slots.length)
        .mapToObj(i -> new Host("node-" + i, "zone-" + i, slots[i], 1))
        .toList();
  }

  @Test
  void aFifthStaysFreeAndAZoneHasAtMostOneReplicaOfEachPartition() {
    assertThat(FairShare.partitions(hosts(10, 10, 10), 3)).isEqualTo(8);
    assertThat(FairShare.partitions(hosts(10, 10, 100), 3)).as("the smallest of 3").isEqualTo(8);
    assertThat(FairShare.partitions(hosts(10, 10, 10, 10), 3)).isEqualTo(10);
    assertThat(FairShare.partitions(hosts(100, 100, 10, 10), 3)).isEqualTo(16);
  }

  @Test
  void theNumberOfPartitionsIsBounded() {
    assertThat(FairShare.partitions(hosts(0, 0, 0), 3)).isEqualTo(1);
    assertThat(FairShare.partitions(List.of(), 3)).isEqualTo(1);
    long many = 1 << 30;
    assertThat(FairShare.partitions(hosts(many, many, many), 3)).isEqualTo(20_000);
  }

  @Test
  void partitionsAreCreatedForTheFirstNodesOnly(@TempDir Path folder) throws Exception {
    try (TestCluster cluster = new TestCluster(1, folder)) {
      cluster.control("controller-1", Placement.defaults(3));
      for (int i = 1; i <= 3; i++) {
        cluster.join("node-" + i, "zone-" + i, 10L << 30);
      }
      HelixClusterViews views = cluster.watch();
      cluster.settle(views, 8);

      cluster.join("node-4", "zone-4", 10L << 30);
      cluster.control("controller-2", Placement.defaults(3));

      Views.await(views, now -> now.nodes().size() == 4 && TestCluster.isWhole(now, 1, 8));
      assertThat(views.current().partitions()).hasSize(8);
    }
  }
}
