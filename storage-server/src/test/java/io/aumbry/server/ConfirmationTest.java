package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.metrics.Summary;
import io.aumbry.server.TestCluster.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Times until peers confirm records that a frontend has sent to all replicas. */
@Timeout(300)
class ConfirmationTest {
  private static final int PARTITION = 7;

  /** Long enough that no test waits for it by chance. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  @TempDir Path folder;
  private TestCluster cluster;
  private NodeClientOfTests client;
  private List<Node> nodes = List.of();

  @BeforeEach
  void startThreeNodes() {
    ServerConfig defaults = ServerConfig.defaults();
    ServerConfig config = defaults.withReplication(defaults.replication().withGrace(GRACE));
    cluster = new TestCluster(folder, config, new LocalWires());
    client = cluster.client();
    nodes = cluster.startThree(PARTITION);
  }

  @AfterEach
  void stopAll() {
    cluster.close();
  }

  private static double confirmations(Node node) {
    return node.metrics().value("aumbry_replication_confirmation_seconds");
  }

  private static double longest(Node node) {
    return node.metrics().families().stream()
        .filter(family -> family.name().equals("aumbry_replication_confirmation_seconds"))
        .map(family -> (Summary) family.of())
        .findFirst()
        .orElseThrow()
        .quantile(1);
  }

  private static boolean hasHeardOfNews(Node node) {
    return node.metrics().value("aumbry_replication_lag_records", "node-1", "7") == 1;
  }

  /** Before, a peer waited for the whole grace period and confirmed nothing during that time. */
  @Test
  void aLateRecordIsConfirmedBeforeTheGracePeriodEnds() {
    Node first = nodes.getFirst();
    List<Node> others = nodes.subList(1, 3);
    BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
    byte[] content = {1, 2, 3};
    client.put(first.id(), id, content);
    await().until(() -> others.stream().allMatch(ConfirmationTest::hasHeardOfNews));

    others.forEach(node -> client.put(node.id(), id, content));

    await().until(() -> confirmations(first) == 2);
    assertThat(longest(first)).isPositive().isLessThan((double) GRACE.toSeconds());
  }
}
