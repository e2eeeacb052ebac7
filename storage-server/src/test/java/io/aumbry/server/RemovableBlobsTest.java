package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.compaction.CompactionConfig;
import java.nio.ByteBuffer;
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

/** Nodes list the blobs of deleted containers, and compaction removes them after their delete. */
@Timeout(600)
final class RemovableBlobsTest {
  private static final int PARTITION = 3;
  private static final int ACCOUNT = 101;
  private static final int CONTAINER = 5;
  private static final IdRange ALL = IdRange.madeUntil(1L << 46);

  @TempDir private Path folder;
  private final LocalWires wires = new LocalWires();
  private TestCluster cluster;
  private List<Node> nodes;

  @BeforeEach
  void startThreeReplicas() {
    ServerConfig config =
        ServerConfig.defaults()
            .withCopies(3)
            .withCompaction(new CompactionConfig(Duration.ofSeconds(1), 1L << 30));
    cluster = new TestCluster(folder, config, wires);
    nodes = cluster.startThree(PARTITION);
  }

  @AfterEach
  void stopAll() {
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }

  private static byte[] bytes(BlobId id) {
    return BytesOfTests.random(new SplittableRandom(id.toString().hashCode()), 600_000);
  }

  private BlobId put(int account, int container, BlobKind kind, long expiryMillis) {
    BlobId.Owner owner = new BlobId.Owner(1, account, container, false);
    BlobId id = BlobId.create(owner, kind, PARTITION, NodeClientOfTests.CREATED, cluster.random());
    NodeRequest.Put put =
        new NodeRequest.Put(
            id,
            NodeClientOfTests.CREATED,
            expiryMillis,
            HeapBuffer.copyOf(new byte[] {1, 2, 3}),
            bytes(id).length,
            BlockChecksums.of(Body.of(HeapBuffer.copyOf(bytes(id)))));
    for (Node node : nodes) {
      assertThat(cluster.client().ask(node.id(), put, bytes(id)).response())
          .isEqualTo(new NodeResponse.Done());
    }
    return id;
  }

  private BlobId put(int account, int container) {
    return put(account, container, BlobKind.SIMPLE, Expiry.NEVER);
  }

  /** By the acknowledging replicas. The third one gets the delete by replication. */
  private void delete(BlobId id) {
    for (Node node : nodes.subList(0, 2)) {
      cluster.deleteLongAgo(node.disks().getFirst(), id);
    }
  }

  private static Compare.Removable question(DeletedContainer... containers) {
    return new Compare.Removable(List.of(containers), ALL, BlobPage.MAX_IDS);
  }

  private static DeletedContainer deleted(int account, int container) {
    return new DeletedContainer(new DeletedContainer.Key(account, container), 1, 0);
  }

  private List<BlobId> listed(Node node, Compare.Removable question) {
    Compare compare = new Compare(Compare.FRONTEND, PARTITION, question);
    var answered = cluster.client().ask(node.id(), compare, new byte[0]);
    assertThat(answered.response()).isInstanceOf(NodeResponse.Compared.class);
    return BlobPage.read(ByteBuffer.wrap(answered.content()), question).ids();
  }

  private static long freed(Node node) {
    return (long) node.metrics().value("aumbry_store_compaction_freed_bytes_total");
  }

  @Test
  void onlyLivingBlobsOfTheContainerThatClientsKnowAreListed() {
    List<BlobId> own = new ArrayList<>();
    own.add(put(ACCOUNT, CONTAINER));
    own.add(put(ACCOUNT, CONTAINER, BlobKind.MANIFEST, Expiry.NEVER));
    put(ACCOUNT, CONTAINER, BlobKind.CHUNK, Expiry.NEVER);
    put(ACCOUNT, CONTAINER, BlobKind.UPLOAD, Expiry.NEVER);
    put(ACCOUNT, CONTAINER, BlobKind.SIMPLE, 1);
    put(CONTAINER, ACCOUNT);
    BlobId foreign = put(ACCOUNT + 1, CONTAINER);
    put(ACCOUNT, CONTAINER + 1);
    BlobId gone = put(ACCOUNT, CONTAINER);
    delete(gone);
    for (Node node : nodes.subList(0, 2)) {
      assertThat(listed(node, question(deleted(ACCOUNT, CONTAINER))))
          .containsExactlyInAnyOrderElementsOf(own);
      assertThat(
              listed(node, question(deleted(ACCOUNT + 1, CONTAINER), deleted(ACCOUNT, CONTAINER))))
          .hasSize(3)
          .contains(foreign);
    }
  }

  @Test
  void aNodeWhoseClockHasNotReachedTheEndOfARetentionRefuses() {
    put(ACCOUNT, CONTAINER);
    long now = wires.carrier().time().wallMillis();
    long hour = Duration.ofHours(1).toMillis();
    var key = new DeletedContainer.Key(ACCOUNT, CONTAINER);
    Compare.Removable early =
        question(deleted(ACCOUNT, CONTAINER + 1), new DeletedContainer(key, now - hour, 2 * hour));
    NodeRequest compare = new Compare(Compare.FRONTEND, PARTITION, early);
    NodeResponse response =
        cluster.client().ask(nodes.getFirst().id(), compare, new byte[0]).response();
    assertThat(response).isInstanceOf(NodeResponse.Failed.class);
    NodeResponse.Failed failed = (NodeResponse.Failed) response;
    assertThat(failed.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(failed.toString()).contains("container 5 of account 101").contains("7200000 ms");
    assertThat(
            listed(nodes.getFirst(), question(new DeletedContainer(key, now - 2 * hour, 2 * hour))))
        .hasSize(1);
  }

  @Test
  void deletedBlobsLeaveTheDisksOfAllReplicasAndOthersStay() {
    List<BlobId> kept = new ArrayList<>();
    for (int i = 0; i < 36; i++) {
      boolean isOther = i % 6 == 0;
      BlobId id = put(isOther ? ACCOUNT + 1 : ACCOUNT, CONTAINER);
      if (isOther) {
        kept.add(id);
      }
    }
    Compare.Removable question = question(deleted(ACCOUNT, CONTAINER));
    List<BlobId> found = listed(nodes.getLast(), question);
    assertThat(found).hasSize(30);
    found.forEach(this::delete);
    for (Node node : nodes) {
      await().until(() -> listed(node, question).isEmpty());
      await().until(() -> freed(node) > 8 << 20);
      for (BlobId id : kept) {
        assertThat(cluster.client().get(node.id(), id).content()).isEqualTo(bytes(id));
      }
    }
  }
}
