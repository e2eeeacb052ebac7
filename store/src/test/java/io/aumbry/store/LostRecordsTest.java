package io.aumbry.store;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that has lost acknowledged records serves the others and denies no blob. */
@Timeout(300)
final class LostRecordsTest {
  private static final String FIRST = "partition-7/log-0000000001.seg";
  private static final String SECOND = "partition-7/log-0000000002.seg";
  private static final String INDEX = "partition-7/index-0000000001-0000000001.idx";
  private static final int LENGTH = 1000;

  /** Nothing is sealed, so recovery scans everything. */
  private static final StoreConfig SCANNED =
      new StoreConfig(SyncPolicy.FSYNC, 16 * 1024, 0, 64 << 20, 1000, 1, 1 << 20);

  private final SplittableRandom random = new SplittableRandom(4);
  private final StoreFixture fixture = new StoreFixture();
  private CrashingDisk medium = new CrashingDisk(random);
  private StoreDisk disk;
  private BlobStore store;
  private final List<BlobId> ids = new ArrayList<>();

  LostRecordsTest() {
    this.disk = fixture.open(medium, SCANNED);
    this.store = disk.create(Blobs.PARTITION);
  }

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  /** An index file for each {@code entries} records. */
  private void useIndexOf(int entries) {
    disk.close();
    StoreConfig indexed =
        new StoreConfig(SyncPolicy.FSYNC, 16 * 1024, 0, 64 << 20, 1000, 1, entries);
    disk = fixture.open(medium, indexed);
    store = disk.open(Blobs.PARTITION);
  }

  private void put(int count) {
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      Blobs.put(store, id, new byte[LENGTH], fixture.patient());
      ids.add(id);
    }
  }

  /** Offset of the header of a record with a matching sequence number. */
  private int offsetOf(String log, IntPredicate isWanted) {
    byte[] bytes = medium.bytes(log);
    int seen = 0;
    for (int at = 0; at < bytes.length - 3; at += 8) {
      boolean magic =
          bytes[at] == 'A' && bytes[at + 1] == 'u' && bytes[at + 2] == 'R' && bytes[at + 3] == 'C';
      if (magic && isWanted.test(seen++)) {
        return at;
      }
    }
    throw new AssertionError("only " + seen + " records in " + log);
  }

  private void kill() {
    CrashingDisk found = medium.afterKill();
    disk.close();
    medium = found;
  }

  /** A crash between the discovery of damage and the seal of the index part that knows of it. */
  private void killBefore(String sealed) throws IOException {
    await().until(() -> medium.files().contains(sealed));
    kill();
    medium.delete(sealed);
    disk = fixture.open(medium, SCANNED);
    store = disk.open(Blobs.PARTITION);
  }

  private void killAndReopen(StoreConfig config) {
    kill();
    disk = fixture.open(medium, config);
    store = disk.open(Blobs.PARTITION);
  }

  @Test
  void anIncompleteStoreDoesNotDenyABlob() {
    put(5);
    medium.flip(FIRST, offsetOf(FIRST, n -> n == 2) + 4, 1);
    killAndReopen(SCANNED);
    assertThat(Blobs.codeOf(() -> Blobs.read(store, ids.get(2), fixture.patient())))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertThat(Blobs.codeOf(() -> Blobs.read(store, Blobs.id(random), fixture.patient())))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
    for (int whole : new int[] {0, 1, 3, 4}) {
      assertThat(Blobs.read(store, ids.get(whole), fixture.patient()).content()).hasSize(LENGTH);
    }
  }

  @Test
  void aSoundStoreDeniesAMissingBlob() {
    put(1);
    killAndReopen(SCANNED);
    assertThat(Blobs.read(store, Blobs.id(random), fixture.patient()).result())
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  @Test
  void recordsBehindDamageInAnEarlierSegmentAreRead() {
    put(40);
    medium.flip(FIRST, offsetOf(FIRST, n -> n == 3) + 4, 1);
    killAndReopen(SCANNED);
    for (int i = 0; i < ids.size(); i++) {
      BlobId id = ids.get(i);
      if (i == 3) {
        assertThat(Blobs.codeOf(() -> Blobs.read(store, id, fixture.patient())))
            .isEqualTo(ErrorCode.CORRUPT_RECORD);
      } else {
        assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(LENGTH);
      }
    }
    assertThatThrownBy(() -> Blobs.put(store, Blobs.id(random), new byte[1], fixture.patient()))
        .hasMessageContaining("segment 1 offset");
  }

  /** After the restart, its index does not know the blob any more. */
  @Test
  void aStoreThatIsReadOnlyDoesNotCountALostBlobAsRepaired() throws IOException {
    put(5);
    medium.flip(FIRST, offsetOf(FIRST, n -> n == 2) + 100, 1);
    StoreFixture.scrub(disk);
    assertThat(store.damaged().open()).isEqualTo(1);
    medium.flip(FIRST, offsetOf(FIRST, n -> n == 2) + 4, 1);
    killBefore(INDEX);
    assertThatThrownBy(() -> Blobs.put(store, Blobs.id(random), new byte[1], fixture.patient()))
        .hasMessageContaining("segment 1 offset");
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isEqualTo(1);
  }

  /** The disk had confirmed the sync of records that it lost. */
  @Test
  void recordsThatReplaceALostEndAreNotItsDamage() throws IOException {
    put(5);
    medium.cut(FIRST, offsetOf(FIRST, n -> n == 3));
    StoreFixture.scrub(disk);
    assertThat(store.damaged().open()).isEqualTo(1);
    killBefore(INDEX);
    assertThat(store.damaged().open()).isZero();
    assertThat(store.lastSequence()).isEqualTo(3);
    ids.subList(3, 5).clear();
    put(4);
    killAndReopen(SCANNED);
    store.readAgain(store.damaged().version());
    disk.followUp(_ -> {});
    for (BlobId id : ids) {
      assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(LENGTH);
    }
    assertThat(RecordTransferOfTests.followed(store, 1, fixture.patient()))
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  /** The index knows that the log had a delete where it ends now, and nothing of the PUT behind. */
  @Test
  void aLostDeleteStaysLostIfTheLogEndsInTheMiddleOfDamage() throws IOException {
    useIndexOf(4);
    put(3);
    store.delete(ids.getFirst(), fixture.time().wallMillis(), fixture.patient());
    await().until(() -> medium.files().contains(INDEX));
    put(1);
    medium.cut(FIRST, offsetOf(FIRST, n -> n == 3));
    StoreFixture.scrub(disk);
    assertThat(store.damaged().open()).isEqualTo(1);
    killBefore("partition-7/index-0000000002-0000000002.idx");
    assertThat(store.lastSequence()).isEqualTo(4);
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).as("no peer gave the delete again").isEqualTo(1);
    store.readAgain(store.damaged().version());
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isZero();
  }

  /** The index is on disk, so it still knows the delete. Followers of the log do not. */
  @Test
  void aRepairThatIsLostWithTheEndOfTheLogIsRepeated() throws IOException {
    useIndexOf(4);
    put(3);
    store.delete(ids.getFirst(), fixture.time().wallMillis(), fixture.patient());
    await().until(() -> medium.files().contains(INDEX));
    medium.flip(FIRST, offsetOf(FIRST, n -> n == 3) + 4, 1);
    StoreFixture.scrub(disk);
    deleteArrivesAgain();
    assertThat(store.lastSequence()).isEqualTo(5);
    assertThat(store.damaged().open()).isZero();
    medium.cut(FIRST, offsetOf(FIRST, n -> n == 4));
    killAndReopen(SCANNED);
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isEqualTo(1);
    assertThat(store.damaged().version()).isEqualTo(1);
    deleteArrivesAgain();
    assertThat(store.damaged().open()).isZero();
    killAndReopen(SCANNED);
    assertThat(store.damaged().open()).isZero();
    assertThat(RecordTransferOfTests.followed(store, 1, fixture.patient()))
        .containsExactly(1L, 2L, 3L, 5L);
  }

  private void deleteArrivesAgain() {
    long now = fixture.time().wallMillis();
    Blobs.append(store, Blobs.deleted(ids.getFirst(), now), fixture.patient());
    store.readAgain(store.damaged().version());
    disk.followUp(_ -> {});
  }

  /** The index keeps the numbers and places of the lost records, so the log goes on behind them. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFileThatEndsBeforeItsIndexIsFoundDamagedWithoutARead(boolean isFilled) {
    useIndexOf(4);
    put(4);
    await().until(() -> medium.files().contains(INDEX));
    int end = offsetOf(FIRST, n -> n == 2);
    int length = medium.bytes(FIRST).length;
    medium.cut(FIRST, end);
    if (isFilled) {
      medium.overwrite(FIRST, end, new byte[length - end]);
    }
    killAndReopen(SCANNED);
    put(2);
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isEqualTo(1);
    for (int lost : new int[] {2, 3}) {
      Blobs.put(store, ids.get(lost), new byte[LENGTH], fixture.patient());
    }
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isZero();
    for (BlobId id : ids) {
      assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(LENGTH);
    }
    assertThat(RecordTransferOfTests.followed(store, 1, fixture.patient()))
        .containsExactly(1L, 2L, 5L, 6L, 7L, 8L);
  }

  /** With the old note, the damage would count as repaired by records that are lost. */
  @Test
  void aStoreWithoutSpaceToNoteALostRepairOpensWhenThereIsSpace() {
    put(4);
    medium.flip(FIRST, offsetOf(FIRST, n -> n == 2) + 4, 1);
    StoreFixture.scrub(disk);
    await().until(() -> medium.files().contains(INDEX));
    Blobs.put(store, ids.get(2), new byte[LENGTH], fixture.patient());
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isZero();
    medium.cut(FIRST, offsetOf(FIRST, n -> n == 3));
    kill();
    disk = fixture.open(medium, SCANNED);
    medium.limitTo(medium.usedSpace());
    assertThat(Blobs.codeOf(() -> disk.open(Blobs.PARTITION))).isEqualTo(ErrorCode.NO_SPACE);
    medium.limitTo(Long.MAX_VALUE);
    store = disk.open(Blobs.PARTITION);
    assertThat(store.lastSequence()).isEqualTo(4);
    assertThat(store.damaged().open()).isEqualTo(1);
    put(1);
  }

  @Test
  void aLogWithoutItsLastSegmentIsCorrupt() throws IOException {
    StoreConfig indexed = new StoreConfig(SyncPolicy.FSYNC, 16 * 1024, 0, 64 << 20, 1000, 1, 16);
    disk.close();
    disk = fixture.open(medium, indexed);
    store = disk.open(Blobs.PARTITION);
    put(20);
    store.close();
    medium.delete(SECOND);
    assertThat(Blobs.codeOf(() -> disk.open(Blobs.PARTITION))).isEqualTo(ErrorCode.CORRUPT_RECORD);
  }

  @Test
  void contentWithAnUnreadablePieceNeverSeemsToEnd() {
    BlobId id = Blobs.id(random);
    disk.close();
    disk = fixture.open(medium, StoreFixture.SMALL);
    store = disk.open(Blobs.PARTITION);
    store.close();
    disk.drop(Blobs.PARTITION);
    disk.close();
    StoreConfig large = new StoreConfig(SyncPolicy.FSYNC, 1 << 20, 0, 64 << 20, 1000, 1, 64);
    disk = fixture.open(medium, large);
    store = disk.create(Blobs.PARTITION);
    Blobs.put(store, id, new byte[300_000], fixture.patient());
    ReadResult.Found found =
        (ReadResult.Found) store.read(id, new ByteRange.All(), ReadOptions.LIVE, fixture.patient());
    found.header().metadata().close();
    medium.failReads(true);
    found.content().next().orElseThrow().close();
    assertThat(Blobs.codeOf(() -> found.content().next())).isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertThatThrownBy(() -> found.content().next()).isInstanceOf(IllegalStateException.class);
    found.content().close();
    assertThat(found.content().next()).isEmpty();
    medium.failReads(false);
  }
}
