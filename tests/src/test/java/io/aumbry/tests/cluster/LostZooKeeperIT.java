package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper is away for so long that the sessions of all processes end, under load. */
class LostZooKeeperIT {
  private static final String HELD = "aumbry_router_partitions_held";
  private static final String VIEW_AGE = "aumbry_cluster_view_age_seconds";

  /** ZooKeeper's clients give a session up after 8 s. */
  private static final double ABSENCE_SECONDS = 12;

  @TempDir private Path data;

  @Test
  void noRequestFailsWhenAllSessionsEndWithZooKeeperAndAreMadeAnew() throws Exception {
    try (LiveCluster cluster = LiveCluster.start(data);
        RestClient rest = cluster.client();
        AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 2)) {
      load.awaitAnswers(100);
      cluster.kill("zookeeper");
      await().until(() -> frontend(cluster, VIEW_AGE) >= ABSENCE_SECONDS);
      cluster.start("zookeeper");
      await().until(() -> frontend(cluster, HELD) > 0);
      await().until(() -> frontend(cluster, HELD) == 0);
      cluster.nodes().forEach(cluster::awaitBack);
      load.awaitAnswers(100);
      load.stop();
      load.readAll();
      assertThat(load.takeFailures()).isEmpty();
    }
  }

  private static double frontend(LiveCluster cluster, String metric) {
    return cluster.metrics("frontend", metric).getFirst();
  }
}
