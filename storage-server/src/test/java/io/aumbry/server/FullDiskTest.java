package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.replica.StoreReplicaDisk;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.server.worker.Worker;
import io.aumbry.store.BlobStore;
import io.aumbry.store.HandTime;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node with a full disk, and the operations that it still supports. */
@Timeout(300)
final class FullDiskTest {
  private static final int PARTITION = 3;
  private static final int LENGTH = 100_000;
  private static final long CAPACITY = 36 << 20;
  private static final StoreConfig STORE =
      new StoreConfig(SyncPolicy.FSYNC, 1 << 20, 4 << 20, 64 << 20, 1000, 2, 1024);
  private static final SealingConfig EAGER = new SealingConfig(95, 85, Duration.ofMillis(100));

  @TempDir private Path folder;
  private final LocalWires wires = new LocalWires();
  private final CrashingDisk medium = new CrashingDisk(new SplittableRandom(1));
  private final HandTime time = new HandTime();
  private final List<BlobId> ids = new ArrayList<>();
  private volatile Set<Integer> sealed = Set.of();
  private TestCluster cluster;
  private StoreReplicaDisk disk;
  private Node node;

  @AfterEach
  void stopAll() {
    cluster.close();
    disk.close();
  }

  @BeforeEach
  void start() {
    ServerConfig config =
        ServerConfig.defaults()
            .withCopies(1)
            .withCompaction(new CompactionConfig(Duration.ofHours(1), 1L << 30));
    cluster = new TestCluster(folder, config, wires);
    medium.limitTo(CAPACITY);
    disk = smallDisk();
    node = cluster.start("node-1", 1, _ -> disk);
    node.assign(PARTITION);
    node.serve(PARTITION);
  }

  private StoreReplicaDisk smallDisk() {
    StoreEnvironment environment =
        new StoreEnvironment(wires.pool(), time, cluster.random(), new Metrics());
    return new StoreReplicaDisk(
        "small",
        StoreDisk.open(medium, STORE, environment),
        new CrashingDisk(new SplittableRandom(2)),
        Long.MAX_VALUE);
  }

  private static byte[] bytes(BlobId id) {
    return BytesOfTests.random(new SplittableRandom(id.toString().hashCode()), LENGTH);
  }

  private NodeResponse put() {
    BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
    NodeResponse response = cluster.client().put(node.id(), id, bytes(id));
    if (response.equals(new NodeResponse.Done())) {
      ids.add(id);
    }
    return response;
  }

  private NodeResponse fill() {
    NodeResponse response = put();
    while (response.equals(new NodeResponse.Done())) {
      assertThat(ids.size()).isLessThan((int) (CAPACITY / LENGTH));
      response = put();
    }
    return response;
  }

  private void deleteMostLongAgo() {
    for (int i = ids.size() - 1; i >= 0; i--) {
      if (i % 4 > 0) {
        cluster.deleteLongAgo(disk, ids.remove(i));
      }
    }
  }

  /**
   * Compacts by hand, late enough that survey results from the time of the deletes are refreshed.
   */
  private void compact() {
    time.advance(Duration.ofHours(2).toMillis());
    BlobStore store = disk.open(PARTITION);
    Agreement all = new Agreement(Long.MAX_VALUE, time.wallMillis());
    assertThat(store.compact(all, bytes -> {}).didSomething()).isTrue();
    while (store.compact(all, bytes -> {}).didSomething()) {
      assertThat(store.bytesOnDisk()).isPositive();
    }
  }

  @Test
  void aFullDiskAcceptsDeletesAndAcceptsPutsAfterCompaction() {
    try (Worker _ = node.server().startSealing(EAGER, partitions -> sealed = partitions)) {
      assertThat(fill())
          .isInstanceOfSatisfying(
              NodeResponse.Failed.class,
              failed -> assertThat(failed.code()).isEqualTo(ErrorCode.NO_SPACE));
      await().until(() -> sealed.equals(Set.of(PARTITION)));
      deleteMostLongAgo();
      compact();
      await().until(() -> sealed.isEmpty());
      assertThat(put()).isEqualTo(new NodeResponse.Done());
      for (BlobId id : ids) {
        assertThat(cluster.client().get(node.id(), id).content()).isEqualTo(bytes(id));
      }
    }
  }
}
