package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.UndeleteResult;
import io.aumbry.router.journal.LeftOver;
import io.aumbry.router.journal.LeftOverJournal;
import io.aumbry.router.journal.LeftOvers;
import io.aumbry.router.operation.FakeNode.Fault;
import io.aumbry.router.replica.BackgroundDeletes;
import io.aumbry.router.replica.RecordChange;
import io.aumbry.router.replica.StorageNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leftovers of a killed frontend, and their treatment by the next one. */
final class KilledFrontendTest {
  private static final int CHUNKS = 5;
  private static final int REPLICAS = 3;

  @TempDir private Path folder;

  private final TestCluster cluster = new TestCluster(1, 2, 4);

  /** A process of the frontend. Cutting its link kills it. */
  private final class Run {
    final LeftOvers journal = LeftOverJournal.open(folder, BlockingThreads.ofPlatform());
    final MortalClient client = new MortalClient(cluster.nodes, journal::close);
    final Metrics metrics = new Metrics();
    final ClusterRouter router =
        new ClusterRouter(
            cluster,
            client,
            TestCluster.config(),
            cluster.carrier,
            cluster.random,
            metrics,
            journal);

    BlobId put(Upload upload, byte[] bytes) {
      return cluster
          .carrier
          .run(() ->
              router.put(
                  upload, cluster.body(bytes), cluster.carrier.request(TestCluster.PATIENCE)))
          .id();
    }

    BlobId put(byte[] bytes) {
      return put(cluster.upload(), bytes);
    }

    void delete(BlobId id) {
      cluster.carrier.run(() -> router.delete(id, cluster.carrier.request(TestCluster.PATIENCE)));
    }

    void resume() {
      router.resume(cluster.carrier);
      cluster.carrier.settle();
    }

    long queued() {
      return (long) metrics.value("aumbry_router_background_deletes_queued_total");
    }
  }

  private byte[] large() {
    return cluster.bytes(CHUNKS * TestCluster.CHUNK - 10);
  }

  private static boolean isPut(NodeRequest request, BlobKind kind) {
    return request instanceof NodeRequest.Put put && put.id().kind() == kind;
  }

  /** Starts the next process, lets it delete the leftovers it finds, and returns their number. */
  private long resumed() {
    Run next = new Run();
    next.resume();
    next.journal.close();
    return next.queued();
  }

  @Test
  void uploadThatWasUnderWayStaysBehindAndHarmsNothing() {
    byte[] whole = large();
    Run first = new Run();
    BlobId before = first.put(whole);
    first.client.kill();
    long readable = cluster.readable();
    for (int sent = 1; sent <= CHUNKS * REPLICAS; sent += 4) {
      Run process = new Run();
      process.client.killAfter(sent, request -> isPut(request, BlobKind.CHUNK));
      assertThatThrownBy(() -> process.put(large())).isInstanceOf(AumbryException.class);
      cluster.carrier.settle();
      assertThat(resumed()).isZero();
      assertThat(cluster.readable()).as("after %s requests", sent).isGreaterThan(readable);
      assertThat(cluster.read(before)).isEqualTo(whole);
      readable = cluster.readable();
    }
  }

  @Test
  void blobWhoseManifestWasOnItsWayStays() {
    for (int sent = 1; sent <= REPLICAS; sent++) {
      byte[] bytes = large();
      Run process = new Run();
      process.client.killAfter(sent, request -> isPut(request, BlobKind.MANIFEST));
      List<BlobId> stored = new ArrayList<>();
      try {
        stored.add(process.put(bytes));
      } catch (AumbryException lessThanAQuorum) {
        assertThat(sent).isEqualTo(1);
      }
      cluster.carrier.settle();
      assertThat(resumed()).isZero();
      stored.forEach(id -> assertThat(cluster.read(id)).isEqualTo(bytes));
    }
  }

  @Test
  void nothingAcknowledgedIsDeleted() {
    Run process = new Run();
    byte[] bytes = large();
    BlobId id = process.put(bytes);
    process.client.kill();
    assertThat(resumed()).isZero();
    assertThat(cluster.readable()).isEqualTo((CHUNKS + 1) * REPLICAS);
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  @Test
  void uploadThatSucceedsIsNotNoted() throws IOException {
    Run process = new Run();
    long size = Files.size(folder.resolve("left-overs"));
    process.put(cluster.bytes(10));
    process.put(large());
    assertThat(Files.size(folder.resolve("left-overs"))).isEqualTo(size);
  }

  @Test
  void aFailedUploadIsDeletedAlthoughTheProcessIsKilledBefore() {
    Upload wrong =
        new Upload(
            101, 5, cluster.properties(), OptionalLong.empty(), OptionalInt.of(1), Long.MAX_VALUE);
    for (byte[] bytes : List.of(large(), cluster.bytes(CHUNKS * TestCluster.CHUNK))) {
      Run process = new Run();
      process.client.killBefore(4, NodeRequest.Delete.class::isInstance);
      assertThatThrownBy(() -> process.put(wrong, bytes)).isInstanceOf(AumbryException.class);
      cluster.carrier.settle();
      assertThat(cluster.readable()).isPositive();
      assertThat(resumed()).isPositive();
      assertThat(cluster.readable()).isZero();
    }
  }

  @Test
  void aFailedRecordIsDeletedAlthoughTheProcessIsKilledWhileItAwaitsReplies() {
    cluster.nodesIn(1).forEach(node -> node.fault = Fault.MUTE);
    Run process = new Run();
    assertThatThrownBy(() -> process.put(cluster.bytes(10))).isInstanceOf(AumbryException.class);
    process.client.kill();
    cluster.nodesIn(1).forEach(node -> node.fault = Fault.NONE);
    assertThat(resumed()).isPositive();
    assertThat(cluster.readable()).isZero();
  }

  @Test
  void aMovedRecordIsDeletedAlthoughTheProcessIsKilledBeforeTheEnd() {
    cluster.group(1, 0).forEach(node -> node.fault = Fault.MUTE);
    byte[] bytes = large();
    Run process = new Run();
    process.client.killAfter(REPLICAS, request -> isPut(request, BlobKind.MANIFEST));
    BlobId id = process.put(bytes);
    cluster.group(1, 0).forEach(node -> node.fault = Fault.NONE);
    cluster.carrier.settle();
    assertThat(cluster.readable()).isGreaterThan((CHUNKS + 1) * REPLICAS);
    assertThat(resumed()).isPositive();
    assertThat(cluster.readable()).isEqualTo((CHUNKS + 1) * REPLICAS);
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  @Test
  void theDeleteOfALargeBlobContinuesAfterTheNextStart() {
    for (int deleted = 1; deleted < CHUNKS * REPLICAS; deleted++) {
      Run process = new Run();
      BlobId id = process.put(large());
      process.client.killAfter(deleted, this::isDeleteOfAChunk);
      process.delete(id);
      cluster.carrier.settle();
      assertThat(cluster.readable()).as("after %s deletes", deleted).isPositive();
      assertThat(resumed()).isPositive();
      assertThat(cluster.readable()).as("after %s deletes", deleted).isZero();
    }
  }

  private boolean isDeleteOfAChunk(NodeRequest request) {
    return request instanceof NodeRequest.Delete delete && delete.id().kind() == BlobKind.CHUNK;
  }

  @Test
  void aBlobThatIsUndeletedBeforeTheNextStartStays() {
    Run process = new Run();
    byte[] bytes = large();
    BlobId id = process.put(bytes);
    cluster.replicate(1, 2);
    process.client.killAfter(2, this::isDeleteOfAChunk);
    process.delete(id);
    cluster.carrier.settle();
    assertThat(cluster.undelete(id)).isInstanceOf(UndeleteResult.Undeleted.class);
    assertThat(resumed()).isPositive();
    assertThat(cluster.readable()).isEqualTo((CHUNKS + 1) * REPLICAS);
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  @Test
  void deletesThatAStopDoesNotReachHappenAfterTheNextStart() {
    Run process = new Run();
    BlobId id = process.put(large());
    process.client.killBefore(1, this::isDeleteOfAChunk);
    process.client.outlives();
    process.delete(id);
    cluster.carrier.run(() -> {
      process.router.drain(cluster.carrier.request(Duration.ofSeconds(2)));
      return true;
    });
    process.journal.close();
    assertThat(process.metrics.value("aumbry_router_background_deletes_failed_total")).isZero();
    assertThat(resumed()).isEqualTo(CHUNKS);
    assertThat(cluster.readable()).isZero();
  }

  @Test
  void abandonedDeletesAreNotRetriedAtTheNextStart() {
    Run process = new Run();
    BlobId id = process.put(large());
    process.client.killBefore(1, this::isDeleteOfAChunk);
    process.client.outlives();
    process.delete(id);
    cluster.carrier.settle();
    process.journal.close();
    assertThat(process.metrics.value("aumbry_router_background_deletes_failed_total"))
        .isEqualTo(CHUNKS);
    assertThat(resumed()).isZero();
  }

  /** A killed process with more chunks than the queue takes at once. */
  private void leave2500() {
    Run process = new Run();
    BlobId.Owner owner = new BlobId.Owner(1, 101, 5, false);
    List<LeftOver> many = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      BlobId id =
          BlobId.create(owner, BlobKind.CHUNK, i % 4, cluster.carrier.wallMillis(), cluster.random);
      many.add(new LeftOver(id, 0, List.of(1)));
    }
    process.journal.toDelete(many);
    process.client.kill();
  }

  private Run resumedWithoutNodes() {
    cluster.fault(1, Fault.DOWN);
    Run next = new Run();
    next.router.resume(cluster.carrier);
    cluster.carrier.pass(Duration.ofSeconds(10));
    assertThat(next.queued()).isEqualTo(1_000);
    cluster.fault(1, Fault.NONE);
    return next;
  }

  @Test
  void moreLeftoversThanTheQueueHoldsAreAllDeleted() {
    leave2500();
    Run next = resumedWithoutNodes();
    cluster.carrier.settle();
    assertThat(next.queued()).isEqualTo(2_500);
    next.journal.close();
    assertThat(resumed()).isZero();
  }

  @Test
  void aStopBeginsNoFurtherDeletes() {
    leave2500();
    Run next = resumedWithoutNodes();
    cluster.carrier.run(() -> {
      next.router.drain(cluster.carrier.request(Duration.ofMinutes(30)));
      return true;
    });
    cluster.carrier.settle();
    assertThat(next.queued()).isEqualTo(1_000);
    next.journal.close();
    assertThat(resumed()).isEqualTo(1_500);
  }

  @Test
  void leftoversWithoutRoomInTheQueueFailOnlyIfNotJournalled() {
    BlobId.Owner owner = new BlobId.Owner(1, 101, 5, false);
    List<BlobId> many = new ArrayList<>();
    for (int i = 0; i <= BackgroundDeletes.CAPACITY; i++) {
      many.add(BlobId.create(owner, BlobKind.CHUNK, 1, i, cluster.random));
    }
    LeftOvers journal = LeftOverJournal.open(folder, BlockingThreads.ofPlatform());
    assertThat(failed(journal, many)).isZero();
    journal.close();
    assertThat(failed(LeftOvers.none(), many)).isEqualTo(1);
    try (LeftOvers next = LeftOverJournal.open(folder, BlockingThreads.ofPlatform())) {
      assertThat(next.takeFound()).hasSize(many.size());
    }
  }

  /** The number of these deletes that are abandoned at once. */
  private long failed(LeftOvers journal, List<BlobId> ids) {
    Metrics metrics = new Metrics();
    StorageNodes nodes =
        new StorageNodes(
            cluster, cluster.nodes, TestCluster.config(), cluster.carrier, cluster.random, metrics);
    RecordChange change = new RecordChange(nodes, 2, cluster.carrier);
    BackgroundDeletes deletes =
        new BackgroundDeletes(change, journal, Duration.ofSeconds(1), metrics);
    deletes.add(ids, 0, cluster.carrier.request(TestCluster.PATIENCE));
    return (long) metrics.value("aumbry_router_background_deletes_failed_total");
  }

  @Test
  void aProcessWithoutAJournalLeavesAllLeftovers() throws IOException {
    Path none = Files.writeString(folder.resolve("file"), "no folder");
    LeftOvers journal = LeftOverJournal.open(none, BlockingThreads.ofPlatform());
    assertThat(journal.takeFound()).isEmpty();
    assertThat(journal.isKept()).isFalse();
  }
}
