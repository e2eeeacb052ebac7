package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.server.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node seals the replicas of a small disk that fills up. */
@Timeout(300)
class SealedReplicasTest {
  private static final int PARTITION = 7;
  private static final SealingConfig EAGER = new SealingConfig(95, 85, Duration.ofMillis(100));

  @TempDir Path folder;
  private final List<FaultyDisk> disks = new ArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private volatile Optional<Set<Integer>> told = Optional.empty();
  private TestCluster cluster;
  private Node node;

  @AfterEach
  void stopAll() {
    cluster.close();
  }

  @BeforeEach
  void start() {
    cluster = new TestCluster(folder, ServerConfig.defaults().withCopies(1), new LocalWires());
    startNode();
  }

  private void startNode() {
    node = cluster.start("node-1", 1, disks);
    node.assign(PARTITION);
    node.serve(PARTITION);
  }

  /** The coordinator is unreachable for the first few times. */
  private void tell(Set<Integer> partitions) {
    if (refusals.decrementAndGet() >= 0) {
      throw new AumbryException(ErrorCode.CONNECTION_LOST, "as ordered");
    }
    told = Optional.of(Set.copyOf(partitions));
  }

  private void awaitSealed(Integer... partitions) {
    await().until(() -> told.equals(Optional.of(Set.of(partitions))));
  }

  @Test
  void replicasOfAFullDiskAreSealedUntilThereIsSpace() {
    NodeClientOfTests client = cluster.client();
    try (Worker _ = node.server().startSealing(EAGER, this::tell)) {
      awaitSealed();
      FaultyDisk disk = disks.getFirst();
      BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
      client.put(node.id(), id, BytesOfTests.random(cluster.random(), 3 << 20));

      refusals.set(2);
      disk.fillTo(96);
      awaitSealed(PARTITION);
      assertThat(refusals).as("it is said until it is heard").hasNegativeValue();

      assertThat(client.delete(node.id(), id)).isEqualTo(new NodeResponse.Done());
      disk.fillTo(90);
      await()
          .during(Duration.ofMillis(400))
          .until(() -> told.equals(Optional.of(Set.of(PARTITION))));
      disk.fillTo(80);
      awaitSealed();
    }
  }

  private NodeResponse putAsking(BlobId id) {
    NodeRequest.Put put = NodeClientOfTests.put(id, new byte[10]);
    NodeRequest.Put asking =
        new NodeRequest.Put(
            put.id(),
            put.creationMillis(),
            put.expiryMillis(),
            put.metadata(),
            put.contentLength(),
            put.checksums(),
            true);
    return cluster.client().ask(node.id(), asking, new byte[10]).response();
  }

  @Test
  void aPutCanAskForTheFillLevelOfTheDisk() {
    BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
    assertThat(putAsking(id)).as("not known yet").isEqualTo(new NodeResponse.Done());
    disks.getLast().fillTo(42);
    try (Worker _ = node.server().startSealing(EAGER, this::tell)) {
      awaitSealed();
      assertThat(putAsking(id)).isEqualTo(new NodeResponse.Stored(4200));
      assertThat(cluster.client().put(node.id(), id, new byte[10]))
          .as("of who does not ask")
          .isEqualTo(new NodeResponse.Done());
      disks.getLast().fillTo(97);
      awaitSealed(PARTITION);
      assertThat(putAsking(id)).isEqualTo(new NodeResponse.Stored(9700));
    }
  }

  /** Between the two thresholds, the state before the restart decides. */
  @Test
  void aDiskStaysSealedThroughARestart() {
    BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
    cluster.client().put(node.id(), id, BytesOfTests.random(cluster.random(), 3 << 20));
    try (Worker _ = node.server().startSealing(EAGER, this::tell)) {
      disks.getLast().fillTo(96);
      awaitSealed(PARTITION);
    }
    restartAt(90);
    try (Worker _ = node.server().startSealing(EAGER, this::tell)) {
      await().until(() -> told.isPresent());
      assertThat(told).contains(Set.of(PARTITION));
      disks.getLast().fillTo(80);
      awaitSealed();
    }
    restartAt(90);
    try (Worker _ = node.server().startSealing(EAGER, this::tell)) {
      await().until(() -> told.isPresent());
      assertThat(told).contains(Set.of());
    }
  }

  private void restartAt(int percent) {
    node.stop();
    told = Optional.empty();
    startNode();
    disks.getLast().fillTo(percent);
  }
}
