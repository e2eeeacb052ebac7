package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.replication.ReplicationConfig.Tuning;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes share more partitions than fit into one pull. */
@Timeout(300)
class PullRoomTest {
  private static final List<Integer> PARTITIONS = List.of(7, 8, 9, 10);
  private static final byte[] CONTENT = {1};

  @TempDir Path folder;
  private TestCluster cluster;
  private List<Node> nodes;

  @BeforeEach
  void startThreeNodes() {
    Tuning usual = ReplicationConfig.defaults().tuning();
    Tuning narrow =
        new Tuning(
            usual.avoided(),
            usual.longestBackoff(),
            usual.mended(),
            1,
            usual.summaryBytes(),
            usual.stretchBytes());
    ReplicationConfig replication =
        ReplicationConfig.defaults().withLongPoll(Duration.ofMinutes(5)).with(narrow);
    cluster =
        new TestCluster(
            folder, ServerConfig.defaults().withReplication(replication), new LocalWires());
    nodes = cluster.startThree(PARTITIONS.getFirst());
    for (int partition : PARTITIONS.subList(1, PARTITIONS.size())) {
      nodes.forEach(node -> node.assign(partition));
      TestCluster.serveAtOnce(partition, nodes.toArray(Node[]::new));
    }
  }

  @AfterEach
  void stopAll() {
    cluster.close();
  }

  private void assertHas(Node node, BlobId id) {
    assertThat(cluster.client().get(node.id(), id).content()).isEqualTo(CONTENT);
  }

  @Test
  void aPullThatWaitsForOnePartitionDoesNotDelayTheOthers() {
    for (int partition : PARTITIONS) {
      BlobId id = NodeClientOfTests.id(partition, cluster.random());
      cluster.client().put(nodes.getFirst().id(), id, CONTENT);
      await().untilAsserted(() -> assertThat(nodes).allSatisfy(node -> assertHas(node, id)));
    }
  }
}
