package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.router.Router;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterRouterDeleteTest {
  private static final int CHUNK = TestCluster.CHUNK;

  private final TestCluster cluster = new TestCluster(3, 2, 2);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private BlobId stored(int size) {
    BlobId id = cluster.put(cluster.bytes(size)).id();
    cluster.carrier.settle();
    cluster.nodes.sent().clear();
    return id;
  }

  @Test
  void deletedBlobIsGoneFromAllLocalReplicas() {
    BlobId id = stored(10);
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    assertThat(cluster.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    cluster.carrier.settle();
    assertThat(cluster.replicasOf(id)).allMatch(node -> node.isDeleted(id));
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
  }

  @Test
  void deleteIsDoneAtTheSecondAcknowledgement() {
    BlobId id = stored(10);
    long before = cluster.carrier.monotonicNanos();
    cluster.replicasOf(id).getFirst().delay = Duration.ofMillis(900);
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    assertThat(cluster.carrier.monotonicNanos() - before).isLessThan(10_000_000L);
    cluster.carrier.settle();
    assertThat(cluster.replicasOf(id)).allMatch(node -> node.isDeleted(id));
  }

  @Test
  void aDeletedBlobIsNotReadFromAReplicaThatMissedTheDelete() {
    for (int late = 0; late < 3; late++) {
      BlobId id = stored(10);
      FakeNode straggler = cluster.replicasOf(id).get(late);
      straggler.delay = Duration.ofMillis(900);
      assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
      straggler.delay = Duration.ZERO;
      for (int read = 0; read < 20; read++) {
        assertThat(straggler.isDeleted(id)).isFalse();
        assertThat(cluster.get(id, new ByteRange.All()))
            .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
      }
      cluster.carrier.settle();
    }
  }

  /** Seed 606464: a move has replaced a replica in the view, and then the view has it again. */
  @Test
  void aDeletedBlobIsNotReadFromAReplicaThatTheViewLacked() {
    TestCluster single = new TestCluster(5, 1, 1);
    byte[] bytes = single.bytes(100);
    BlobId id = single.put(bytes).id();
    single.carrier.settle();
    single.copies(2);
    single.hide("1-0");
    assertThat(single.delete(id)).isInstanceOf(NodeResponse.Done.class);
    single.copies(3);
    single.show("1-0");
    assertThat(single.node("1-0").isDeleted(id)).isFalse();
    assertThat(single.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    single.node("1-1").fault = Fault.DOWN;
    single.node("1-2").fault = Fault.DOWN;
    assertCode(() -> single.get(id, new ByteRange.All()), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void aDeletedBlobIsNotReadWhenTheReplicasThatKnowAreDown() {
    BlobId id = stored(10);
    List<FakeNode> replicas = cluster.replicasOf(id);
    replicas.getFirst().fault = Fault.DOWN;
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    replicas.getFirst().fault = Fault.NONE;
    replicas.get(1).fault = Fault.DOWN;
    replicas.get(2).fault = Fault.DOWN;
    assertThat(replicas.getFirst().isDeleted(id)).isFalse();
    assertCode(() -> cluster.get(id, new ByteRange.All()), ErrorCode.QUORUM_NOT_REACHED);
    replicas.get(2).fault = Fault.NONE;
    assertThat(cluster.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING"})
  void oneFailingReplicaDoesNotMatterAndTwoAreAnError(Fault fault) {
    BlobId id = stored(10);
    List<FakeNode> replicas = cluster.replicasOf(id);
    replicas.get(2).fault = fault;
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    replicas.get(0).fault = fault;
    assertCode(() -> cluster.delete(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void oneReplicaThatMissedThePutDoesNotMatter() {
    BlobId id = stored(10);
    cluster.replicasOf(id).getFirst().forget(id);
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
  }

  @Test
  void aDeleteIsUndecidedIfOneReplicaMissedThePutAndOneIsDown() {
    BlobId id = stored(10);
    cluster.replicasOf(id).get(0).forget(id);
    cluster.replicasOf(id).get(1).fault = Fault.DOWN;
    assertCode(() -> cluster.delete(id), ErrorCode.QUORUM_NOT_REACHED);
    // Likewise for a GET, now that the last replica knows the delete.
    assertThat(cluster.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  @Test
  void anUnknownIdIsMissingWhenEnoughReplicasSaySo() {
    BlobId id = made(1);
    assertThat(cluster.delete(id)).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    cluster.node("1-0").fault = Fault.DOWN;
    assertThat(cluster.delete(id)).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    cluster.node("1-1").fault = Fault.DOWN;
    assertCode(() -> cluster.delete(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void bootstrappingReplicaHasNoVoteOnAbsence() {
    cluster.see(0, "1-0", ReplicaState.BOOTSTRAP);
    cluster.node("1-1").fault = Fault.DOWN;
    assertCode(() -> cluster.delete(made(1)), ErrorCode.QUORUM_NOT_REACHED);
  }

  private BlobId made(int dataCenter) {
    return BlobId.create(
        new BlobId.Owner(dataCenter, 101, 5, false), BlobKind.SIMPLE, 0, 1, cluster.random);
  }

  @Test
  void aBlobThatHasNotArrivedIsDeletedAtItsOrigin() {
    TestCluster other = new TestCluster(4, 1, 1);
    byte[] bytes = other.bytes(100);
    BlobId local = other.put(bytes).id();
    other.requireNothingHeld();
    BlobId remote = new BlobId(BlobId.Flags.of(BlobKind.SIMPLE), 2, 101, 5, 0, local.uuid());
    for (int i = 0; i < 3; i++) {
      cluster.node("2-" + i).copyRenamed(other.node("1-" + i), local, remote);
    }
    assertThat(cluster.delete(remote)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    assertThat(cluster.group(2, 0)).allMatch(node -> node.isDeleted(remote));
  }

  @Test
  void aBlobMadeElsewhereIsMissingOnlyWhenItsOriginSaysSo() {
    assertThat(cluster.delete(made(2))).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    cluster.node("2-0").fault = Fault.DOWN;
    assertThat(cluster.delete(made(2))).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    cluster.node("2-1").fault = Fault.DOWN;
    assertCode(() -> cluster.delete(made(2)), ErrorCode.QUORUM_NOT_REACHED);
  }

  /** Storage nodes delete the chunks once no undelete can need them. */
  @Test
  void aDeleteOfALargeBlobIsOneWriteToItsManifest() {
    BlobId id = stored(5 * CHUNK + 3);
    cluster.carrier.settle();
    int before = cluster.nodes.sent().size();
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    assertThat(cluster.nodes.sent().subList(before, cluster.nodes.sent().size()))
        .hasSize(3)
        .allMatch(sent -> sent.request() instanceof NodeRequest.Delete d && d.id().equals(id));
    assertThat(cluster.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  @Test
  void aBlobWithAnUnreadableManifestCanBeDeleted() {
    BlobId id = stored(3 * CHUNK);
    cluster.replicasOf(id).forEach(node -> node.fault = Fault.ROTTEN);
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    assertThat(cluster.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  @Test
  void getThatBeganBeforeTheDeleteMayFinish() {
    byte[] bytes = cluster.bytes(6 * CHUNK);
    BlobId id = cluster.put(bytes).id();
    byte[] read =
        cluster.carrier.run(() -> {
          GetResult.Found found =
              (GetResult.Found)
                  cluster.router.get(
                      id,
                      new Router.GetOptions(new ByteRange.All(), false, false),
                      cluster.carrier.request(TestCluster.PATIENCE));
          cluster.router.delete(id, cluster.carrier.request(TestCluster.PATIENCE));
          try (var content = found.content();
              var body = io.aumbry.protocol.buffer.Body.readFully(content)) {
            return body.toByteArray();
          }
        });
    assertThat(read).isEqualTo(bytes);
  }

  @Test
  void getThatBeganBeforeTheDeleteMayContinueFromAReplicaThatKnowsTheDelete() {
    byte[] bytes = cluster.bytes(CHUNK);
    BlobId id = cluster.put(bytes).id();
    cluster.carrier.settle();
    cluster.replicasOf(id).forEach(node -> node.breaksAfter = 70_000);
    byte[] read =
        cluster.carrier.run(() -> {
          Router.GetOptions all = new Router.GetOptions(new ByteRange.All(), false, false);
          GetResult.Found found =
              (GetResult.Found)
                  cluster.router.get(id, all, cluster.carrier.request(TestCluster.PATIENCE));
          cluster.router.delete(id, cluster.carrier.request(TestCluster.PATIENCE));
          try (var content = found.content();
              var body = io.aumbry.protocol.buffer.Body.readFully(content)) {
            return body.toByteArray();
          }
        });
    assertThat(read).isEqualTo(bytes);
  }

  @Test
  void unknownPartitionAndChunkIdsAreRefused() {
    BlobId.Owner owner = new BlobId.Owner(1, 101, 5, false);
    BlobId far = BlobId.create(owner, BlobKind.SIMPLE, 9, 1, cluster.random);
    assertCode(() -> cluster.delete(far), ErrorCode.UNKNOWN_PARTITION);
    BlobId chunk = BlobId.create(owner, BlobKind.CHUNK, 0, 1, cluster.random);
    assertThat(cluster.delete(chunk)).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    assertThat(cluster.nodes.sent()).isEmpty();
  }
}
