package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.worker.Worker;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import io.aumbry.store.partition.SyncPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that answer before they sync. */
@Timeout(300)
class DiskSyncTest {
  private static final int PARTITION = 7;
  private static final Duration NEVER = Duration.ofMinutes(1);
  private static final EntropyConfig AT_ONCE =
      new EntropyConfig(Duration.ofSeconds(1), Duration.ofMillis(50), 10_000_000);

  @TempDir Path folder;

  private final LocalWires wires = new LocalWires();

  private TestCluster cluster(Duration interval) {
    ServerConfig config = ServerConfig.defaults().withCopies(2).withSyncInterval(interval);
    ReplicationConfig patient = config.replication().withLongPoll(Duration.ofMinutes(5));
    return new TestCluster(folder, config.withReplication(patient), wires, SyncPolicy.WRITE);
  }

  private static BlobId put(TestCluster cluster, Node node) {
    BlobId id = NodeClientOfTests.id(PARTITION, cluster.random());
    assertThat(cluster.client().put(node.id(), id, new byte[100]))
        .isEqualTo(new NodeResponse.Done());
    return id;
  }

  private static boolean has(TestCluster cluster, Node node, BlobId id) {
    return cluster.client().get(node.id(), id).content().length == 100;
  }

  private static BlobStore store(Node node) {
    return node.disks().getFirst().open(PARTITION);
  }

  @Test
  void peersGetRecordsAfterTheTimedSync() {
    try (TestCluster cluster = cluster(Duration.ofMillis(20))) {
      Node one = cluster.start("node-1");
      Node two = cluster.start("node-2");
      one.assign(PARTITION);
      two.assign(PARTITION);
      TestCluster.serveAtOnce(PARTITION, one, two);
      for (int i = 0; i < 3; i++) {
        BlobId id = put(cluster, one);
        await().until(() -> has(cluster, two, id));
        assertThat(store(one).lastSequence()).isEqualTo(store(one).newestSequence());
      }
    }
  }

  @Test
  void peersGetARecordThatIsWrittenAtTheBeginningOfASync() {
    List<FaultyDisk> disks = new ArrayList<>();
    try (TestCluster cluster = cluster(Duration.ofMillis(20))) {
      Node one = cluster.start("node-1", 1, disks);
      Node two = cluster.start("node-2");
      one.assign(PARTITION);
      two.assign(PARTITION);
      TestCluster.serveAtOnce(PARTITION, one, two);
      BlobId id = put(cluster, one);
      await().until(() -> has(cluster, two, id));
      RequestContext context =
          new RequestContext(
              "test", wires.carrier(), Deadline.after(NEVER, wires.carrier().time()));
      disks.getFirst().beforeSync(() -> store(one).delete(id, Blobs.CREATED + 1, context));
      await().until(() -> !has(cluster, two, id));
    }
  }

  /** Otherwise a loss of power may take a blob that the note of the comparison proves. */
  @Test
  void aBlobIsDurableBeforeAComparisonProvesThatItIsHere() {
    try (TestCluster cluster = cluster(NEVER)) {
      Node one = cluster.start("node-1");
      Node two = cluster.start("node-2");
      one.assign(PARTITION);
      two.assign(PARTITION);
      TestCluster.serveAtOnce(PARTITION, one, two);
      long created = wires.carrier().time().wallMillis() - Duration.ofHours(1).toMillis();
      BlobId id = NodeClientOfTests.madeAt(created, PARTITION, cluster.random());
      for (Node node : List.of(one, two)) {
        assertThat(cluster.client().put(node.id(), id, new byte[100]))
            .isEqualTo(new NodeResponse.Done());
      }
      assertThat(store(one).lastSequence()).isLessThan(store(one).newestSequence());
      try (Worker _ = one.server().startComparing(AT_ONCE)) {
        await().until(() -> provenMillis(cluster, one) >= created);
      }
      assertThat(store(one).lastSequence()).isEqualTo(store(one).newestSequence());
    }
  }

  private static long provenMillis(TestCluster cluster, Node node) {
    return node.server()
        .findings()
        .proof(PARTITION, cluster.views().current())
        .orElseThrow()
        .provenMillis();
  }

  @Test
  void beforeTheTimerAPutIsAnsweredAndPeersDoNotGetIt() {
    try (TestCluster cluster = cluster(NEVER)) {
      Node one = cluster.start("node-1");
      one.assign(PARTITION);
      Node two = cluster.start("node-2");
      two.assign(PARTITION);
      TestCluster.serveAtOnce(PARTITION, one, two);
      long before = store(one).lastSequence();
      BlobId id = put(cluster, one);
      assertThat(has(cluster, one, id)).isTrue();
      assertThat(store(one).lastSequence()).isEqualTo(before);
      assertThat(store(one).newestSequence()).isEqualTo(before + 1);
      one.disks().getFirst().sync();
      assertThat(store(one).lastSequence()).isEqualTo(before + 1);
    }
  }
}
