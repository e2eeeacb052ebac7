package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.replica.StoreReplicaDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisksTest {
  @TempDir Path folder;
  private final List<FaultyDisk> disks = new ArrayList<>();
  private TestCluster cluster;
  private Node node;
  private NodeClientOfTests client;

  @BeforeEach
  void startANodeWithTwoDisks() {
    cluster = new TestCluster(folder, ServerConfig.defaults().withCopies(1), new LocalWires());
    node = cluster.start("node-1", 2, disks);
    client = cluster.client();
    for (int partition = 0; partition < 6; partition++) {
      node.assign(partition);
      node.serve(partition);
    }
  }

  @AfterEach
  void stopAll() {
    cluster.close();
  }

  private NodeResponse put(int partition) {
    BlobId id = NodeClientOfTests.id(partition, cluster.random());
    return client.put(node.id(), id, new byte[100]);
  }

  @Test
  void newReplicasAreSpreadOverTheDisks() {
    assertThat(node.disks()).extracting(disk -> disk.partitions().size()).containsExactly(3, 3);
  }

  @Test
  void aDiskThatFailsTakesOnlyItsReplicasToError() {
    disks.getFirst().fail();
    int touched = disks.getFirst().partitions().iterator().next();
    assertFailed(put(touched), ErrorCode.DISK_FAILED);
    for (int partition : disks.getFirst().partitions()) {
      assertFailed(put(partition), ErrorCode.REPLICA_UNAVAILABLE);
    }
    for (int partition : disks.getLast().partitions()) {
      assertThat(put(partition)).isEqualTo(new NodeResponse.Done());
    }
    assertThat(node.metrics().value("aumbry_server_replicas", "error")).isEqualTo(3);
    assertThat(node.metrics().value("aumbry_server_replicas", "standby")).isEqualTo(3);
    assertThat(node.metrics().value("aumbry_server_disks_unusable")).isEqualTo(1);
    assertThat(node.server().replicas().partitions())
        .isEqualTo(
            node.disks().stream()
                .map(StoreReplicaDisk::partitions)
                .reduce((a, b) -> {
                  a.addAll(b);
                  return a;
                })
                .orElseThrow());
  }

  @Test
  void aReplicaOfAFailedDiskIsRebuiltOnAnother() {
    disks.getFirst().fail();
    int touched = disks.getFirst().partitions().iterator().next();
    put(touched);
    node.server()
        .replicas()
        .transition(touched, ReplicaState.ERROR, ReplicaState.OFFLINE, () -> true);
    cluster.views().put(node.id(), touched, ReplicaState.OFFLINE);
    node.serve(touched);
    assertThat(put(touched)).isEqualTo(new NodeResponse.Done());
    assertThat(disks.getLast().partitions()).contains(touched);
  }

  @Test
  void aBugIsAnInternalErrorAndTheNodeContinues() {
    disks.getFirst().breakDown();
    int touched = disks.getFirst().partitions().iterator().next();
    assertFailed(put(touched), ErrorCode.INTERNAL);
    assertThat(put(disks.getLast().partitions().iterator().next()))
        .isEqualTo(new NodeResponse.Done());
  }

  /** Stores are identified by their content, wherever their disk is mounted. */
  @Test
  void disksThatSwappedFoldersAreServedAsBefore() throws IOException {
    Map<Integer, BlobId> ids = new TreeMap<>();
    for (int partition = 0; partition < 6; partition++) {
      BlobId id = NodeClientOfTests.id(partition, cluster.random());
      assertThat(client.put(node.id(), id, new byte[100])).isEqualTo(new NodeResponse.Done());
      ids.put(partition, id);
    }
    node.stop();
    Path home = folder.resolve("node-1");
    Files.move(home.resolve("disk-0"), home.resolve("other"));
    Files.move(home.resolve("disk-1"), home.resolve("disk-0"));
    Files.move(home.resolve("other"), home.resolve("disk-1"));
    node = cluster.start("node-1", 2, disk -> disk);
    for (int partition = 0; partition < 6; partition++) {
      node.serve(partition);
    }
    ids.values().forEach(id -> assertThat(client.get(node.id(), id).content()).hasSize(100));
  }

  private static void assertFailed(NodeResponse response, ErrorCode code) {
    assertThat(response)
        .isInstanceOfSatisfying(
            NodeResponse.Failed.class, failed -> assertThat(failed.code()).isEqualTo(code));
  }
}
