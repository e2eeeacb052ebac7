package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Changes requested in data centre 1 of blobs made in data centre 2. Cases differ in the records
 * that have arrived and the replicas that can be reached.
 */
class ChangesAcrossDataCentresTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final Duration LIFE = Duration.ofHours(3);
  private static final ByteRange ALL = new ByteRange.All();
  private static final GetResult DELETED = new NodeResponse.Missing(Absence.DELETED);

  private final TestCluster cluster = new TestCluster(5, 2, 4);
  private final ClusterRouter there = cluster.routerIn(2);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private BlobId madeThere(byte[] bytes) {
    return madeThere(bytes, Expiry.INFINITE_TTL);
  }

  private BlobId madeThere(byte[] bytes, long ttlSeconds) {
    BlobProperties usual = cluster.properties();
    BlobProperties properties =
        new BlobProperties(
            0,
            usual.creationMillis(),
            ttlSeconds,
            OptionalInt.empty(),
            true,
            usual.labels(),
            Map.of());
    Upload upload =
        new Upload(101, 5, properties, OptionalLong.empty(), OptionalInt.empty(), Long.MAX_VALUE);
    BlobId id =
        cluster.carrier.run(() ->
            there
                .put(upload, cluster.body(bytes), cluster.carrier.request(TestCluster.PATIENCE))
                .id());
    cluster.carrier.settle();
    return id;
  }

  private void arrivesAtOneReplica(BlobId id) {
    cluster.replicasOf(id, 1).get(2).copyFrom(cluster.replicasOf(id, 2).getFirst(), id);
  }

  private void delete(BlobId id) {
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
  }

  /** A copy of the state at the origin, for local replicas that miss later changes. */
  private FakeNode asItIsThere(List<BlobId> ids) {
    FakeNode copy = new FakeNode();
    ids.forEach(id -> copy.copyFrom(cluster.replicasOf(id, 2).getFirst(), id));
    return copy;
  }

  private static boolean isKept(FakeNode node, BlobId id) {
    return node.state(id).orElseThrow().expiryMillis() == Expiry.NEVER;
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void aBlobThatHasNotArrivedIsDeletedAtItsOriginAndStaysDeletedWhenItArrives(int size) {
    BlobId id = madeThere(cluster.bytes(size));
    FakeNode before = asItIsThere(List.of(id));
    delete(id);
    assertThat(cluster.replicasOf(id, 2)).allMatch(node -> node.isDeleted(id));
    assertThat(cluster.nodesIn(2)).allMatch(node -> node.readable() == 0);
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
    cluster.replicasOf(id, 1).forEach(node -> node.copyFrom(before, id));
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  /** The blob arrives here before its delete. */
  @Test
  void aBlobDeletedAtItsOriginCannotBeKeptHereByTheSameFrontend() {
    BlobId id = madeThere(cluster.bytes(100), LIFE.toSeconds());
    FakeNode before = asItIsThere(List.of(id));
    delete(id);
    cluster.replicasOf(id, 1).forEach(node -> node.copyFrom(before, id));
    assertThat(cluster.updateTtl(id)).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  /** Seed 1003: all local replicas knew the delete, no remote one did. */
  @Test
  void aDeletedBlobIsNotReadElsewhereWhileItsOwnDataCentreIsDown() {
    BlobId id = madeThere(cluster.bytes(100));
    cluster.replicate(2, 1);
    delete(id);
    cluster.fault(1, Fault.DOWN);
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  @Test
  void aBlobOnOneLocalReplicaIsDeletedAtItsOrigin() {
    BlobId id = madeThere(cluster.bytes(100));
    arrivesAtOneReplica(id);
    delete(id);
    assertThat(cluster.replicasOf(id, 2)).allMatch(node -> node.isDeleted(id));
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "REFUSING"})
  void aLocalBlobIsDeletedAtOnceWhileItsOriginIsUnreachable(Fault fault) {
    BlobId id = madeThere(cluster.bytes(100));
    cluster.replicate(2, 1);
    cluster.fault(2, fault);
    Duration before = cluster.carrier.elapsed();
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    assertThat(cluster.carrier.elapsed().minus(before)).isLessThan(Duration.ofMillis(10));
    cluster.carrier.settle();
    assertThat(cluster.replicasOf(id, 1)).allMatch(node -> node.isDeleted(id));
    assertThat(cluster.replicasOf(id, 2)).noneMatch(node -> node.isDeleted(id));
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "REFUSING"})
  void changesOfABlobThatHasNotArrivedFailWhileItsOriginIsUnreachable(Fault fault) {
    BlobId id = madeThere(cluster.bytes(100), LIFE.toSeconds());
    cluster.fault(2, fault);
    assertUnavailable(() -> cluster.delete(id));
    assertUnavailable(() -> cluster.updateTtl(id));
    assertUnavailable(() -> cluster.undelete(id));
    cluster.fault(2, Fault.NONE);
    assertThat(cluster.read(id)).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void aBlobThatHasNotArrivedIsKeptAtItsOrigin(int size) {
    byte[] bytes = cluster.bytes(size);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    requireKept(id, bytes);
    assertThat(cluster.replicasOf(id, 2)).allMatch(node -> isKept(node, id));
  }

  @Test
  void aLocalBlobIsKeptHereWhileItsOriginIsUnreachable() {
    byte[] bytes = cluster.bytes(3 * CHUNK);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    cluster.replicate(2, 1);
    cluster.fault(2, Fault.DOWN);
    requireKept(id, bytes);
    cluster.fault(2, Fault.NONE);
    assertThat(cluster.replicasOf(id, 1)).allMatch(node -> isKept(node, id));
    assertThat(cluster.replicasOf(id, 2)).noneMatch(node -> isKept(node, id));
  }

  /** Remote replicas do not know the TTL update, and no local replica can be reached. */
  @Test
  void aKeptBlobIsNotReportedAsExpired() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    cluster.replicate(2, 1);
    requireKept(id, bytes);
    cluster.fault(1, Fault.DOWN);
    assertUnavailable(() -> cluster.get(id, ALL));
    assertUnavailable(() -> cluster.delete(id));
    cluster.fault(1, Fault.NONE);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    delete(id);
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  /** Remote replicas may answer before local ones with a missed change. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBlobThatExpiredAtItsOriginAndNeverArrivedHasExpired(boolean areLate) {
    BlobId id = madeThere(cluster.bytes(100), LIFE.toSeconds());
    if (areLate) {
      cluster.fault(1, Fault.DOWN);
      assertThat(cluster.read(id)).hasSize(100);
      cluster.fault(1, Fault.NONE);
    }
    cluster.carrier.pass(LIFE.multipliedBy(2));
    assertThat(cluster.get(id, ALL)).isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
    assertThat(cluster.delete(id)).isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
  }

  @Test
  void aBlobOnOneLocalReplicaIsKeptAtItsOrigin() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    arrivesAtOneReplica(id);
    requireKept(id, bytes);
    assertThat(cluster.replicasOf(id, 2)).allMatch(node -> isKept(node, id));
  }

  @Test
  void aBlobWithPartOfItsChunksHereIsKeptHereAndAtItsOrigin() {
    byte[] bytes = cluster.bytes(5 * CHUNK);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    List<BlobId> chunks = cluster.chunksOf(id);
    cluster.replicate(2, 1);
    BlobId late = chunks.get(1);
    cluster.replicasOf(late, 1).forEach(node -> node.forget(late));
    BlobId atOne = chunks.get(3);
    cluster.replicasOf(atOne, 1).subList(0, 2).forEach(node -> node.forget(atOne));
    requireKept(id, bytes);
    assertThat(cluster.replicasOf(late, 2)).allMatch(node -> isKept(node, late));
    assertThat(cluster.replicasOf(atOne, 2)).allMatch(node -> isKept(node, atOne));
    assertThat(cluster.replicasOf(chunks.getFirst(), 1))
        .allMatch(node -> isKept(node, chunks.getFirst()));
  }

  /** Seed 3478: the delete of the chunks has arrived here, but not their undelete. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aBlobIsKeptAtItsOriginIfItsChunksHaveNotArrivedSinceTheirUndelete(int come) {
    byte[] bytes = cluster.bytes(2 * CHUNK);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    List<BlobId> chunks = cluster.chunksOf(id);
    delete(id);
    FakeNode before = asItIsThere(chunks);
    assertThat(undeleteThere(id)).isEqualTo(new NodeResponse.Done());
    cluster.carrier.settle();
    cluster
        .replicasOf(id, 1)
        .forEach(node -> node.copyFrom(cluster.replicasOf(id, 2).getFirst(), id));
    chunks.forEach(chunk ->
        cluster
            .replicasOf(chunk, 1)
            .subList(0, come)
            .forEach(node -> node.copyFrom(before, chunk)));
    requireKept(id, bytes);
    chunks.forEach(
        chunk -> assertThat(cluster.replicasOf(chunk, 2)).allMatch(node -> isKept(node, chunk)));
  }

  /** Two local replicas were told the undelete ahead; the third got the delete. */
  @Test
  void aBlobOnlyToldAheadHereIsKeptAtItsOrigin() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    delete(id);
    FakeNode before = asItIsThere(List.of(id));
    undeleteThereUnheardByTheFirst(id);
    cluster.carrier.settle();
    cluster.replicasOf(id, 1).getFirst().copyFrom(before, id);
    cluster.replicasOf(id, 1).getLast().delay = Duration.ofMillis(50);
    requireKept(id, bytes);
    assertThat(cluster.replicasOf(id, 2)).allMatch(node -> isKept(node, id));
  }

  private void requireKept(BlobId id, byte[] bytes) {
    assertThat(cluster.updateTtl(id)).isEqualTo(new NodeResponse.Done());
    cluster.carrier.settle();
    cluster.carrier.pass(LIFE.multipliedBy(2));
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void aBlobOnlyAtItsOriginIsUndeletedThere(int size) {
    byte[] bytes = cluster.bytes(size);
    BlobId id = madeThere(bytes);
    delete(id);
    requireUndeleted(id, bytes);
    assertThat(cluster.replicasOf(id, 2)).noneMatch(node -> node.isDeleted(id));
  }

  @Test
  void aBlobThatIsEverywhereIsUndeletedByAMajorityInEachDataCentre() {
    byte[] bytes = cluster.bytes(3 * CHUNK);
    BlobId id = madeThere(bytes);
    delete(id);
    cluster.replicate(2, 1);
    cluster.replicasOf(id, 1).getFirst().fault = Fault.DOWN;
    cluster.replicasOf(id, 2).getFirst().fault = Fault.DOWN;
    requireUndeleted(id, bytes);
    cluster.replicasOf(id, 1).getFirst().fault = Fault.NONE;
    cluster.replicasOf(id, 2).getFirst().fault = Fault.NONE;
    for (int dataCenter = 1; dataCenter <= 2; dataCenter++) {
      assertThat(cluster.replicasOf(id, dataCenter).subList(1, 3))
          .noneMatch(node -> node.isDeleted(id));
    }
  }

  @Test
  void anUndeleteNeedsEachDataCentre() {
    BlobId id = madeThere(cluster.bytes(100));
    delete(id);
    cluster.replicate(2, 1);
    cluster.replicasOf(id, 2).get(0).fault = Fault.DOWN;
    cluster.replicasOf(id, 2).get(1).fault = Fault.DOWN;
    assertUnavailable(() -> cluster.undelete(id));
    cluster.replicasOf(id, 2).get(0).fault = Fault.NONE;
    cluster.replicasOf(id, 2).get(1).fault = Fault.NONE;
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  @Test
  void notDeletedIsNotReportedBeforeEachDataCentreWasSeen() {
    BlobId id = madeThere(cluster.bytes(100));
    cluster.replicate(2, 1);
    assertThat(
            cluster.carrier.run(
                () -> there.delete(id, cluster.carrier.request(TestCluster.PATIENCE))))
        .isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    cluster.see(2, false);
    assertUnavailable(() -> cluster.undelete(id));
    cluster.see(2, true);
    assertThat(cluster.undelete(id)).isEqualTo(new NodeResponse.Done());
  }

  @Test
  void aBlobOnOneLocalReplicaIsUndeletedAtItsOrigin() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    delete(id);
    arrivesAtOneReplica(id);
    requireUndeleted(id, bytes);
    assertThat(cluster.replicasOf(id, 2)).noneMatch(node -> node.isDeleted(id));
  }

  @Test
  void aBlobOnOneLocalReplicaIsUndeletedWhileAnotherReplicaFails() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    delete(id);
    arrivesAtOneReplica(id);
    FakeNode failing = cluster.replicasOf(id, 1).getFirst();
    failing.faulty = NodeRequest.Undelete.class::isInstance;
    failing.fault = Fault.REFUSING;
    requireUndeleted(id, bytes);
    assertThat(cluster.undelete(id)).isEqualTo(WriteResult.Refused.NOT_DELETED);
  }

  @Test
  void aBlobWithPartOfItsChunksHereIsUndeletedWhole() {
    byte[] bytes = cluster.bytes(5 * CHUNK);
    BlobId id = madeThere(bytes);
    List<BlobId> chunks = cluster.chunksOf(id);
    delete(id);
    cluster.replicate(2, 1);
    BlobId late = chunks.get(1);
    cluster.replicasOf(late, 1).forEach(node -> node.forget(late));
    BlobId atOne = chunks.get(3);
    cluster.replicasOf(atOne, 1).subList(0, 2).forEach(node -> node.forget(atOne));
    requireUndeleted(id, bytes);
    chunks.forEach(
        chunk -> assertThat(cluster.replicasOf(chunk, 2)).noneMatch(node -> node.isDeleted(chunk)));
  }

  /** The PUT and the delete arrive here before the undelete. */
  @Test
  void anUndeleteOfABlobThatHasNotArrivedIsKnownHereBeforeTheDelete() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    deletedAndUndeletedThereBeforeItComesHere(id);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(cluster.undelete(id)).isEqualTo(WriteResult.Refused.NOT_DELETED);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void aDeleteHereEndsTheLifeThatBeganBeforeTheBlobArrived(int size) {
    BlobId id = madeThere(cluster.bytes(size));
    deletedAndUndeletedThereBeforeItComesHere(id);
    delete(id);
    assertThat(cluster.replicasOf(id, 1)).allMatch(node -> node.isDeleted(id));
    assertThat(cluster.replicasOf(id, 1))
        .allSatisfy(node -> assertThat(node.state(id).orElseThrow().lifeVersion()).isEqualTo(1));
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  /** One local replica missed the undelete. The blob has reached none or one of the others. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aDeleteWhileTheBlobArrivesEndsTheNewLife(int come) {
    BlobId id = madeThere(cluster.bytes(100));
    delete(id);
    FakeNode before = asItIsThere(List.of(id));
    undeleteThereUnheardByTheFirst(id);
    cluster.replicasOf(id, 1).subList(0, 1 + come).forEach(node -> node.copyFrom(before, id));
    delete(id);
    assertThat(cluster.replicasOf(id, come == 0 ? 2 : 1))
        .as("a write quorum, here or where it was made")
        .filteredOn(node -> node.isDeleted(id))
        .filteredOn(node -> node.state(id).orElseThrow().lifeVersion() == 1)
        .hasSizeGreaterThanOrEqualTo(2);
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  @Test
  void anUndeleteIsNotDoneBeforeEachDataCentreKnowsIt() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    delete(id);
    List<FakeNode> refusing = cluster.replicasOf(id, 1).subList(0, 2);
    refusing.forEach(node -> node.fault = Fault.REFUSING);
    refusing.forEach(node -> node.faulty = NodeRequest.Undelete.class::isInstance);
    assertUnavailable(() -> cluster.undelete(id));
    assertUnavailable(() -> cluster.undelete(id));
    refusing.forEach(node -> node.fault = Fault.NONE);
    requireUndeleted(id, bytes);
    assertThat(cluster.undelete(id)).isEqualTo(WriteResult.Refused.NOT_DELETED);
  }

  /** Otherwise replication from there would complete the refused undelete. */
  @Test
  void aRefusedUndeleteLeavesNothingBehind() {
    BlobId id = madeThere(cluster.bytes(100));
    delete(id);
    cluster.carrier.pass(Duration.ofMillis(FakeNode.RETENTION));
    assertThat(cluster.undelete(id)).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    assertThat(cluster.nodes.sent())
        .noneMatch(
            sent -> sent.request() instanceof NodeRequest.Undelete undelete && undelete.ahead());
  }

  /** Local replicas know the undelete but not the expiry. */
  @Test
  void anUndeletedBlobThatExpiresSoonAndHasNotArrivedIsNotKept() {
    BlobId id = madeThere(cluster.bytes(100), LIFE.toSeconds());
    delete(id);
    assertThat(undeleteThere(id)).isEqualTo(new NodeResponse.Done());
    cluster.carrier.pass(LIFE.minusMinutes(59));
    assertThat(cluster.updateTtl(id)).isEqualTo(WriteResult.Refused.ENDS_TOO_SOON);
  }

  private void deletedAndUndeletedThereBeforeItComesHere(BlobId id) {
    delete(id);
    FakeNode before = asItIsThere(List.of(id));
    assertThat(undeleteThere(id)).isEqualTo(new NodeResponse.Done());
    cluster.carrier.settle();
    cluster.replicasOf(id, 1).forEach(node -> node.copyFrom(before, id));
  }

  /** One local replica is not told ahead. */
  private void undeleteThereUnheardByTheFirst(BlobId id) {
    FakeNode behind = cluster.replicasOf(id, 1).getFirst();
    behind.fault = Fault.DOWN;
    assertThat(undeleteThere(id)).isEqualTo(new NodeResponse.Done());
    behind.fault = Fault.NONE;
  }

  private WriteResult undeleteThere(BlobId id) {
    return cluster.carrier.run(
        () -> there.undelete(id, cluster.carrier.request(TestCluster.PATIENCE)));
  }

  private void requireUndeleted(BlobId id, byte[] bytes) {
    assertThat(cluster.undelete(id)).isEqualTo(new NodeResponse.Done());
    cluster.carrier.settle();
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  private static void assertUnavailable(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AumbryException.class,
            e ->
                assertThat(e.code())
                    .as(e.getMessage())
                    .isIn(ErrorCode.QUORUM_NOT_REACHED, ErrorCode.TIMED_OUT));
  }
}
