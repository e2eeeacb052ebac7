package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.router.Router;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterRouterTtlUpdateTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final WriteResult KEPT = new NodeResponse.Done();
  private static final Duration LIFE = Duration.ofHours(3);

  private final TestCluster cluster = new TestCluster(3, 1, 2);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private BlobId stored(byte[] bytes) {
    BlobProperties properties =
        new BlobProperties(
            0,
            cluster.carrier.wallMillis(),
            LIFE.toSeconds(),
            OptionalInt.empty(),
            true,
            new BlobProperties.Labels("image/png", "test", "", "", "", ""),
            Map.of());
    Router.Upload upload =
        new Router.Upload(
            101, 5, properties, OptionalLong.empty(), OptionalInt.empty(), Long.MAX_VALUE);
    BlobId id = cluster.put(upload, cluster.body(bytes)).id();
    cluster.carrier.settle();
    cluster.nodes.sent().clear();
    return id;
  }

  private static boolean isKept(FakeNode node, BlobId id) {
    return node.state(id).orElseThrow().expiryMillis() == Expiry.NEVER;
  }

  @Test
  void aKeptBlobOutlivesItsExpiry() {
    byte[] bytes = cluster.bytes(10);
    BlobId id = stored(bytes);
    assertThat(cluster.updateTtl(id)).isEqualTo(KEPT);
    cluster.carrier.settle();
    assertThat(cluster.replicasOf(id)).allMatch(node -> isKept(node, id));
    cluster.carrier.pass(LIFE.multipliedBy(2));
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(cluster.updateTtl(id)).isEqualTo(KEPT);
  }

  @Test
  void aBlobWithoutExpiryIsNotWrittenAgain() {
    BlobId id = cluster.put(cluster.bytes(10)).id();
    cluster.carrier.settle();
    assertThat(cluster.updateTtl(id)).isEqualTo(KEPT);
    assertThat(cluster.nodes.sent())
        .noneMatch(sent -> sent.request() instanceof NodeRequest.UpdateTtl);
  }

  @Test
  void aBlobThatExpiresTooSoonIsLeftAsItIs() {
    BlobId id = stored(cluster.bytes(10));
    cluster.carrier.pass(LIFE.minusMinutes(59));
    assertThat(cluster.updateTtl(id)).isEqualTo(WriteResult.Refused.ENDS_TOO_SOON);
    cluster.carrier.pass(Duration.ofHours(1));
    assertThat(cluster.updateTtl(id)).isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
  }

  /** Seed 3243: the frontend remembers the delete of the earlier life. */
  @Test
  void aBlobThatCameBackAndExpiredIsReportedAsExpiredToTheFrontendThatDeletedIt() {
    BlobId id = stored(cluster.bytes(10));
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    assertThat(cluster.undelete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.pass(LIFE.multipliedBy(2));
    assertThat(cluster.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
  }

  /** One of the two live replicas knows the delete. */
  @Test
  void aDeletedBlobIsNotReportedAsExpiredByReplicasThatMissedTheDelete() {
    BlobId id = stored(cluster.bytes(10));
    FakeNode late = cluster.replicasOf(id).getFirst();
    late.fault = Fault.DOWN;
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    late.fault = Fault.NONE;
    cluster.replicasOf(id).get(1).fault = Fault.DOWN;
    cluster.carrier.pass(LIFE.multipliedBy(2));
    assertThat(cluster.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  @Test
  void aDeletedOrUnknownBlobIsNotKept() {
    BlobId id = stored(cluster.bytes(10));
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    assertThat(cluster.updateTtl(id)).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    BlobId.Owner owner = new BlobId.Owner(1, 101, 5, false);
    for (BlobKind kind : BlobKind.values()) {
      BlobId never = BlobId.create(owner, kind, 0, 1, cluster.random);
      assertThat(cluster.updateTtl(never)).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING"})
  void oneFailingReplicaDoesNotMatterAndTwoAreAnError(Fault fault) {
    BlobId id = stored(cluster.bytes(10));
    cluster.replicasOf(id).get(2).fault = fault;
    assertThat(cluster.updateTtl(id)).isEqualTo(KEPT);
    BlobId other = stored(cluster.bytes(10));
    cluster.replicasOf(other).forEach(node -> node.fault = Fault.NONE);
    cluster.replicasOf(other).subList(1, 3).forEach(node -> node.fault = fault);
    assertCode(() -> cluster.updateTtl(other), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void aBlobThatOnlyOneReplicaKeepsIsNotReportedAsKept() {
    BlobId id = stored(cluster.bytes(10));
    List<FakeNode> refusing = cluster.replicasOf(id).subList(1, 3);
    refusing.forEach(node -> {
      node.fault = Fault.REFUSING;
      node.faulty = NodeRequest.UpdateTtl.class::isInstance;
    });
    assertCode(() -> cluster.updateTtl(id), ErrorCode.QUORUM_NOT_REACHED);
    cluster.carrier.settle();
    assertThat(isKept(cluster.replicasOf(id).getFirst(), id)).isTrue();
    refusing.forEach(node -> node.delay = Duration.ofMillis(20));
    assertCode(() -> cluster.updateTtl(id), ErrorCode.QUORUM_NOT_REACHED);
    refusing.forEach(node -> node.fault = Fault.NONE);
    assertThat(cluster.updateTtl(id)).isEqualTo(KEPT);
    cluster.carrier.settle();
    assertThat(cluster.replicasOf(id)).allMatch(node -> isKept(node, id));
  }

  @Test
  void aReplicaThatMissedTheTtlUpdateCannotReportTheBlobAsExpired() {
    byte[] bytes = cluster.bytes(10);
    BlobId id = stored(bytes);
    FakeNode late = cluster.replicasOf(id).getFirst();
    late.fault = Fault.DOWN;
    assertThat(cluster.updateTtl(id)).isEqualTo(KEPT);
    cluster.carrier.pass(LIFE.multipliedBy(2));
    late.fault = Fault.NONE;
    assertThat(isKept(late, id)).isFalse();
    for (int i = 0; i < 20; i++) {
      assertThat(cluster.read(id)).isEqualTo(bytes);
    }
  }

  @Test
  void oneReplicaThatMissedThePutDoesNotMatter() {
    BlobId id = stored(cluster.bytes(10));
    cluster.replicasOf(id).getFirst().forget(id);
    assertThat(cluster.updateTtl(id)).isEqualTo(KEPT);
  }

  @Test
  void aTtlUpdateOfALargeBlobIsOneWriteToItsManifest() {
    byte[] bytes = cluster.bytes(40 * CHUNK);
    BlobId id = stored(bytes);
    assertThat(cluster.updateTtl(id)).isEqualTo(KEPT);
    cluster.carrier.settle();
    assertThat(cluster.nodes.sent())
        .filteredOn(sent -> sent.request() instanceof NodeRequest.UpdateTtl)
        .hasSize(3);
    cluster.carrier.pass(LIFE.multipliedBy(2));
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }
}
