package io.aumbry.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.router.FakeNode.Fault;
import io.aumbry.router.Router.Upload;
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
 * What becomes of a change that is asked for in data centre 1, of a blob made in data centre 2, by
 * what has come here and what can be reached.
 */
class ChangesAcrossDataCentresTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final Duration LIFE = Duration.ofHours(3);
  private static final ByteRange ALL = new ByteRange.All();
  private static final GetResult DELETED = new GetResult.Missing(Absence.DELETED);

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

  private List<FakeNode> replicas(int dataCenter, BlobId id) {
    return cluster.group(dataCenter, id.partition() % 2);
  }

  private void away(Fault fault) {
    cluster.nodesIn(2).forEach(node -> node.fault = fault);
  }

  private void arrivesAtOneReplica(BlobId id) {
    replicas(1, id).get(2).copyFrom(replicas(2, id).getFirst(), id);
  }

  private void delete(BlobId id) {
    assertThat(cluster.delete(id)).isInstanceOf(DeleteResult.Deleted.class);
    cluster.carrier.settle();
  }

  private static boolean isKept(FakeNode node, BlobId id) {
    return node.state(id).orElseThrow().expiryMillis() == Expiry.NEVER;
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void whatIsNotHereYetIsDeletedThereAndStaysSoForThisReaderWhenItArrives(int size) {
    BlobId id = madeThere(cluster.bytes(size));
    FakeNode before = new FakeNode();
    before.copyFrom(replicas(2, id).getFirst(), id);
    delete(id);
    assertThat(replicas(2, id)).allMatch(node -> node.isDeleted(id));
    assertThat(cluster.nodesIn(2)).allMatch(node -> node.readable() == 0);
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
    replicas(1, id).forEach(node -> node.copyFrom(before, id));
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  @Test
  void whatHasComeToOneReplicaIsDeletedThere() {
    BlobId id = madeThere(cluster.bytes(100));
    arrivesAtOneReplica(id);
    delete(id);
    assertThat(replicas(2, id)).allMatch(node -> node.isDeleted(id));
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "REFUSING"})
  void whatIsHereIsDeletedHereAtOnceWhenItsOriginIsAway(Fault fault) {
    BlobId id = madeThere(cluster.bytes(100));
    cluster.replicate(2, 1);
    away(fault);
    Duration before = cluster.carrier.elapsed();
    assertThat(cluster.delete(id)).isInstanceOf(DeleteResult.Deleted.class);
    assertThat(cluster.carrier.elapsed().minus(before)).isLessThan(Duration.ofMillis(10));
    cluster.carrier.settle();
    assertThat(replicas(1, id)).allMatch(node -> node.isDeleted(id));
    assertThat(replicas(2, id)).noneMatch(node -> node.isDeleted(id));
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "REFUSING"})
  void whatIsNotHereIsNotSaidToBeDeletedOrKeptOrMissingWhenItsOriginIsAway(Fault fault) {
    BlobId id = madeThere(cluster.bytes(100), LIFE.toSeconds());
    away(fault);
    assertUnavailable(() -> cluster.delete(id));
    assertUnavailable(() -> cluster.keep(id));
    assertUnavailable(() -> cluster.undelete(id));
    away(Fault.NONE);
    assertThat(cluster.read(id)).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void whatIsNotHereYetIsKeptThere(int size) {
    byte[] bytes = cluster.bytes(size);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    requireKept(id, bytes);
    assertThat(replicas(2, id)).allMatch(node -> isKept(node, id));
  }

  @Test
  void whatIsHereIsKeptHereWhenItsOriginIsAway() {
    byte[] bytes = cluster.bytes(3 * CHUNK);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    cluster.replicate(2, 1);
    away(Fault.DOWN);
    requireKept(id, bytes);
    away(Fault.NONE);
    assertThat(replicas(1, id)).allMatch(node -> isKept(node, id));
    assertThat(replicas(2, id)).noneMatch(node -> isKept(node, id));
  }

  @Test
  void whatHasComeToOneReplicaIsKeptThere() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    arrivesAtOneReplica(id);
    requireKept(id, bytes);
    assertThat(replicas(2, id)).allMatch(node -> isKept(node, id));
  }

  @Test
  void whoseChunksHaveComeInPartIsKeptHereAndThere() {
    byte[] bytes = cluster.bytes(5 * CHUNK);
    BlobId id = madeThere(bytes, LIFE.toSeconds());
    List<BlobId> chunks = cluster.chunksOf(id);
    cluster.replicate(2, 1);
    BlobId late = chunks.get(1);
    replicas(1, late).forEach(node -> node.forget(late));
    BlobId atOne = chunks.get(3);
    replicas(1, atOne).subList(0, 2).forEach(node -> node.forget(atOne));
    requireKept(id, bytes);
    assertThat(replicas(2, late)).allMatch(node -> isKept(node, late));
    assertThat(replicas(2, atOne)).allMatch(node -> isKept(node, atOne));
    assertThat(replicas(1, chunks.getFirst())).allMatch(node -> isKept(node, chunks.getFirst()));
  }

  private void requireKept(BlobId id, byte[] bytes) {
    assertThat(cluster.keep(id)).isEqualTo(new KeepResult.Kept());
    cluster.carrier.settle();
    cluster.carrier.pass(LIFE.multipliedBy(2));
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void whatIsInItsOriginOnlyIsUndeletedThere(int size) {
    byte[] bytes = cluster.bytes(size);
    BlobId id = madeThere(bytes);
    delete(id);
    requireUndeleted(id, bytes);
    assertThat(replicas(2, id)).noneMatch(node -> node.isDeleted(id));
  }

  @Test
  void whatIsEverywhereIsUndeletedByAMajorityInEachDataCentre() {
    byte[] bytes = cluster.bytes(3 * CHUNK);
    BlobId id = madeThere(bytes);
    delete(id);
    cluster.replicate(2, 1);
    replicas(1, id).getFirst().fault = Fault.DOWN;
    replicas(2, id).getFirst().fault = Fault.DOWN;
    requireUndeleted(id, bytes);
    replicas(1, id).getFirst().fault = Fault.NONE;
    replicas(2, id).getFirst().fault = Fault.NONE;
    for (int dataCenter = 1; dataCenter <= 2; dataCenter++) {
      assertThat(replicas(dataCenter, id).subList(1, 3)).noneMatch(node -> node.isDeleted(id));
    }
  }

  @Test
  void anUndeleteNeedsEachDataCentre() {
    BlobId id = madeThere(cluster.bytes(100));
    delete(id);
    cluster.replicate(2, 1);
    replicas(2, id).get(0).fault = Fault.DOWN;
    replicas(2, id).get(1).fault = Fault.DOWN;
    assertUnavailable(() -> cluster.undelete(id));
    replicas(2, id).get(0).fault = Fault.NONE;
    replicas(2, id).get(1).fault = Fault.NONE;
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  @Test
  void whatHasComeToOneReplicaIsUndeletedThere() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    delete(id);
    arrivesAtOneReplica(id);
    requireUndeleted(id, bytes);
    assertThat(replicas(2, id)).noneMatch(node -> node.isDeleted(id));
  }

  @Test
  void whoseChunksHaveComeInPartIsUndeletedWhole() {
    byte[] bytes = cluster.bytes(5 * CHUNK);
    BlobId id = madeThere(bytes);
    List<BlobId> chunks = cluster.chunksOf(id);
    delete(id);
    cluster.replicate(2, 1);
    BlobId late = chunks.get(1);
    replicas(1, late).forEach(node -> node.forget(late));
    BlobId atOne = chunks.get(3);
    replicas(1, atOne).subList(0, 2).forEach(node -> node.forget(atOne));
    requireUndeleted(id, bytes);
    chunks.forEach(
        chunk -> assertThat(replicas(2, chunk)).noneMatch(node -> node.isDeleted(chunk)));
  }

  /** What comes here later are the PUT and the delete, and only then the undelete. */
  @Test
  void anUndeleteOfWhatHasNotComeHereIsKnownHereBeforeTheDeleteComes() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    deletedAndUndeletedThereBeforeItComesHere(id);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(cluster.undelete(id)).isEqualTo(new UndeleteResult.NotDeleted());
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * CHUNK})
  void aDeleteHereEndsTheLifeThatWasBegunBeforeTheBlobCame(int size) {
    BlobId id = madeThere(cluster.bytes(size));
    deletedAndUndeletedThereBeforeItComesHere(id);
    delete(id);
    assertThat(replicas(1, id)).allMatch(node -> node.isDeleted(id));
    assertThat(replicas(1, id))
        .allSatisfy(node -> assertThat(node.state(id).orElseThrow().lifeVersion()).isEqualTo(1));
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  /** One replica here has missed it, and the blob has come to none of the others or to one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aDeleteWhileTheBlobComesEndsTheLifeThatWasBegun(int come) {
    BlobId id = madeThere(cluster.bytes(100));
    delete(id);
    FakeNode before = new FakeNode();
    before.copyFrom(replicas(2, id).getFirst(), id);
    FakeNode behind = replicas(1, id).getFirst();
    behind.fault = Fault.DOWN;
    assertThat(undeleteThere(id)).isEqualTo(new UndeleteResult.Undeleted());
    behind.fault = Fault.NONE;
    behind.copyFrom(before, id);
    replicas(1, id).subList(1, 1 + come).forEach(node -> node.copyFrom(before, id));
    delete(id);
    assertThat(replicas(come == 0 ? 2 : 1, id))
        .as("a write quorum, here or where it was made")
        .filteredOn(node -> node.isDeleted(id))
        .filteredOn(node -> node.state(id).orElseThrow().lifeVersion() == 1)
        .hasSizeGreaterThanOrEqualTo(2);
    assertThat(cluster.get(id, ALL)).isEqualTo(DELETED);
  }

  @Test
  void anUndeleteThatADataCentreCannotBeToldOfIsNotSaidToBeDoneBeforeItCan() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = madeThere(bytes);
    delete(id);
    List<FakeNode> refusing = replicas(1, id).subList(0, 2);
    refusing.forEach(node -> node.fault = Fault.REFUSING);
    refusing.forEach(node -> node.faulty = NodeRequest.Undelete.class::isInstance);
    assertUnavailable(() -> cluster.undelete(id));
    assertUnavailable(() -> cluster.undelete(id));
    refusing.forEach(node -> node.fault = Fault.NONE);
    requireUndeleted(id, bytes);
    assertThat(cluster.undelete(id)).isEqualTo(new UndeleteResult.NotDeleted());
  }

  /** Else what is refused would come about, by replication from there. */
  @Test
  void anUndeleteThatIsRefusedLeavesNothingBehind() {
    BlobId id = madeThere(cluster.bytes(100));
    delete(id);
    cluster.carrier.pass(Duration.ofMillis(FakeNode.RETENTION));
    assertThat(cluster.undelete(id)).isEqualTo(new UndeleteResult.Missing(Absence.DELETED));
    assertThat(cluster.nodes.sent())
        .noneMatch(
            sent -> sent.request() instanceof NodeRequest.Undelete undelete && undelete.ahead());
  }

  /** Here it is known that it was undeleted, and not when it ends. */
  @Test
  void whatWasUndeletedAndHasNotComeIsLeftAsItIsWhenItEndsTooSoon() {
    BlobId id = madeThere(cluster.bytes(100), LIFE.toSeconds());
    delete(id);
    assertThat(undeleteThere(id)).isEqualTo(new UndeleteResult.Undeleted());
    cluster.carrier.pass(LIFE.minusMinutes(59));
    assertThat(cluster.keep(id)).isEqualTo(new KeepResult.EndsTooSoon());
  }

  private void deletedAndUndeletedThereBeforeItComesHere(BlobId id) {
    delete(id);
    FakeNode before = new FakeNode();
    before.copyFrom(replicas(2, id).getFirst(), id);
    assertThat(undeleteThere(id)).isEqualTo(new UndeleteResult.Undeleted());
    cluster.carrier.settle();
    replicas(1, id).forEach(node -> node.copyFrom(before, id));
  }

  private UndeleteResult undeleteThere(BlobId id) {
    return cluster.carrier.run(
        () -> there.undelete(id, cluster.carrier.request(TestCluster.PATIENCE)));
  }

  private void requireUndeleted(BlobId id, byte[] bytes) {
    assertThat(cluster.undelete(id)).isEqualTo(new UndeleteResult.Undeleted());
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
