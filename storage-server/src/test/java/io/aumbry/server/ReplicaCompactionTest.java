package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.compaction.CompactionConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes compact automatically while they replicate. */
@Timeout(600)
final class ReplicaCompactionTest {
  private static final int PARTITION = 3;

  @TempDir private Path folder;
  private final LocalWires wires = new LocalWires();
  private TestCluster cluster;
  private final List<BlobId> live = new ArrayList<>();
  private final List<BlobId> deleted = new ArrayList<>();

  @BeforeEach
  void startWithTwoCopies() {
    cluster = new TestCluster(folder, config(2), wires);
  }

  private static ServerConfig config(int copies) {
    return ServerConfig.defaults()
        .withCopies(copies)
        .withCompaction(new CompactionConfig(Duration.ofSeconds(1), 1L << 30));
  }

  @AfterEach
  void stopAll() {
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }

  private static byte[] bytes(BlobId id) {
    return BytesOfTests.random(new SplittableRandom(id.toString().hashCode()), 600_000);
  }

  /** Most of them have an old delete time. */
  private void fill(Node... nodes) {
    for (int i = 0; i < 36; i++) {
      BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
      boolean stays = i % 6 == 0;
      for (Node node : nodes) {
        assertThat(cluster.client().put(node.id(), id, bytes(id)))
            .isEqualTo(new NodeResponse.Done());
        if (!stays) {
          cluster.deleteLongAgo(node.disks().getFirst(), id);
        }
      }
      (stays ? live : deleted).add(id);
    }
  }

  private static long freed(Node node) {
    return (long) node.metrics().value("aumbry_store_compaction_freed_bytes_total");
  }

  private void check(Node node) {
    for (BlobId id : live) {
      assertThat(cluster.client().get(node.id(), id).content()).isEqualTo(bytes(id));
    }
    for (BlobId id : deleted) {
      assertThat(cluster.client().get(node.id(), id).response())
          .isInstanceOf(NodeResponse.Missing.class);
    }
  }

  @Test
  void replicasInStepFreeSpaceAndANewOneGetsTheLiveBlobs() {
    Node one = cluster.start("node-1");
    Node two = cluster.start("node-2");
    List.of(one, two).forEach(node -> node.assign(PARTITION));
    one.transition(PARTITION, ReplicaState.BOOTSTRAP);
    two.serve(PARTITION);
    one.transition(PARTITION, ReplicaState.STANDBY);
    fill(one, two);
    await().until(() -> freed(one) > 8 << 20 && freed(two) > 8 << 20);
    check(one);
    check(two);
    two.stop();
    cluster.wipe("node-2");
    Node again = cluster.start("node-2");
    again.serve(PARTITION);
    check(again);
  }

  /** A known incident: a garbage collector trusted a partial view. */
  @Test
  void nothingIsDroppedWhileAReplicaIsMissingInTheView() {
    Node one = cluster.start("node-1");
    Node two = cluster.start("node-2");
    List.of(one, two).forEach(node -> node.assign(PARTITION));
    one.transition(PARTITION, ReplicaState.BOOTSTRAP);
    two.serve(PARTITION);
    one.transition(PARTITION, ReplicaState.STANDBY);
    cluster.views().remove(two.id());
    fill(one);
    await().during(Duration.ofSeconds(3)).untilAsserted(() -> assertThat(freed(one)).isZero());
    check(one);
  }

  @Test
  void aSingleCopyIsCompactedWithoutPeers() {
    cluster = new TestCluster(folder, config(1), wires);
    Node one = cluster.start("node-1");
    one.assign(PARTITION);
    one.serve(PARTITION);
    fill(one);
    await().until(() -> freed(one) > 8 << 20);
    check(one);
  }
}
