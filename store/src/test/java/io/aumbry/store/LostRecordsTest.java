package io.aumbry.store;

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

/** A store that has lost acknowledged records serves the others and denies no blob. */
@Timeout(300)
final class LostRecordsTest {
  private static final String FIRST = "partition-7/log-0000000001.seg";
  private static final String SECOND = "partition-7/log-0000000002.seg";
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

  private void killAndReopen(StoreConfig config) {
    CrashingDisk found = medium.afterKill();
    disk.close();
    medium = found;
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
    assertThat(Blobs.codeOf(() -> found.content().next())).isEqualTo(ErrorCode.DISK_FAILED);
    assertThatThrownBy(() -> found.content().next()).isInstanceOf(IllegalStateException.class);
    found.content().close();
    assertThat(found.content().next()).isEmpty();
    medium.failReads(false);
  }
}
