package io.aumbry.store;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compaction drops the right records, keeps the others, and does not disturb readers. */
@Timeout(300)
final class CompactionTest {
  private static final int SEGMENT = 16 * 1024;
  private static final int LENGTH = 1000;
  private static final Retention WEEK = Retention.defaults();
  static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, SEGMENT, 0, 64 << 20, 1000, 1, 32).withRetention(WEEK);

  private final SplittableRandom random = new SplittableRandom(9);
  private final StoreFixture fixture = new StoreFixture();
  private CrashingDisk medium = new CrashingDisk(random);
  private StoreDisk disk = fixture.open(medium, CONFIG);
  private BlobStore store = disk.create(Blobs.PARTITION);
  private final List<BlobId> ids = new ArrayList<>();

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private static byte[] bytes(BlobId id) {
    return BytesOfTests.random(new SplittableRandom(id.toString().hashCode()), LENGTH);
  }

  private void put(int count, long expiry) {
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      Blobs.put(store, id, bytes(id), expiry, fixture.patient());
      ids.add(id);
    }
  }

  private void put(int count) {
    put(count, Expiry.NEVER);
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  private void delete(BlobId id) {
    assertThat(store.delete(id, now(), fixture.patient())).isEqualTo(new NodeResponse.Done());
  }

  /** Two of three. */
  private void deleteMost() {
    for (int i = 0; i < ids.size(); i++) {
      if (i % 3 != 1) {
        delete(ids.get(i));
      }
    }
  }

  private void pass(Duration span) {
    fixture.time().advance(span.toMillis());
  }

  /** Compacts until nothing remains; returns the number of dropped records. */
  private long compact(Agreement agreement) {
    long dropped = 0;
    int rounds = 0;
    for (CompactionRound round = store.compact(agreement, bytes -> {});
        round.didSomething();
        round = store.compact(agreement, bytes -> {})) {
      dropped += round.droppedRecords();
      assertThat(++rounds).as("compaction ends").isLessThan(200);
    }
    return dropped;
  }

  private long compact() {
    return compact(new Agreement(Long.MAX_VALUE, now()));
  }

  private void restart() {
    disk.close();
    disk = fixture.open(medium, CONFIG);
    store = disk.open(Blobs.PARTITION);
  }

  private void killAndReopen() {
    CrashingDisk found = medium.afterKill();
    disk.close();
    medium = found;
    disk = fixture.open(medium, CONFIG);
    store = disk.open(Blobs.PARTITION);
  }

  private void reopenWithoutIndex() throws IOException {
    disk.close();
    StoreFixture.deleteIndex(medium, "partition-7");
    disk = fixture.open(medium, CONFIG);
    store = disk.open(Blobs.PARTITION);
  }

  private ReadResult resultOf(BlobId id) {
    return Blobs.read(store, id, fixture.patient()).result();
  }

  private void assertTheRestIsThere() {
    for (int i = 0; i < ids.size(); i++) {
      BlobId id = ids.get(i);
      if (i % 3 != 1) {
        assertThat(resultOf(id)).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
      } else {
        Blobs.Read read = Blobs.read(store, id, fixture.patient());
        assertThat(read.content()).isEqualTo(bytes(id));
        assertThat(read.metadata()).isEqualTo(Blobs.metadata(id));
      }
    }
  }

  private List<Long> sequences() {
    List<Long> sequences = new ArrayList<>();
    long after = 0;
    while (after < store.lastSequence()) {
      RecordBatch batch = store.recordsAfter(after, 3000, fixture.patient());
      try (var records = batch.records()) {
        RecordTransferOfTests.sequences(records).forEach(sequences::add);
      }
      assertThat(batch.last()).isGreaterThan(after);
      after = batch.last();
    }
    return sequences;
  }

  @Test
  void deletedBlobsAreDroppedAndOthersStay() {
    put(100);
    deleteMost();
    put(30);
    long before = store.usage().log();
    List<Long> all = sequences();
    pass(Duration.ofDays(8));
    long dropped = compact();
    assertThat(dropped).isBetween(55L, 67L);
    ids.subList(100, 130).clear();
    assertTheRestIsThere();
    assertThat(store.usage().log()).isLessThan(before - 40 * LENGTH);
    List<Long> left = sequences();
    assertThat(all).containsAll(left);
    assertThat(left).hasSize(all.size() - (int) dropped).isSorted();
    assertThat(store.lastSequence()).isEqualTo(197);
    restart();
    assertTheRestIsThere();
    killAndReopen();
    assertTheRestIsThere();
    assertThat(sequences()).isEqualTo(left);
    put(5);
    assertThat(store.lastSequence()).isEqualTo(202);
  }

  @Test
  void noRecordIsDroppedBeforeItsRetentionHasPassed() {
    put(100);
    deleteMost();
    put(30);
    pass(Duration.ofDays(6));
    assertThat(compact()).isZero();
    assertThat(Blobs.undelete(store, ids.getFirst(), now(), fixture.patient()))
        .isEqualTo(new NodeResponse.Done(1));
    assertThat(Blobs.read(store, ids.getFirst(), fixture.patient()).content())
        .isEqualTo(bytes(ids.getFirst()));
    pass(Duration.ofDays(300));
    assertThat(compact()).isPositive();
    assertThat(Blobs.read(store, ids.getFirst(), fixture.patient()).content())
        .isEqualTo(bytes(ids.getFirst()));
  }

  /** Covers a known incident: a garbage collector trusted a partial view. */
  @Test
  void recordsThatAReplicaHasNotAcknowledgedStay() {
    put(100);
    deleteMost();
    put(30);
    pass(Duration.ofDays(100));
    assertThat(compact(new Agreement(0, now()))).isZero();
    pass(Duration.ofHours(2));
    long dropped = compact(new Agreement(50, now()));
    assertThat(dropped).isBetween(1L, 34L);
    pass(Duration.ofHours(2));
    assertThat(compact()).isBetween(30L, 67 - dropped);
    ids.subList(100, 130).clear();
    assertTheRestIsThere();
  }

  /** No peer has reported undeletes that it may have accepted. */
  @Test
  void aBlobThatAnotherReplicaMayHaveUndeletedStays() {
    put(100);
    deleteMost();
    put(30);
    long deleted = now();
    pass(Duration.ofDays(100));
    assertThat(compact(new Agreement(Long.MAX_VALUE, deleted))).isZero();
    assertThat(compact(new Agreement(Long.MAX_VALUE, deleted + WEEK.deleted().toMillis())))
        .as("clocks differ")
        .isZero();
    pass(Duration.ofHours(2));
    assertThat(compact()).isBetween(55L, 67L);
  }

  @Test
  void expiredBlobsAreDroppedWhenNoReplicaCanHaveExtendedThem() {
    put(50, now() + 1000);
    put(50);
    BlobId kept = ids.get(7);
    assertThat(store.updateTtl(kept, fixture.patient())).isEqualTo(new NodeResponse.Done());
    pass(Duration.ofMinutes(1));
    assertThat(compact()).isZero();
    pass(Duration.ofDays(2));
    assertThat(compact()).isEqualTo(49);
    assertThat(Blobs.read(store, kept, fixture.patient()).content()).isEqualTo(bytes(kept));
    killAndReopen();
    assertThat(Blobs.read(store, kept, fixture.patient()).content()).isEqualTo(bytes(kept));
    assertThat(resultOf(ids.getFirst())).isInstanceOf(NodeResponse.Missing.class);
  }

  @Test
  void theDeleteIsForgottenLast() {
    put(200);
    ids.forEach(this::delete);
    put(30);
    pass(Duration.ofDays(8));
    assertThat(compact()).as("bytes").isEqualTo(200);
    assertThat(compact()).as("deletes are still known").isZero();
    killAndReopen();
    assertThat(resultOf(ids.getFirst())).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    pass(Duration.ofDays(40));
    assertThat(compact()).as("deletes").isPositive();
    assertThat(resultOf(ids.getFirst())).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    killAndReopen();
    assertThat(resultOf(ids.getFirst())).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  /** The index on disk is older than the deletes. */
  @Test
  void forgottenBlobsStayForgottenAfterAKill() {
    put(9);
    restart();
    List<BlobId> gone = List.copyOf(ids);
    gone.forEach(this::delete);
    put(5, now() + 1000);
    pass(Duration.ofDays(8));
    assertThat(compact()).as("bytes").isGreaterThan(9);
    pass(Duration.ofDays(40));
    compact();
    killAndReopen();
    for (BlobId id : gone) {
      assertThat(resultOf(id)).isInstanceOf(NodeResponse.Missing.class);
    }
  }

  @Test
  void anOldDeleteCannotBeUndone() {
    put(30);
    BlobId id = ids.getFirst();
    delete(id);
    pass(WEEK.deleted());
    assertThat(Blobs.undelete(store, id, now(), fixture.patient()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    pass(Duration.ofDays(1));
    ids.subList(1, 30).forEach(this::delete);
    pass(Duration.ofDays(8));
    assertThat(compact()).isPositive();
    assertThat(Blobs.undelete(store, id, now(), fixture.patient()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    ReadOptions all = new ReadOptions(true, true);
    assertThat(store.read(id, new ByteRange.All(), all, fixture.patient()))
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    assertThat(Blobs.put(store, id, bytes(id), fixture.patient()))
        .as("no byte of it would be kept")
        .isEqualTo(WriteResult.Refused.OTHER_CONTENT);
    pass(WEEK.deleted().minusDays(17));
    assertThat(Blobs.undelete(store, id, now(), fixture.patient()))
        .as("the clock was set back, but the bytes are gone")
        .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
  }

  /** A blob that is compacted after its expiry, beside deleted blobs. */
  private BlobId undeletedAndExpired() {
    BlobId id = Blobs.id(random);
    long expiry = now() + Duration.ofDays(2).toMillis();
    Blobs.put(store, id, new byte[2_000], expiry, fixture.patient());
    delete(id);
    assertThat(Blobs.undelete(store, id, now(), fixture.patient()))
        .isEqualTo(new NodeResponse.Done(1));
    put(400);
    deleteMost();
    put(30);
    pass(Duration.ofDays(9));
    assertThat(compact()).isPositive();
    return id;
  }

  /** Its PUT goes after the expiry. Its changes go later, and the blob stays known until then. */
  @Test
  void anUndeletedBlobThatExpiredIsKnownWhileItHasRecords() {
    BlobId id = undeletedAndExpired();
    assertThat(store.look(id, fixture.patient())).isPresent();
    assertThat(Blobs.offered(store, fixture.patient()))
        .as("a peer could do nothing with them")
        .doesNotContain(id);
  }

  /** Only the dropped PUT stated the expiry. */
  @Test
  void anUndeletedBlobThatExpiredStaysExpiredInARebuiltIndex() throws IOException {
    BlobId id = undeletedAndExpired();
    reopenWithoutIndex();
    compact();
    assertThat(Blobs.offered(store, fixture.patient()))
        .as("peers that have forgotten it would not ask for it")
        .doesNotContain(id);
  }

  /** As from a peer that received its PUT again after damage, and therefore later. */
  @Test
  void anUndeleteBeforeItsPutIsNotForgotten() {
    BlobId id = Blobs.id(random);
    Life life = new Life(1, now() + 1, now() + 2);
    try (StoreDisk elsewhere = fixture.open(new CrashingDisk(random), StoreFixture.SMALL)) {
      BlobStore peer = elsewhere.create(Blobs.PARTITION);
      Blobs.put(peer, id, new byte[100], fixture.patient());
      peer.delete(id, now() + 1, fixture.patient());
      peer.undelete(id, life, fixture.patient());
      Blobs.append(
          store, peer.recordsAfter(2, Integer.MAX_VALUE, fixture.patient()), fixture.patient());
      put(1500);
      deleteMost();
      put(30);
      restart();
      pass(Duration.ofDays(9));
      assertThat(compact()).isPositive();
      Blobs.append(store, peer.recordsAfter(0, 1, fixture.patient()), fixture.patient());
      Blobs.append(store, peer.recordsAfter(1, 1, fixture.patient()), fixture.patient());
    }
    assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(100);
  }

  /** As on a suspended machine: an undelete accepted in time is written days later. */
  @Test
  void aBlobStaysIfItsUndeleteIsBeingWritten() {
    put(30);
    BlobId id = ids.getFirst();
    ids.subList(0, 20).forEach(this::delete);
    pass(WEEK.deleted().minusSeconds(1));
    medium.holdForces();
    Mailbox<WriteResult> undeleted = new Mailbox<>();
    Thread.startVirtualThread(
        () -> undeleted.post(Blobs.undelete(store, id, now(), fixture.patient())));
    await().until(StoreFixture::isSyncing);
    pass(Duration.ofDays(8));
    Mailbox<Long> dropped = new Mailbox<>();
    Thread compaction = Thread.startVirtualThread(() -> dropped.post(compact()));
    await().until(() -> compaction.getState() == Thread.State.WAITING);
    medium.releaseForces();
    assertThat(undeleted.take()).isEqualTo(new NodeResponse.Done(1));
    assertThat(dropped.take()).isPositive();
    assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
    killAndReopen();
    assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
  }

  /** Covers a known incident: compaction looped on a file that looked like garbage. */
  @Test
  void aFileFullOfDeletesIsNotCompactedRepeatedly() {
    put(400);
    ids.forEach(this::delete);
    put(30);
    pass(Duration.ofDays(8));
    compact();
    long before = store.usage().copied();
    for (int i = 0; i < 20; i++) {
      pass(Duration.ofHours(2));
      compact();
    }
    assertThat(store.usage().copied()).isEqualTo(before);
  }

  /** Covers a known incident: a full disk prevented compaction. */
  @Test
  void aFullDiskIsCompacted() {
    put(200);
    deleteMost();
    pass(Duration.ofDays(8));
    // Space for a copy of one file, and for the next file that the helper may allocate.
    medium.limitTo(medium.usedSpace() + 2 * SEGMENT + (1 << 20));
    assertThat(compact()).isPositive();
    assertThat(store.usage().freed()).isPositive();
    assertTheRestIsThere();
  }

  /** Covers a known incident: compaction ran out of space. */
  @Test
  void withoutSpaceNoRoundBeginsAndNothingIsLost() {
    put(200);
    deleteMost();
    pass(Duration.ofDays(8));
    medium.limitTo(medium.usedSpace() + 1000);
    assertThat(store.compact(new Agreement(Long.MAX_VALUE, now()), bytes -> {}))
        .isEqualTo(CompactionRound.NOTHING);
    medium.limitTo(Long.MAX_VALUE);
    assertThat(compact()).isPositive();
    assertTheRestIsThere();
  }

  @Test
  void aDamagedFileIsSkippedAndOthersAreCompacted() throws IOException {
    put(200);
    deleteMost();
    pass(Duration.ofDays(8));
    medium.flip("partition-7/log-0000000002.seg", 3000, 2);
    Agreement agreement = new Agreement(Long.MAX_VALUE, now());
    int refused = 0;
    boolean more = true;
    while (more) {
      try {
        more = store.compact(agreement, bytes -> {}).didSomething();
      } catch (AumbryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
        refused++;
      }
    }
    assertThat(refused).isLessThanOrEqualTo(1);
    assertThat(medium.exists("partition-7/log-0000000002.seg")).isTrue();
    assertThat(store.usage().freed()).isPositive();
  }

  @Test
  void manySmallFilesAreMerged() throws IOException {
    put(400);
    for (int i = 0; i < ids.size(); i++) {
      if (i % 16 != 0) {
        delete(ids.get(i));
      }
    }
    put(30);
    pass(Duration.ofDays(8));
    compact();
    pass(Duration.ofDays(40));
    compact();
    assertThat(medium.list("partition-7").stream().filter(name -> name.endsWith(".seg")).count())
        .isLessThan(16);
    for (int i = 0; i < 400; i += 16) {
      assertThat(Blobs.read(store, ids.get(i), fixture.patient()).content())
          .isEqualTo(bytes(ids.get(i)));
    }
  }
}
