package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.replication.ReplicationConfig.Nearby;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A replica that lacks almost all records copies stretches of its peers' logs. */
@Timeout(300)
final class StretchesTest {
  private static final List<Integer> PARTITIONS = List.of(7, 8, 9);
  private static final int LENGTH = 20_000;
  private static final int EACH = 30;

  /** Bytes of all records. */
  private static final long ALL = (long) PARTITIONS.size() * EACH * LENGTH;

  /** A low threshold for bulk copies: each partition has far more bytes. */
  private static final Nearby NEARBY = Nearby.defaults().withFarBehind(10L * LENGTH);

  @TempDir private Path folder;
  private LocalWires wires;
  private final Queue<Pull> pulls = new ConcurrentLinkedQueue<>();
  private TestCluster cluster;
  private NodeClientOfTests client;
  private Node one;
  private Node two;
  private Node three;

  @BeforeEach
  void startThreeNodes() {
    start(NEARBY);
  }

  private void start(Nearby nearby) {
    wires = new LocalWires();
    ServerConfig defaults = ServerConfig.defaults();
    cluster =
        new TestCluster(
            folder, defaults.withReplication(defaults.replication().with(nearby)), wires);
    client = cluster.client();
    one = cluster.start("node-1");
    two = cluster.start("node-2");
    three = cluster.start("node-3");
    for (int partition : PARTITIONS) {
      nodes().forEach(node -> node.assign(partition));
      TestCluster.serveAtOnce(partition, one, two, three);
    }
    wires
        .client()
        .watch(request -> {
          if (request instanceof Pull pull) {
            pulls.add(pull);
          }
        });
  }

  @AfterEach
  void stopAll() {
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }

  private List<Node> nodes() {
    return List.of(one, two, three);
  }

  private Map<BlobId, byte[]> put(int count, Node... nodes) {
    Map<BlobId, byte[]> blobs = new LinkedHashMap<>();
    for (int partition : PARTITIONS) {
      for (int i = 0; i < count; i++) {
        BlobId id = NodeClientOfTests.id(partition, cluster.random());
        byte[] content = BytesOfTests.random(cluster.random(), LENGTH);
        blobs.put(id, content);
        for (Node node : nodes) {
          assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
        }
      }
    }
    return blobs;
  }

  private void loseDisk() {
    three.stop();
    cluster.wipe("node-3");
    pulls.clear();
    three = cluster.start("node-3");
  }

  private void serve() {
    for (int partition : PARTITIONS) {
      three.serve(partition);
    }
  }

  private void assertHas(Node node, Map<BlobId, byte[]> blobs) {
    blobs.forEach(
        (id, content) -> assertThat(client.get(node.id(), id).content()).isEqualTo(content));
  }

  private Stream<Pull> pulls(Pull.Form form) {
    return pulls.stream().filter(pull -> pull.form() == form);
  }

  @Test
  void anEmptyReplicaGetsAllRecordsOnceWithoutSummaries() {
    Map<BlobId, byte[]> blobs = put(EACH, one, two, three);
    long before = wires.client().contentBytes();
    loseDisk();
    serve();
    assertHas(three, blobs);
    assertThat(pulls(Pull.Form.OFFERED)).isNotEmpty();
    assertThat(pulls(Pull.Form.RECORDS)).isEmpty();
    assertThat(wires.client().contentBytes() - before).isBetween(ALL, ALL * 12 / 10);
  }

  @Test
  void recordsOfASinglePeerArriveToo() {
    Map<BlobId, byte[]> blobs = put(EACH / 2, one);
    blobs.putAll(put(EACH / 2, two));
    loseDisk();
    serve();
    assertHas(three, blobs);
  }

  @Test
  void aCompleteReplicaGetsSummaries() {
    three.stop();
    Map<BlobId, byte[]> blobs = put(EACH, one, two);
    three = cluster.start("node-3");
    serve();
    await().untilAsserted(() -> assertHas(three, blobs));
    assertThat(pulls(Pull.Form.OFFERED)).isEmpty();
  }

  @Test
  void aBulkCopyKeepsTheRateLimit() {
    stopAll();
    long rate = ALL / 2;
    start(NEARBY.withBytesPerSecond(rate));
    Map<BlobId, byte[]> blobs = put(EACH, one, two, three);
    loseDisk();
    long began = now();
    serve();
    assertHas(three, blobs);
    // The first answer is not delayed.
    long first = rate / 2;
    assertThat(now() - began).isGreaterThan((ALL - first) / rate * 1_000_000_000L);
  }

  private long now() {
    return wires.carrier().time().monotonicNanos();
  }
}
