package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads in data centre 1 of blobs made in data centre 2; a third data centre exists. Cases differ
 * in the records that have arrived and the replicas that can be reached.
 */
class ReadsAcrossDataCentresTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final Duration FAR = Duration.ofMillis(40);
  private static final ByteRange ALL = new ByteRange.All();
  private static final GetResult NOT_FOUND = new NodeResponse.Missing(Absence.NOT_FOUND);
  private static final GetResult DELETED = new NodeResponse.Missing(Absence.DELETED);

  private final TestCluster cluster = new TestCluster(2, 3, 4);
  private final ClusterRouter there = cluster.routerIn(2);

  ReadsAcrossDataCentresTest() {
    cluster.nodesIn(2).forEach(node -> node.delay = FAR);
    cluster.nodesIn(3).forEach(node -> node.delay = FAR);
  }

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private BlobId madeThere(byte[] bytes) {
    BlobId id =
        cluster.carrier.run(() ->
            there
                .put(
                    cluster.upload(),
                    cluster.body(bytes),
                    cluster.carrier.request(TestCluster.PATIENCE))
                .id());
    settled();
    return id;
  }

  private void settled() {
    cluster.carrier.settle();
    cluster.nodes.sent().clear();
  }

  private BlobId neverMade() {
    return BlobId.create(new BlobId.Owner(2, 101, 5, false), BlobKind.SIMPLE, 0, 1, cluster.random);
  }

  /** The data centres that were asked, in order, without repetition. */
  private String asked() {
    return cluster.nodes.sent().stream()
        .map(sent -> sent.node().name().substring(0, 1))
        .distinct()
        .collect(Collectors.joining());
  }

  private long remoteReads() {
    return (long) cluster.metrics.value("aumbry_router_reads_remote_total");
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void aLocalBlobIsReadHere(int size) {
    byte[] bytes = cluster.bytes(size);
    BlobId id = madeThere(bytes);
    cluster.replicate(2, 1);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(asked()).isEqualTo("1");
    assertThat(remoteReads()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void aBlobThatHasNotArrivedIsReadAtItsOrigin(int size) {
    byte[] bytes = cluster.bytes(size);
    BlobId id = madeThere(bytes);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(asked()).isEqualTo("12");
    assertThat(remoteReads()).isEqualTo(size < CHUNK ? 1 : 4);
    assertThat(cluster.read(id, new ByteRange.FromTo(10, 20)))
        .isEqualTo(Arrays.copyOfRange(bytes, 10, 21));
    GetResult.Found info = (GetResult.Found) cluster.get(id, new ByteRange.None());
    assertThat(info.properties().size()).isEqualTo(size);
    ChunksResult.Found chunks =
        (ChunksResult.Found)
            cluster.carrier.run(() ->
                cluster.router.chunks(
                    id,
                    0,
                    new GetOptions(ALL, false, false),
                    cluster.carrier.request(TestCluster.PATIENCE)));
    assertThat(chunks.chunks()).hasSize(size < CHUNK ? 0 : 3);
  }

  @Test
  void chunksThatHaveNotArrivedAreReadAtTheOrigin() {
    byte[] bytes = cluster.bytes(5 * CHUNK);
    BlobId id = madeThere(bytes);
    cluster.replicate(2, 1);
    List<BlobId> chunks = cluster.chunksOf(id);
    for (BlobId late : List.of(chunks.get(1), chunks.get(4))) {
      cluster.replicasOf(late, 1).forEach(node -> node.forget(late));
    }
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(remoteReads()).isEqualTo(2);
    cluster.replicasOf(id, 1).forEach(node -> node.forget(id));
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(remoteReads()).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "REFUSING"})
  void aLocalBlobIsReadAtOnceWhileItsOriginIsUnreachable(Fault fault) {
    byte[] bytes = cluster.bytes(3 * CHUNK);
    BlobId id = madeThere(bytes);
    cluster.replicate(2, 1);
    cluster.fault(2, fault);
    assertThat(cluster.took(() -> assertThat(cluster.read(id)).isEqualTo(bytes)))
        .isLessThan(Duration.ofMillis(20));
    // One replica missed it.
    cluster.replicasOf(id, 1).getFirst().forget(id);
    for (int i = 0; i < 5; i++) {
      assertThat(cluster.took(() -> assertThat(cluster.read(id)).isEqualTo(bytes)))
          .isLessThan(Duration.ofMillis(20));
    }
    assertThat(asked()).isEqualTo("1");
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING"})
  void aBlobThatIsNeitherHereNorAtItsOriginIsReadElsewhere(Fault fault) {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    cluster.replicate(2, 3);
    cluster.fault(2, fault);
    assertThat(cluster.took(() -> assertThat(cluster.read(id)).isEqualTo(bytes)))
        .isLessThan(TestCluster.config().nodeTimeout().plusMillis(200));
    // By now the router knows which nodes are silent.
    for (int i = 0; i < 10; i++) {
      assertThat(cluster.took(() -> assertThat(cluster.read(id)).isEqualTo(bytes)))
          .isLessThan(FAR.multipliedBy(4).plusMillis(10));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING"})
  void anUnknownBlobIsQuicklyUnavailableWhileItsOriginIsUnreachable(Fault fault) {
    BlobId id = madeThere(cluster.bytes(100));
    cluster.fault(2, fault);
    assertThat(cluster.took(() -> assertUnavailable(id)))
        .isLessThan(TestCluster.config().nodeTimeout().plusMillis(600));
    for (int i = 0; i < 10; i++) {
      assertThat(cluster.took(() -> assertUnavailable(id))).isLessThan(Duration.ofMillis(500));
    }
    cluster.fault(2, Fault.NONE);
    assertThat(cluster.read(id)).hasSize(100);
    assertThat(cluster.took(() -> cluster.read(id))).isLessThan(FAR.plusMillis(10));
  }

  @Test
  void notFoundNeedsReplicasOfTheOriginThatOverlapEachWriteQuorum() {
    BlobId id = neverMade();
    assertThat(cluster.get(id, ALL)).isEqualTo(NOT_FOUND);
    assertThat(asked()).isEqualTo("12");
    cluster.node("2-0").fault = Fault.DOWN;
    assertThat(cluster.get(id, ALL)).isEqualTo(NOT_FOUND);
    cluster.node("2-1").fault = Fault.DOWN;
    assertUnavailable(id);
  }

  @Test
  void aSilentLocalReplicaDoesNotDelayRemoteReads() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    cluster.replicasOf(id, 1).getFirst().fault = Fault.SILENT;
    int late = 0;
    for (int i = 0; i < 50; i++) {
      Duration took = cluster.took(() -> assertThat(cluster.read(id)).isEqualTo(bytes));
      late += took.compareTo(FAR.plusMillis(110)) > 0 ? 1 : 0;
    }
    // Without hedges left, one read waits until it is known which replica is silent.
    assertThat(late).isLessThanOrEqualTo(2);
  }

  @Test
  void aBlobDeletedElsewhereIsReadableHereUntilTheDeleteArrives() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    cluster.replicate(2, 1);
    deleteThere(id);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    FakeNode knows = cluster.replicasOf(id, 2).getFirst();
    for (FakeNode replica : cluster.replicasOf(id, 1)) {
      replica.copyFrom(knows, id);
      GetResult now = cluster.get(id, ALL);
      if (now instanceof GetResult.Found found) {
        found.content().close();
      } else {
        assertThat(now).isEqualTo(DELETED);
      }
    }
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
    assertThat(asked()).isEqualTo("1");
  }

  @Test
  void aBlobDeletedAtItsOriginThatNeverArrivedIsDeleted() {
    BlobId id = madeThere(cluster.bytes(3 * CHUNK));
    deleteThere(id);
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
    // One local replica knows the delete; the others do not even know the blob.
    cluster.replicasOf(id, 1).getFirst().copyFrom(cluster.replicasOf(id, 2).getFirst(), id);
    for (int i = 0; i < 5; i++) {
      assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
    }
  }

  /** The blob may arrive here before its delete. */
  @Test
  void aBlobThatThisFrontendDeletedAtItsOriginIsLookedForThereFirst() {
    BlobId id = madeThere(cluster.bytes(100));
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    settled();
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
    assertThat(asked()).isEqualTo("2");
  }

  @Test
  void aBlobUndeletedElsewhereIsReadHereAlthoughOneReplicaMissedIt() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    deleteThere(id);
    cluster.replicate(2, 1);
    FakeNode stale = cluster.replicasOf(id, 1).getFirst();
    stale.fault = Fault.DOWN;
    undeleteThere(id);
    stale.fault = Fault.NONE;
    assertThat(stale.isDeleted(id)).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(cluster.read(id)).isEqualTo(bytes);
    }
  }

  @Test
  void aBlobUndeletedElsewhereIsReadThereIfAtMostOneLocalReplicaKnowsTheUndelete() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    deleteThere(id);
    FakeNode behind = cluster.replicasOf(id, 1).getFirst();
    undeleteThere(id);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    deleteThere(id);
    behind.copyFrom(cluster.replicasOf(id, 2).getFirst(), id);
    behind.fault = Fault.DOWN;
    undeleteThere(id);
    behind.fault = Fault.NONE;
    assertThat(behind.isDeleted(id)).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(cluster.read(id)).isEqualTo(bytes);
    }
  }

  @Test
  void oneReplicaOfEachOfTwoDataCentresThatMissedAnUndeleteIsOutvoted() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    deleteThere(id);
    cluster.replicate(2, 1);
    List<FakeNode> stale =
        List.of(cluster.replicasOf(id, 1).getFirst(), cluster.replicasOf(id, 2).getFirst());
    stale.forEach(node -> node.fault = Fault.DOWN);
    undeleteThere(id);
    for (int dataCenter = 1; dataCenter <= 3; dataCenter++) {
      cluster.fault(dataCenter, Fault.DOWN);
    }
    stale.forEach(node -> node.fault = Fault.NONE);
    assertThat(stale).allMatch(node -> node.isDeleted(id));
    assertUnavailable(id);
    cluster.replicasOf(id, 1).get(1).fault = Fault.NONE;
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  private void deleteThere(BlobId id) {
    WriteResult result =
        cluster.carrier.run(() -> there.delete(id, cluster.carrier.request(TestCluster.PATIENCE)));
    assertThat(result).isInstanceOf(NodeResponse.Done.class);
    settled();
  }

  private void undeleteThere(BlobId id) {
    WriteResult result =
        cluster.carrier.run(
            () -> there.undelete(id, cluster.carrier.request(TestCluster.PATIENCE)));
    assertThat(result).isInstanceOf(NodeResponse.Done.class);
    settled();
  }

  private void assertUnavailable(BlobId id) {
    assertCode(() -> cluster.get(id, ALL), ErrorCode.QUORUM_NOT_REACHED);
  }
}
