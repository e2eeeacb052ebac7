package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static io.aumbry.router.operation.FakeNode.Fault.DOWN;
import static io.aumbry.router.operation.FakeNode.Fault.MUTE;
import static io.aumbry.router.operation.FakeNode.Fault.REFUSING;
import static io.aumbry.router.operation.FakeNode.Fault.SILENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.router.Router.Upload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterRouterPutTest {
  private static final int CHUNK = TestCluster.CHUNK;

  /** Time for which small blobs share a partition. */
  private static final Duration A_TURN = Duration.ofMillis(100);

  private final TestCluster cluster = new TestCluster(1, 1, 8);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, CHUNK - 1, CHUNK})
  void blobThatEndsWithinItsFirstChunkIsOneSimpleRecordOnAllReplicas(int size) {
    byte[] bytes = cluster.bytes(size);
    StoredBlob stored = cluster.put(bytes);
    cluster.carrier.settle();
    assertThat(stored.id().kind()).isEqualTo(BlobKind.SIMPLE);
    assertThat(stored.id().dataCenter()).isEqualTo(1);
    assertThat(stored.properties().size()).isEqualTo(size);
    assertThat(stored.properties().checksum()).hasValue(Crc32c.of(ByteBuffer.wrap(bytes)));
    assertThat(cluster.replicasOf(stored.id())).allMatch(node -> node.has(stored.id()));
    assertThat(cluster.read(stored.id())).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1, 7 * CHUNK - 1})
  void longerBlobIsChunksAndAManifest(int size) {
    byte[] bytes = cluster.bytes(size);
    StoredBlob stored = cluster.put(bytes);
    cluster.carrier.settle();
    assertThat(stored.id().kind()).isEqualTo(BlobKind.MANIFEST);
    assertThat(stored.properties().checksum()).hasValue(Crc32c.of(ByteBuffer.wrap(bytes)));
    // Chunks, the manifest and one upload record.
    assertThat(records()).isEqualTo(3L * ((size + CHUNK - 1) / CHUNK + 2));
    assertThat(cluster.uploadRecords()).isEmpty();
    assertThat(cluster.read(stored.id())).isEqualTo(bytes);
  }

  @Test
  void aPutIsDoneAtTheSecondAcknowledgementAndTheThirdContinues() {
    cluster.node("1-2").delay = Duration.ofMillis(700);
    cluster.node("1-5").delay = Duration.ofMillis(700);
    StoredBlob stored = cluster.put(cluster.bytes(1000));
    assertThat(cluster.carrier.elapsed()).isLessThan(Duration.ofMillis(10));
    assertThat(cluster.router.bodyMemoryHeld()).isEqualTo(1000);
    cluster.carrier.settle();
    assertThat(cluster.replicasOf(stored.id())).allMatch(node -> node.has(stored.id()));
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "DOWN", "SILENT", "MUTE", "REFUSING"})
  void noThreadWaitsForTheLastReplicaOfAStoredBlob(FakeNode.Fault fault) {
    for (String name : List.of("1-2", "1-5")) {
      cluster.node(name).delay = Duration.ofMillis(700);
      cluster.node(name).fault = fault;
    }
    cluster.put(cluster.bytes(1000));
    cluster.put(cluster.bytes(3 * CHUNK));
    cluster.carrier.settle();
    assertThat(cluster.carrier.started).containsOnly("test", "background-delete");
    assertThat(cluster.router.bodyMemoryHeld()).isZero();
    assertThat(cluster.carrier.run(() -> drainIsEmpty())).isTrue();
  }

  /** Whether no PUT waits. */
  private boolean drainIsEmpty() {
    Duration before = cluster.carrier.elapsed();
    cluster.router.drain(cluster.carrier.request(Duration.ofSeconds(1)));
    return cluster.carrier.elapsed().equals(before);
  }

  @Test
  void drainWaitsForTheLastReplicaOfAStoredBlob() {
    cluster.node("1-2").delay = Duration.ofMillis(700);
    cluster.node("1-5").delay = Duration.ofMillis(700);
    cluster.put(cluster.bytes(1000));
    assertThat(cluster.carrier.run(() -> drainIsEmpty())).isFalse();
    assertThat(cluster.carrier.elapsed()).isBetween(Duration.ofMillis(700), Duration.ofMillis(800));
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING"})
  void oneFailingReplicaDoesNotMatter(FakeNode.Fault fault) {
    cluster.node("1-0").fault = fault;
    cluster.node("1-4").fault = fault;
    byte[] bytes = cluster.bytes(5 * CHUNK);
    StoredBlob stored = cluster.put(bytes);
    assertThat(cluster.carrier.elapsed()).isLessThan(Duration.ofMillis(100));
    assertThat(cluster.read(stored.id())).isEqualTo(bytes);
    cluster.carrier.settle();
    assertThat(cluster.metrics.value("aumbry_router_replica_failures_total", "local")).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING"})
  void aChunkWithoutAQuorumMovesWholeToAnotherPartition(FakeNode.Fault fault) {
    cluster.node("1-0").fault = fault;
    cluster.node("1-1").fault = fault;
    for (int i = 0; i < 8; i++) {
      byte[] bytes = cluster.bytes(1000 + i);
      StoredBlob stored = cluster.put(bytes);
      assertThat(stored.id().partition() % 2).isEqualTo(1);
      assertThat(cluster.read(stored.id())).isEqualTo(bytes);
      cluster.carrier.pass(A_TURN);
    }
    cluster.node("1-0").fault = FakeNode.Fault.NONE;
    cluster.node("1-1").fault = FakeNode.Fault.NONE;
    cluster.carrier.settle();
    assertThat(cluster.group(1, 0)).allMatch(node -> node.readable() == 0);
    assertThat(cluster.metrics.value("aumbry_router_put_partition_retries_total")).isPositive();
  }

  @Test
  void failedPartitionIsAvoidedForAWhile() {
    cluster.group(1, 0).forEach(node -> node.fault = REFUSING);
    for (int i = 0; i < 50; i++) {
      cluster.put(cluster.bytes(10));
      cluster.carrier.pass(A_TURN);
    }
    // Each of the four partitions of the group fails once.
    assertThat(cluster.metrics.value("aumbry_router_put_partition_retries_total"))
        .isLessThanOrEqualTo(4);
    cluster.group(1, 0).forEach(node -> node.fault = FakeNode.Fault.NONE);
  }

  @Test
  void smallBlobsShareAPartitionBrieflyAndSpreadOverTime() {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      int first = cluster.put(cluster.bytes(10)).id().partition();
      int second = cluster.put(cluster.bytes(10)).id().partition();
      assertThat(second).isEqualTo(first);
      counts.merge(first, 1, Integer::sum);
      cluster.carrier.pass(A_TURN);
    }
    assertThat(counts).hasSize(8);
    assertThat(counts.values()).allMatch(count -> count <= 12);
  }

  @Test
  void failureOfAPartitionEndsItsTurn() {
    cluster.put(cluster.bytes(10));
    cluster.group(1, 0).forEach(node -> node.fault = REFUSING);
    for (int i = 0; i < 100; i++) {
      assertThat(cluster.put(cluster.bytes(10)).id().partition() % 2).isEqualTo(1);
    }
    assertThat(cluster.metrics.value("aumbry_router_put_partition_retries_total"))
        .isLessThanOrEqualTo(4);
    cluster.group(1, 0).forEach(node -> node.fault = FakeNode.Fault.NONE);
  }

  @Test
  void putFailsWhenTheSecondPartitionFailsToo() {
    cluster.node("1-0").fault = DOWN;
    cluster.node("1-1").fault = SILENT;
    cluster.node("1-3").fault = REFUSING;
    cluster.node("1-4").fault = MUTE;
    assertCode(() -> cluster.put(cluster.bytes(10)), ErrorCode.QUORUM_NOT_REACHED);
    assertCode(() -> cluster.put(cluster.bytes(3 * CHUNK)), ErrorCode.QUORUM_NOT_REACHED);
    for (String node : new String[] {"1-0", "1-1", "1-3", "1-4"}) {
      cluster.node(node).fault = FakeNode.Fault.NONE;
    }
    cluster.carrier.settle();
    assertThat(cluster.readable()).isZero();
  }

  @Test
  void sealedPartitionsGetNoBlobsAndIfAllAreSealedThereIsNoSpace() {
    for (int partition = 1; partition < 8; partition++) {
      cluster.seal(partition);
    }
    BlobId id = cluster.put(cluster.bytes(10)).id();
    assertThat(id.partition()).isZero();
    cluster.seal(0);
    int sent = cluster.nodes.sent().size();
    assertCode(() -> cluster.put(cluster.bytes(10)), ErrorCode.NO_SPACE);
    assertThat(cluster.nodes.sent()).hasSize(sent);
    cluster.delete(id);
  }

  @Test
  void sealedPartitionsWithoutAQuorumDoNotCountAsLackOfSpace() {
    for (int partition = 0; partition < 8; partition += 2) {
      cluster.seal(partition);
    }
    for (String node : new String[] {"1-0", "1-1", "1-3", "1-4"}) {
      cluster.see(node, false);
    }
    assertCode(() -> cluster.put(cluster.bytes(10)), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void fullReplicasInTwoPartitionsMeanNoSpace() {
    cluster.group(1, 0).forEach(node -> node.fault = FakeNode.Fault.FULL);
    for (int i = 0; i < 20; i++) {
      assertThat(cluster.put(cluster.bytes(10)).id().partition() % 2).isEqualTo(1);
    }
    cluster.group(1, 1).forEach(node -> node.fault = FakeNode.Fault.FULL);
    assertCode(() -> cluster.put(cluster.bytes(10)), ErrorCode.NO_SPACE);
    cluster.carrier.settle();
  }

  @Test
  void aPutFailsAtOnceWhenNoPartitionIsWritable() {
    for (String node : new String[] {"1-0", "1-1", "1-3", "1-4"}) {
      cluster.see(node, false);
    }
    assertCode(() -> cluster.put(cluster.bytes(10)), ErrorCode.QUORUM_NOT_REACHED);
    assertThat(cluster.nodes.sent()).isEmpty();
  }

  @Test
  void aBootstrappingReplicaTakesWritesAndAnOfflineOneIsNotAsked() {
    TestCluster single = new TestCluster(1, 1, 1);
    single.see(0, "1-0", ReplicaState.BOOTSTRAP);
    single.see(0, "1-1", ReplicaState.OFFLINE);
    BlobId id = single.put(single.bytes(10)).id();
    single.requireNothingHeld();
    assertThat(single.node("1-0").has(id)).isTrue();
    assertThat(single.node("1-1").has(id)).isFalse();
  }

  @Test
  void silentClusterTimesOutAtTheDeadlineOfTheRequest() {
    cluster.group(1, 0).forEach(node -> node.fault = SILENT);
    cluster.group(1, 1).forEach(node -> node.fault = SILENT);
    assertCode(
        () ->
            cluster.carrier.run(() ->
                cluster.router.put(
                    cluster.upload(),
                    cluster.body(cluster.bytes(10)),
                    cluster.carrier.request(Duration.ofMillis(300)))),
        ErrorCode.TIMED_OUT);
    assertThat(cluster.carrier.elapsed()).isLessThan(Duration.ofMillis(310));
    cluster.group(1, 0).forEach(node -> node.fault = FakeNode.Fault.NONE);
    cluster.group(1, 1).forEach(node -> node.fault = FakeNode.Fault.NONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, CHUNK, CHUNK + 1, 4 * CHUNK})
  void aBodyWithAnotherSizeThanDeclaredIsRefused(int size) {
    for (int declared : new int[] {size - 1, size + 1, size + CHUNK}) {
      if (declared >= 0) {
        assertCode(
            () ->
                cluster.put(declared(OptionalLong.of(declared)), cluster.body(cluster.bytes(size))),
            ErrorCode.SIZE_MISMATCH);
      }
    }
    cluster.carrier.settle();
    assertThat(cluster.readable()).isZero();
    byte[] right = cluster.bytes(size);
    StoredBlob stored = cluster.put(declared(OptionalLong.of(size)), cluster.body(right));
    assertThat(cluster.read(stored.id())).isEqualTo(right);
  }

  private Upload declared(OptionalLong size) {
    return new Upload(101, 5, cluster.properties(), size, OptionalInt.empty(), Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 3 * CHUNK})
  void bodyWithAnotherChecksumThanDeclaredIsRefused(int size) {
    byte[] bytes = cluster.bytes(size);
    int right = Crc32c.of(ByteBuffer.wrap(bytes));
    assertCode(
        () -> cluster.put(checked(right + 1), cluster.body(bytes)), ErrorCode.CHECKSUM_MISMATCH);
    cluster.carrier.settle();
    assertThat(cluster.readable()).isZero();
    assertThat(cluster.read(cluster.put(checked(right), cluster.body(bytes)).id()))
        .isEqualTo(bytes);
  }

  private Upload checked(int checksum) {
    return new Upload(
        101,
        5,
        cluster.properties(),
        OptionalLong.empty(),
        OptionalInt.of(checksum),
        Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(longs = {5, CHUNK, CHUNK + 1, 3 * CHUNK})
  void bodyLargerThanTheLimitIsRefused(long limit) {
    Upload limited =
        new Upload(101, 5, cluster.properties(), OptionalLong.empty(), OptionalInt.empty(), limit);
    assertCode(
        () -> cluster.put(limited, cluster.body(cluster.bytes((int) limit + 1))),
        ErrorCode.BLOB_TOO_LARGE);
    cluster.carrier.settle();
    assertThat(cluster.readable()).isZero();
    byte[] fitting = cluster.bytes((int) limit);
    assertThat(cluster.read(cluster.put(limited, cluster.body(fitting)).id())).isEqualTo(fitting);
  }

  @Test
  void declaredSizeBeyondTheLimitsIsRefusedBeforeAnythingIsRead() {
    long most = TestCluster.config().chunking().maxBlobSize();
    ByteSource untouched =
        new ByteSource() {
          @Override
          public Optional<Buffer> next() {
            throw new AssertionError("the body was read");
          }

          @Override
          public void close() {
            throw new AssertionError("the body was closed");
          }
        };
    assertThatThrownBy(() -> cluster.put(declared(OptionalLong.of(most + 1)), untouched))
        .hasMessageContaining(String.valueOf(most))
        .extracting(e -> ((AumbryException) e).code())
        .isEqualTo(ErrorCode.BLOB_TOO_LARGE);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, CHUNK, CHUNK + 1, 5 * CHUNK + 77})
  void aBodyOfAVanishedClientLeavesNothingReadable(int size) {
    assertCode(() -> cluster.put(cluster.upload(), vanishing(size)), ErrorCode.CLIENT_GONE);
    cluster.carrier.settle();
    assertThat(cluster.readable()).isZero();
    assertThat(cluster.nodes.sent())
        .filteredOn(sent -> sent.request() instanceof NodeRequest.Put)
        .allSatisfy(sent -> {
          NodeRequest.Put put = (NodeRequest.Put) sent.request();
          assertThat(put.id().kind().isPublic()).isFalse();
        });
    cluster.requireChunksNamed();
  }

  private ByteSource vanishing(int size) {
    ByteSource whole = cluster.body(cluster.bytes(size));
    return new ByteSource() {
      @Override
      public Optional<Buffer> next() {
        Optional<Buffer> next = whole.next();
        if (next.isEmpty()) {
          throw new AumbryException(ErrorCode.CLIENT_GONE, "as ordered");
        }
        return next;
      }

      @Override
      public void close() {
        whole.close();
      }
    };
  }

  @Test
  void leftoversAreDeletedWhenTheReplicaReturnsLater() {
    TestCluster single = new TestCluster(1, 1, 1);
    single.node("1-0").fault = MUTE;
    single.node("1-1").fault = REFUSING;
    single.node("1-2").fault = REFUSING;
    assertCode(() -> single.put(single.bytes(10)), ErrorCode.QUORUM_NOT_REACHED);
    assertThat(single.node("1-0").readable()).isEqualTo(1);
    single.carrier.pass(Duration.ofSeconds(5));
    single.node("1-0").fault = FakeNode.Fault.NONE;
    single.node("1-1").fault = FakeNode.Fault.NONE;
    single.node("1-2").fault = FakeNode.Fault.NONE;
    single.requireNothingHeld();
    assertThat(single.node("1-0").readable()).isZero();
    assertThat(single.metrics.value("aumbry_router_background_deletes_failed_total")).isZero();
  }

  @Test
  void aLeftoverThatCannotBeDeletedIsCountedInTheEnd() {
    TestCluster single = new TestCluster(1, 1, 1);
    single.group(1, 0).forEach(node -> node.fault = DOWN);
    assertCode(() -> single.put(single.bytes(10)), ErrorCode.QUORUM_NOT_REACHED);
    single.requireNothingHeld();
    assertThat(single.metrics.value("aumbry_router_background_deletes_failed_total")).isOne();
  }

  @Test
  void drainWaitsForTheDeletesOfLeftovers() {
    TestCluster single = new TestCluster(1, 1, 1);
    single.node("1-0").fault = MUTE;
    single.node("1-1").fault = REFUSING;
    single.node("1-2").fault = REFUSING;
    assertCode(() -> single.put(single.bytes(10)), ErrorCode.QUORUM_NOT_REACHED);
    single.group(1, 0).forEach(node -> node.fault = FakeNode.Fault.NONE);
    drain(single, Duration.ofMinutes(1));
    assertThat(single.node("1-0").readable()).isZero();
    assertThat(single.carrier.elapsed()).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void drainEndsAtItsDeadline() {
    TestCluster single = new TestCluster(1, 1, 1);
    single.group(1, 0).forEach(node -> node.fault = DOWN);
    assertCode(() -> single.put(single.bytes(10)), ErrorCode.QUORUM_NOT_REACHED);
    Duration before = single.carrier.elapsed();
    drain(single, Duration.ofSeconds(2));
    assertThat(single.carrier.elapsed().minus(before)).isEqualTo(Duration.ofSeconds(2));
    assertThat(single.metrics.value("aumbry_router_background_deletes_failed_total")).isOne();
  }

  private static void drain(TestCluster single, Duration limit) {
    single.carrier.run(() -> {
      single.router.drain(single.carrier.request(limit));
      return true;
    });
  }

  private long records() {
    return cluster.group(1, 0).stream().mapToLong(FakeNode::records).sum()
        + cluster.group(1, 1).stream().mapToLong(FakeNode::records).sum();
  }
}
