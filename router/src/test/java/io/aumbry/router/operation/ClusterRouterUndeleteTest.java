package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterRouterUndeleteTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final WriteResult UNDELETED = new NodeResponse.Done();
  private static final GetResult DELETED = new NodeResponse.Missing(Absence.DELETED);

  private final TestCluster cluster = new TestCluster(3, 1, 2);
  private final byte[] bytes = cluster.bytes(10);
  private final BlobId id = cluster.put(bytes).id();
  private final FakeNode one = cluster.replicasOf(id).get(0);
  private final FakeNode two = cluster.replicasOf(id).get(1);
  private final FakeNode three = cluster.replicasOf(id).get(2);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private void delete() {
    cluster.carrier.settle();
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
  }

  private static BlobState alive(int life) {
    return new BlobState(life, false, Expiry.NEVER);
  }

  private GetResult get() {
    return cluster.get(id, new ByteRange.All());
  }

  @Test
  void anUndeletedBlobIsReadableInItsNextLife() {
    for (int life = 1; life <= 3; life++) {
      delete();
      assertThat(get()).isEqualTo(DELETED);
      assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
      assertThat(cluster.read(id)).isEqualTo(bytes);
      cluster.carrier.settle();
      int now = life;
      assertThat(cluster.replicasOf(id))
          .allSatisfy(node -> assertThat(node.state(id)).contains(alive(now)));
      assertThat(cluster.undelete(id)).isEqualTo(WriteResult.Refused.NOT_DELETED);
    }
  }

  @Test
  void aLiveOrUnknownBlobIsNotUndeleted() {
    cluster.carrier.settle();
    assertThat(cluster.undelete(id)).isEqualTo(WriteResult.Refused.NOT_DELETED);
    BlobId.Owner owner = new BlobId.Owner(1, 101, 5, false);
    for (BlobKind kind : BlobKind.values()) {
      BlobId never = BlobId.create(owner, kind, 0, 1, cluster.random);
      assertThat(cluster.undelete(never)).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    }
  }

  @Test
  void anUndeleteSucceedsDuringTheRetentionOnly() {
    delete();
    cluster.carrier.pass(Duration.ofMillis(FakeNode.RETENTION).minusSeconds(10));
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    delete();
    cluster.carrier.pass(Duration.ofMillis(FakeNode.RETENTION));
    assertThat(cluster.undelete(id)).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    assertThat(get()).isEqualTo(DELETED);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING"})
  void oneFailingReplicaDoesNotMatterAndTwoAreAnError(Fault fault) {
    delete();
    one.fault = fault;
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    delete();
    two.fault = fault;
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  /** Otherwise only one replica would know the undelete, and could lose it. */
  @Test
  void aReplicaThatMissedTheDeleteBeginsTheNewLifeAsWell() {
    cluster.carrier.settle();
    one.fault = Fault.DOWN;
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    one.fault = Fault.NONE;
    two.fault = Fault.DOWN;
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    assertThat(one.state(id)).isEqualTo(three.state(id));
    assertThat(one.state(id).orElseThrow().lifeVersion()).isPositive();
  }

  @Test
  void aReplicaThatMissedTheUndeleteIsOutvoted() {
    delete();
    one.fault = Fault.DOWN;
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    one.fault = Fault.NONE;
    for (int i = 0; i < 20; i++) {
      assertThat(cluster.read(id)).isEqualTo(bytes);
    }
    two.fault = Fault.DOWN;
    for (int i = 0; i < 20; i++) {
      assertThat(cluster.read(id)).isEqualTo(bytes);
    }
    three.fault = Fault.DOWN;
    assertCode(this::get, ErrorCode.QUORUM_NOT_REACHED);
  }

  /** A replica that missed the undelete reports the delete of the earlier life. */
  @Test
  void aDeleteAfterAnUndeleteEndsTheSameLifeInAQuorum() {
    delete();
    one.fault = Fault.DOWN;
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    cluster.carrier.settle();
    one.fault = Fault.NONE;
    two.fault = Fault.DOWN;
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    assertThat(one.state(id)).isEqualTo(three.state(id));
    assertThat(one.isDeleted(id)).isTrue();
    // A replica that returns with the ended life must not be believed either.
    two.fault = Fault.NONE;
    for (int i = 0; i < 20; i++) {
      assertThat(get()).isEqualTo(DELETED);
    }
  }

  /** It got its records from the replica that missed the undelete. */
  @Test
  void aBootstrappingReplicaDoesNotHelpOneThatMissedTheUndeleteToDeleteTheBlob() {
    delete();
    one.fault = Fault.DOWN;
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    cluster.carrier.settle();
    one.fault = Fault.NONE;
    two.copyFrom(one, id);
    two.fault = Fault.INCOMPLETE;
    three.fault = Fault.DOWN;
    assertCode(() -> cluster.delete(id), ErrorCode.QUORUM_NOT_REACHED);
    three.fault = Fault.NONE;
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    assertThat(three.isDeleted(id)).isTrue();
  }

  /** Seed 90002: only the replica that is down knows that the blob was undeleted. */
  @Test
  void bootstrappingReplicasWithAnEarlierLifeDoNotConfirmThatTheBlobIsDeleted() {
    cluster.carrier.settle();
    one.fault = Fault.DOWN;
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    cluster.carrier.settle();
    two.copyFrom(one, id);
    one.fault = Fault.INCOMPLETE;
    two.fault = Fault.INCOMPLETE;
    three.fault = Fault.DOWN;
    assertCode(this::get, ErrorCode.QUORUM_NOT_REACHED);
    three.fault = Fault.NONE;
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  /** The others acknowledged it long before. */
  @Test
  void aDeleteThatArrivesLateAtAReplicaLeavesTheNextLifeAlone() {
    cluster.carrier.settle();
    one.delay = Duration.ofSeconds(1);
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    assertThat(one.isDeleted(id)).isFalse();
    one.delay = Duration.ofMillis(1);
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    cluster.carrier.settle();
    assertThat(cluster.replicasOf(id))
        .allSatisfy(node -> assertThat(node.state(id)).contains(alive(1)));
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  /**
   * Only one replica knows the failed undelete. A request that does not reach it must choose a
   * later life.
   */
  @Test
  void anUndeleteIsNotLostToAnEarlierFailedOne() {
    delete();
    two.fault = Fault.REFUSING;
    three.fault = Fault.REFUSING;
    two.faulty = request -> request instanceof NodeRequest.Undelete;
    three.faulty = two.faulty;
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
    assertThat(one.state(id)).contains(alive(1));
    two.fault = Fault.DOWN;
    two.faulty = request -> true;
    three.fault = Fault.DOWN;
    three.faulty = request -> true;
    assertCode(() -> cluster.delete(id), ErrorCode.QUORUM_NOT_REACHED);

    one.fault = Fault.DOWN;
    two.fault = Fault.NONE;
    three.fault = Fault.NONE;
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    assertThat(two.state(id).orElseThrow().lifeVersion()).isGreaterThan(1);
  }

  /**
   * One replica is down, and one has no room for new records, when an undelete fails and then a
   * delete. The next undelete does not hear the replica that took them. A deleted state wins over
   * the same life, so it must be in no replica.
   */
  @Test
  void anUndeleteIsNotLostToADeleteThatFailedBefore() {
    delete();
    one.fault = Fault.DOWN;
    two.fault = Fault.REFUSING;
    two.faulty =
        request ->
            request instanceof NodeRequest.Undelete
                || (request instanceof NodeRequest.Delete deleted && deleted.lifeVersion() > 0);
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
    assertCode(() -> cluster.delete(id), ErrorCode.QUORUM_NOT_REACHED);
    cluster.carrier.settle();
    one.fault = Fault.NONE;
    two.fault = Fault.NONE;
    three.fault = Fault.DOWN;
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    BlobState undeleted = one.state(id).orElseThrow();
    BlobState missed = three.state(id).orElseThrow();
    assertThat(missed.deleted() && missed.lifeVersion() >= undeleted.lifeVersion()).isFalse();
  }

  @Test
  void anUndeleteThatFailedHalfWayIsCompletedByTheNext() {
    delete();
    two.fault = Fault.REFUSING;
    three.fault = Fault.REFUSING;
    two.faulty = request -> request instanceof NodeRequest.Undelete;
    three.faulty = two.faulty;
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
    two.fault = Fault.NONE;
    three.fault = Fault.NONE;
    assertThat(cluster.undelete(id)).isEqualTo(UNDELETED);
    cluster.carrier.settle();
    assertThat(cluster.replicasOf(id))
        .allSatisfy(node -> assertThat(node.state(id)).contains(alive(1)));
  }

  /** Clocks differ: some replicas find the retention over, one does not. */
  @Test
  void anUndeleteThatOneReplicaMadeIsNotReportedAsRefused() {
    delete();
    two.forget(id);
    three.fault = Fault.REFUSING;
    three.faulty = request -> request instanceof NodeRequest.Undelete;
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void aBlobInChunksComesBackWhole() {
    byte[] large = cluster.bytes(5 * CHUNK + 3);
    BlobId blob = cluster.put(large).id();
    cluster.carrier.settle();
    assertThat(cluster.delete(blob)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    assertThat(cluster.undelete(blob)).isEqualTo(UNDELETED);
    assertThat(cluster.read(blob)).isEqualTo(large);
    cluster.carrier.settle();
    assertThat(cluster.replicasOf(blob))
        .allSatisfy(node -> assertThat(node.state(blob)).contains(alive(1)));
    assertThat(cluster.readable()).as("manifest and the small blob").isEqualTo(3 * 2);
  }

  @Test
  void anUndeleteOfALargeBlobIsOneWriteToItsManifest() {
    byte[] large = cluster.bytes(3 * CHUNK);
    BlobId blob = cluster.put(large).id();
    assertThat(cluster.delete(blob)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    assertThat(cluster.undelete(blob)).isEqualTo(UNDELETED);
    cluster.carrier.settle();
    assertThat(cluster.nodes.sent())
        .filteredOn(sent -> sent.request() instanceof NodeRequest.Undelete)
        .hasSize(3);
    assertThat(cluster.read(blob)).isEqualTo(large);
  }
}
