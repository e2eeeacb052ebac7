package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.server.TestCluster.Node;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs nodes with HTTP/2 on an event loop, which other tests replace by fakes. */
@Timeout(300)
class Http2Test {
  private static final int PARTITION = 7;

  @TempDir Path folder;
  private TestCluster cluster;
  private NodeClientOfTests client;
  private Node one;
  private Node two;
  private Node three;

  @BeforeEach
  void startThreeNodes() {
    cluster = new TestCluster(folder, ServerConfig.defaults(), new Http2Wires());
    client = cluster.client();
    one = cluster.start("node-1");
    two = cluster.start("node-2");
    three = cluster.start("node-3");
    List<Node> all = List.of(one, two, three);
    all.forEach(node -> node.assign(PARTITION));
    all.forEach(node -> node.transition(PARTITION, ReplicaState.BOOTSTRAP));
    all.forEach(node -> node.transition(PARTITION, ReplicaState.STANDBY));
  }

  @AfterEach
  void stopAll() {
    cluster.close();
  }

  private Map<BlobId, byte[]> put(int count, int size, Node... nodes) {
    Map<BlobId, byte[]> blobs = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
      byte[] content = BytesOfTests.random(cluster.random(), size);
      blobs.put(id, content);
      for (Node node : nodes) {
        assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
      }
    }
    return blobs;
  }

  private void awaitHas(Node node, Map<BlobId, byte[]> blobs) {
    await()
        .untilAsserted(() ->
            blobs.forEach((id, content) ->
                assertThat(client.get(node.id(), id).content()).isEqualTo(content)));
  }

  @Test
  void blobsAreWrittenAndRead() {
    for (int size : new int[] {0, 1, 100_000, 4 << 20}) {
      Map<BlobId, byte[]> blobs = put(1, size, one);
      blobs.forEach((id, content) -> {
        assertThat(client.get(one.id(), id).content()).isEqualTo(content);
        assertThat(client.delete(one.id(), id)).isEqualTo(new NodeResponse.Done());
        assertThat(client.get(one.id(), id).response())
            .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
      });
    }
  }

  @Test
  void contentThatDoesNotMatchItsChecksumsIsRefused() {
    BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
    byte[] content = BytesOfTests.random(cluster.random(), 100_000);
    NodeRequest.Put put = NodeClientOfTests.put(id, content);
    content[99_999] ^= 1;
    assertThat(client.ask(one.id(), put, content).response())
        .isInstanceOfSatisfying(
            NodeResponse.Failed.class,
            failed -> assertThat(failed.code()).isEqualTo(ErrorCode.CORRUPT_TRANSFER));
  }

  @Test
  void aNodeThatMissedWritesCatchesUpAfterItsRestart() {
    three.stop();
    Map<BlobId, byte[]> missed = put(20, 5_000, one, two);
    missed.putAll(put(2, 4 << 20, one, two));
    three = cluster.start("node-3");
    three.serve(PARTITION);
    awaitHas(three, missed);
  }

  @Test
  void aNodeWithoutFilesGetsAllRecordsBeforeItServes() {
    Map<BlobId, byte[]> blobs = put(10, 50_000, one, three);
    blobs.putAll(put(10, 50_000, two, three));
    three.stop();
    cluster.wipe("node-3");
    three = cluster.start("node-3");
    three.serve(PARTITION);
    blobs.forEach(
        (id, content) -> assertThat(client.get(three.id(), id).content()).isEqualTo(content));
  }
}
