package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.server.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An older copy of a disk of node 1 is put back. Its peers have records that the copy lacks. */
@Timeout(300)
class OlderCopyTest {
  private static final int PARTITION = 7;

  @TempDir Path folder;
  private final LocalWires wires = new LocalWires();
  private final Map<BlobId, byte[]> blobs = new LinkedHashMap<>();
  private final List<Worker> rebuildings = new ArrayList<>();
  private TestCluster cluster;
  private NodeClientOfTests client;
  private Node one;
  private Node two;
  private Node three;

  @BeforeEach
  void copyNodeOneAndPutMore() throws IOException {
    cluster = new TestCluster(folder.resolve("nodes"), ServerConfig.defaults(), wires);
    client = cluster.client();
    List<Node> nodes = cluster.startThree(PARTITION);
    one = nodes.get(0);
    two = nodes.get(1);
    three = nodes.get(2);
    put(10, one, two, three);
    one.stop();
    copy(disk(), folder.resolve("copy"));
    one = cluster.start("node-1");
    one.serve(PARTITION);
    put(5, one, two, three);
    await().untilAsserted(() -> assertThat(acknowledged()).containsExactly(15L, 15L));
    one.stop();
    cluster.wipe("node-1");
    copy(folder.resolve("copy"), disk());
  }

  @AfterEach
  void stopAll() {
    rebuildings.forEach(Worker::close);
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }

  private Path disk() {
    return folder.resolve("nodes/node-1/disk-0");
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private Map<BlobId, byte[]> put(int count, Node... nodes) {
    Map<BlobId, byte[]> fresh = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
      byte[] content = BytesOfTests.random(cluster.random(), 3000);
      fresh.put(id, content);
      for (Node node : nodes) {
        assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
      }
    }
    blobs.putAll(fresh);
    return fresh;
  }

  /** The acknowledgements of the peers of node 1. */
  private List<Long> acknowledged() {
    NodeResponse report = client.ask(one.id(), new NodeRequest.Report(0), new byte[0]).response();
    return ((NodeResponse.Reported) report)
        .replicas().getFirst().peers().stream().map(PeerReport::acknowledged).toList();
  }

  private void assertHas(Node node, Map<BlobId, byte[]> some) {
    some.forEach(
        (id, content) -> assertThat(client.get(node.id(), id).content()).isEqualTo(content));
  }

  /** Starts node 1, and hides it from its peers until it has more records than they had of it. */
  private Map<BlobId, byte[]> startAndGoOnUnheard() {
    wires.client().block(link -> link.source().equals("node-1"));
    one = cluster.start("node-1");
    rebuildings.add(
        one.server()
            .startRebuilding(SealingConfig.defaults(), new HandCoordinator(one, cluster.views())));
    one.serve(PARTITION);
    Map<BlobId, byte[]> fresh = put(10, one);
    wires.client().block(link -> false);
    return fresh;
  }

  @Test
  void itIsSetAsideAndRebuiltWhileTheOthersServe() {
    startAndGoOnUnheard().forEach((id, content) -> client.put(two.id(), id, content));
    await().until(() -> one.disks().getFirst().storesSetAside() == 1);
    await().until(() -> one.state(PARTITION) == ReplicaState.STANDBY);
    for (Node node : List.of(one, two, three)) {
      await().untilAsserted(() -> assertHas(node, blobs));
    }
  }

  /**
   * Its new records have numbers of records that its peers had before. They still reach its peers.
   */
  @Test
  void withTooFewOthersItIsKeptAndExchangesMissingRecords() {
    three.stop();
    Map<BlobId, byte[]> fresh = startAndGoOnUnheard();
    await().untilAsserted(() -> assertHas(two, fresh));
    await().untilAsserted(() -> assertHas(one, blobs));
    assertThat(one.state(PARTITION)).as("node 3 is waited for").isNotEqualTo(ReplicaState.STANDBY);
    assertThat(one.disks().getFirst().storesSetAside()).isZero();

    three = cluster.start("node-3");
    three.serve(PARTITION);
    await().until(() -> one.state(PARTITION) == ReplicaState.STANDBY);
  }
}
