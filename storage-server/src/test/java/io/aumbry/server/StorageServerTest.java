package io.aumbry.server;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.server.NodeClientOfTests.Answered;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageServerTest {
  private static final int PARTITION = 7;

  @TempDir Path folder;
  private final LocalWires wires = new LocalWires();
  private TestCluster cluster;
  private TestCluster.Node node;
  private NodeClientOfTests client;

  @BeforeEach
  void startOneNode() {
    cluster = new TestCluster(folder, ServerConfig.defaults().withCopies(1), wires);
    node = cluster.start("node-1");
    node.assign(PARTITION);
    node.serve(PARTITION);
    client = cluster.client();
  }

  @AfterEach
  void stopAll() {
    cluster.close();
    await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
  }

  private byte[] bytes(int length) {
    return BytesOfTests.random(cluster.random(), length);
  }

  private BlobId id() {
    return NodeClientOfTests.id(PARTITION, cluster.random());
  }

  @Test
  void aBlobIsReadBackByteForByte() {
    for (int size : new int[] {0, 1, 65_535, 65_536, 65_537, 4 << 20}) {
      BlobId id = id();
      byte[] content = bytes(size);
      assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
      Answered answered = client.get(node.id(), id);
      NodeResponse.Found found = (NodeResponse.Found) answered.response();
      assertThat(found.contentSize()).isEqualTo(size);
      assertThat(found.metadata().size()).isEqualTo(3);
      assertThat(answered.content()).isEqualTo(content);
    }
  }

  @Test
  void aRangeIsAnsweredWithTheBlocksThatCoverIt() {
    BlobId id = id();
    byte[] content = bytes(300_000);
    client.put(node.id(), id, content);
    NodeRequest.Get get =
        new NodeRequest.Get(id, new ByteRange.FromTo(70_000, 140_000), false, false);
    Answered answered = client.ask(node.id(), get, new byte[0]);
    NodeResponse.Found found = (NodeResponse.Found) answered.response();
    assertThat(found.contentFrom()).isEqualTo(BlockChecksums.BLOCK_SIZE);
    assertThat(answered.content())
        .isEqualTo(
            Arrays.copyOfRange(
                content, found.contentFrom(), found.contentFrom() + found.contentLength()));
    assertThat(found.contentFrom() + found.contentLength()).isGreaterThan(140_000);
  }

  @Test
  void aRangeAfterTheEndIsUnsatisfiable() {
    BlobId id = id();
    client.put(node.id(), id, bytes(10));
    NodeRequest.Get get = new NodeRequest.Get(id, new ByteRange.From(10), false, false);
    assertThat(client.ask(node.id(), get, new byte[0]).response())
        .isEqualTo(new NodeResponse.Unsatisfiable(10));
  }

  @Test
  void aDeletedBlobIsNotReadable() {
    BlobId id = id();
    client.put(node.id(), id, bytes(10));
    assertThat(client.delete(node.id(), id)).isEqualTo(new NodeResponse.Done());
    assertThat(client.delete(node.id(), id)).isEqualTo(new NodeResponse.Done());
    assertThat(client.get(node.id(), id).response())
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  @Test
  void anEarlierLifeThanTheReaderTakesIsDeleted() {
    BlobId id = id();
    client.put(node.id(), id, bytes(10));
    assertThat(ask(new NodeRequest.Get(id, new ByteRange.None(), false, false, 1, false)))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    assertThat(ask(new NodeRequest.Get(id, new ByteRange.None(), true, false, 1, false)))
        .isInstanceOf(NodeResponse.Found.class);
    client.delete(node.id(), id);
    ask(
        new NodeRequest.Undelete(
            id, new Life(1, NodeClientOfTests.CREATED + 1, NodeClientOfTests.CREATED + 2)));
    assertThat(ask(new NodeRequest.Get(id, new ByteRange.None(), false, false, 1, false)))
        .isInstanceOf(NodeResponse.Found.class);
  }

  private NodeResponse ask(NodeRequest request) {
    return client.ask(node.id(), request, new byte[0]).response();
  }

  @Test
  void anUndeleteBeginsTheRequestedLife() {
    BlobId id = id();
    byte[] content = bytes(10);
    client.put(node.id(), id, content);
    assertThat(ask(new NodeRequest.Look(id)))
        .isEqualTo(known(new BlobState(0, false, Expiry.NEVER), NodeClientOfTests.CREATED));
    client.delete(node.id(), id);
    NodeResponse.Known ended = (NodeResponse.Known) ask(new NodeRequest.Look(id));
    assertThat(ended.state()).isEqualTo(new BlobState(0, true, Expiry.NEVER));
    long deleted = ended.changedMillis();

    NodeRequest undelete = new NodeRequest.Undelete(id, new Life(3, deleted, deleted + 1));
    assertThat(ask(undelete)).isEqualTo(new NodeResponse.Done(3));
    assertThat(ask(undelete)).isEqualTo(new NodeResponse.Done(3));
    assertThat(client.get(node.id(), id).content()).isEqualTo(content);

    NodeRequest late = new NodeRequest.Delete(id, deleted + 2, 2);
    assertThat(ask(late)).as("of a life before").isEqualTo(new NodeResponse.Done(3));
    assertThat(client.get(node.id(), id).content()).isEqualTo(content);
    assertThat(ask(new NodeRequest.Delete(id, deleted + 2, 3))).isEqualTo(new NodeResponse.Done(3));
    assertThat(client.get(node.id(), id).response())
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED, 3));
    assertThat(ask(undelete)).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  /** As when the frontend's clock is behind by more than the retention. */
  @Test
  void aDeleteWithADateLongAgoCanBeUndone() {
    BlobId id = id();
    byte[] content = bytes(10);
    client.put(node.id(), id, content);
    assertThat(ask(new NodeRequest.Delete(id, 1))).isEqualTo(new NodeResponse.Done());
    long deleted = ((NodeResponse.Known) ask(new NodeRequest.Look(id))).changedMillis();
    NodeRequest undelete = new NodeRequest.Undelete(id, new Life(1, deleted, 2));
    assertThat(ask(undelete)).isEqualTo(new NodeResponse.Done(1));
    assertThat(client.get(node.id(), id).content()).isEqualTo(content);
  }

  private static NodeResponse known(BlobState state, long changedMillis) {
    return new NodeResponse.Known(state, changedMillis, true, false);
  }

  /** The frontend knows of the blob through another data centre. */
  @Test
  void anUndeleteAheadOfItsBlobCountsWhenTheBlobArrives() {
    BlobId id = id();
    byte[] content = bytes(10);
    long deleted = NodeClientOfTests.CREATED + 1;
    NodeRequest undelete = new NodeRequest.Undelete(id, new Life(1, deleted, deleted + 1), true);
    NodeResponse missing = new NodeResponse.Missing(Absence.NOT_FOUND);
    assertThat(ask(undelete)).isEqualTo(new NodeResponse.Done(1));
    assertThat(ask(undelete)).isEqualTo(new NodeResponse.Done(1));
    assertThat(client.get(node.id(), id).response()).isEqualTo(missing);
    assertThat(ask(new NodeRequest.Look(id)))
        .isEqualTo(new NodeResponse.Known(new BlobState(1, false, 0), deleted + 1, false, false));
    assertThat(ask(new NodeRequest.Delete(id, deleted, 0))).isEqualTo(new NodeResponse.Done(1));
    assertThat(ask(new NodeRequest.Delete(id, deleted, 1))).isEqualTo(missing);

    client.put(node.id(), id, content);
    assertThat(client.get(node.id(), id).content()).isEqualTo(content);
    assertThat(ask(new NodeRequest.Delete(id, deleted, 0))).isEqualTo(new NodeResponse.Done(1));
    assertThat(client.get(node.id(), id).content()).isEqualTo(content);
    assertThat(ask(undelete)).isEqualTo(new NodeResponse.Done(1));
    assertThat(ask(new NodeRequest.Delete(id, deleted + 2, 1))).isEqualTo(new NodeResponse.Done(1));
    assertThat(ask(undelete)).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  @Test
  void aDeleteOfALaterLifeAndAnUndeleteOfAnUnknownDeleteCount() {
    BlobId id = id();
    client.put(node.id(), id, bytes(10));
    long deleted = NodeClientOfTests.CREATED + 1;
    NodeRequest undelete = new NodeRequest.Undelete(id, new Life(1, deleted, deleted + 1));
    assertThat(ask(undelete)).isEqualTo(new NodeResponse.Done(1));
    assertThat(ask(new NodeRequest.Delete(id, deleted, 0))).isEqualTo(new NodeResponse.Done(1));
    assertThat(ask(new NodeRequest.Delete(id, deleted, 2))).isEqualTo(new NodeResponse.Done(2));
    assertThat(client.get(node.id(), id).response())
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED, 2));
  }

  @Test
  void aTtlUpdateRemovesTheExpiry() {
    BlobId id = id();
    NodeRequest.Put put = NodeClientOfTests.put(id, new byte[] {1});
    long end = Expiry.NEVER - 1;
    NodeRequest.Put expiring =
        new NodeRequest.Put(id, 1, end, put.metadata(), put.contentLength(), put.checksums());
    client.ask(node.id(), expiring, new byte[] {1});
    assertThat(ask(new NodeRequest.UpdateTtl(id))).isEqualTo(new NodeResponse.Done());
    assertThat(ask(new NodeRequest.UpdateTtl(id))).isEqualTo(new NodeResponse.Done());
    assertThat(ask(new NodeRequest.Look(id)))
        .isEqualTo(known(new BlobState(0, false, Expiry.NEVER), 1));
    client.delete(node.id(), id);
    assertThat(ask(new NodeRequest.UpdateTtl(id)))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  @Test
  void aLookForAnUnknownBlobFindsNothing() {
    NodeResponse missing = new NodeResponse.Missing(Absence.NOT_FOUND);
    assertThat(ask(new NodeRequest.Look(id()))).isEqualTo(missing);
    assertThat(ask(new NodeRequest.UpdateTtl(id()))).isEqualTo(missing);
    Life life = new Life(1, NodeClientOfTests.CREATED, NodeClientOfTests.CREATED);
    assertThat(ask(new NodeRequest.Undelete(id(), life))).isEqualTo(missing);
  }

  @Test
  void anUnknownBlobIsNotFoundAndCannotBeDeleted() {
    assertThat(client.get(node.id(), id()).response())
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    assertThat(client.delete(node.id(), id()))
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  @Test
  void anExpiredBlobIsAnsweredAsExpired() {
    BlobId id = id();
    NodeRequest.Put put = NodeClientOfTests.put(id, new byte[] {1});
    NodeRequest.Put expired =
        new NodeRequest.Put(id, 1, 2, put.metadata(), put.contentLength(), put.checksums());
    client.ask(node.id(), expired, new byte[] {1});
    assertThat(client.get(node.id(), id).response())
        .isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
  }

  @Test
  void aPutCanBeRepeatedButNotWithOtherBytes() {
    BlobId id = id();
    byte[] content = bytes(100);
    client.put(node.id(), id, content);
    assertThat(client.put(node.id(), id, content)).isEqualTo(new NodeResponse.Done());
    assertFailed(client.put(node.id(), id, bytes(100)), ErrorCode.CONFLICT);
    assertThat(client.get(node.id(), id).content()).isEqualTo(content);
  }

  @Test
  void contentThatChangedInTransitIsRefusedAndNotStored() {
    BlobId id = id();
    byte[] content = bytes(200_000);
    NodeRequest.Put put = NodeClientOfTests.put(id, content);
    byte[] changed = content.clone();
    changed[150_000] ^= 1;
    assertFailed(client.ask(node.id(), put, changed).response(), ErrorCode.CORRUPT_TRANSFER);
    byte[] shorter = Arrays.copyOf(content, 199_999);
    assertFailed(client.ask(node.id(), put, shorter).response(), ErrorCode.CORRUPT_TRANSFER);
    byte[] longer = Arrays.copyOf(content, 200_001);
    assertFailed(client.ask(node.id(), put, longer).response(), ErrorCode.CORRUPT_TRANSFER);
    assertThat(client.get(node.id(), id).response())
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  @Test
  void aBlobOfAnotherPartitionIsUnavailableAndNotMissing() {
    BlobId elsewhere = NodeClientOfTests.id(PARTITION + 1, cluster.random());
    assertFailed(client.get(node.id(), elsewhere).response(), ErrorCode.REPLICA_UNAVAILABLE);
    assertFailed(client.put(node.id(), elsewhere, new byte[1]), ErrorCode.REPLICA_UNAVAILABLE);
    assertFailed(client.delete(node.id(), elsewhere), ErrorCode.REPLICA_UNAVAILABLE);
  }

  @Test
  void contentBeyondTheLimitOfARecordIsTooLarge() {
    BlobId id = id();
    int length = ServerConfig.MAX_CONTENT + 1;
    NodeRequest.Put put =
        new NodeRequest.Put(
            id,
            1,
            Expiry.NEVER,
            NodeClientOfTests.put(id, new byte[0]).metadata(),
            length,
            BlockChecksums.read(
                java.nio.ByteBuffer.allocate(4 * BlockChecksums.blocksIn(length)),
                BlockChecksums.blocksIn(length)));
    assertFailed(client.ask(node.id(), put, new byte[0]).response(), ErrorCode.BLOB_TOO_LARGE);
  }

  @Test
  void aBlobIsReadableAfterARestart() {
    BlobId id = id();
    byte[] content = bytes(1000);
    client.put(node.id(), id, content);
    node.stop();
    node = cluster.start("node-1");
    assertThat(node.server().replicas().partitions()).containsExactly(PARTITION);
    node.serve(PARTITION);
    assertThat(client.get(node.id(), id).content()).isEqualTo(content);
  }

  @Test
  void aStoreThatLostAcknowledgedBytesGoesToErrorAndNeverSaysNotFound() throws IOException {
    BlobId id = id();
    client.put(node.id(), id, bytes(100_000));
    node.stop();
    cutLargestFileInHalf();
    node = cluster.start("node-1");
    assertCode(() -> node.transition(PARTITION, ReplicaState.BOOTSTRAP), ErrorCode.CORRUPT_RECORD);
    assertFailed(client.get(node.id(), id).response(), ErrorCode.REPLICA_UNAVAILABLE);
    assertThat(node.server().replicas().partitions()).containsExactly(PARTITION);
  }

  private void cutLargestFileInHalf() throws IOException {
    try (var files = Files.walk(folder)) {
      File largest =
          files.map(Path::toFile).max(Comparator.comparingLong(File::length)).orElseThrow();
      try (FileChannel channel = FileChannel.open(largest.toPath(), StandardOpenOption.WRITE)) {
        channel.truncate(largest.length() / 2);
      }
    }
  }

  @Test
  void everyRequestIsTimedByOperationAndOutcome() {
    BlobId id = id();
    client.put(node.id(), id, bytes(5));
    client.get(node.id(), id);
    client.get(node.id(), id());
    // A request is counted after its answer.
    await()
        .untilAsserted(() ->
            assertThat(node.metrics().values("aumbry_server_requests_seconds"))
                .containsEntry(List.of("put", "done"), 1.0)
                .containsEntry(List.of("get", "done"), 1.0)
                .containsEntry(List.of("get", "missing"), 1.0)
                .containsEntry(List.of("verify", "broken"), 0.0));
  }

  @Test
  void aClosingNodeRefusesRequests() {
    node.server().close();
    assertFailed(client.get(node.id(), id()).response(), ErrorCode.SHUTTING_DOWN);
    assertThat(node.state(PARTITION)).isEqualTo(ReplicaState.STANDBY);
  }

  private static void assertFailed(NodeResponse response, ErrorCode code) {
    assertThat(response)
        .isInstanceOfSatisfying(
            NodeResponse.Failed.class, failed -> assertThat(failed.code()).isEqualTo(code));
  }
}
