package io.aumbry.store;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.io.ThreadJoin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Disks that fail, fill up, or return wrong bytes. */
@Timeout(600)
final class DamageTest {
  private static final String LOG = "partition-7/log-0000000001.seg";
  private static final int BITS = 3000;

  private final SplittableRandom random = new SplittableRandom(3);
  private final StoreFixture fixture = new StoreFixture();
  private final Map<BlobId, Integer> seeds = new LinkedHashMap<>();
  private CrashingDisk medium = new CrashingDisk(random);
  private StoreDisk disk;
  private BlobStore store;

  @BeforeEach
  void open() {
    disk = fixture.open(medium, StoreFixture.SMALL);
    store = disk.create(Blobs.PARTITION);
  }

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private BlobId put(int length) {
    BlobId id = Blobs.id(random);
    int seed = random.nextInt();
    byte[] bytes = BytesOfTests.random(new SplittableRandom(seed), length);
    assertThat(Blobs.put(store, id, bytes, fixture.patient())).isEqualTo(new NodeResponse.Done());
    seeds.put(id, seed);
    return id;
  }

  private void assertReadable(BlobId id, int length) {
    assertThat(Blobs.read(store, id, fixture.patient()).content())
        .isEqualTo(BytesOfTests.random(new SplittableRandom(seeds.getOrDefault(id, 0)), length));
  }

  private void killAndReopen() {
    CrashingDisk found = medium.afterKill();
    disk.close();
    medium = found;
    disk = fixture.open(medium, StoreFixture.SMALL);
    store = disk.open(Blobs.PARTITION);
  }

  private ErrorCode codeOfPut() {
    return Blobs.codeOf(() -> Blobs.put(store, Blobs.id(random), new byte[10], fixture.patient()));
  }

  @Test
  void afterAFailedSyncTheStoreIsReadOnly() {
    BlobId id = put(500);
    medium.failForces(true);
    assertThat(codeOfPut()).isEqualTo(ErrorCode.DISK_FAILED);
    medium.failForces(false);
    assertThat(codeOfPut()).isEqualTo(ErrorCode.DISK_FAILED);
    assertThat(Blobs.codeOf(() -> store.delete(id, 1, fixture.patient())))
        .isEqualTo(ErrorCode.DISK_FAILED);
    assertReadable(id, 500);
    assertThat(store.lastSequence()).isEqualTo(1);
  }

  @Test
  void cachedRecordsOfAFailedSyncBecomeDurableBeforeTheyAreVisible() {
    BlobId first = put(500);
    medium.failForces(true);
    BlobId doubtful = Blobs.id(random);
    assertThatThrownBy(() -> Blobs.put(store, doubtful, new byte[100], fixture.patient()))
        .isInstanceOf(AumbryException.class);
    medium.failForces(false);
    killAndReopen();
    assertThat(Blobs.read(store, doubtful, fixture.patient()).content()).hasSize(100);
    CrashingDisk found = medium.afterCrash();
    disk.close();
    medium = found;
    disk = fixture.open(medium, StoreFixture.SMALL);
    store = disk.open(Blobs.PARTITION);
    assertThat(Blobs.read(store, doubtful, fixture.patient()).content()).hasSize(100);
    assertReadable(first, 500);
  }

  @Test
  void aFullDiskRefusesBlobsButServesDeletesAndReads() {
    BlobId id = put(500);
    medium.limitTo(300_000);
    ErrorCode code = ErrorCode.INTERNAL;
    for (int i = 0; i < 100 && code == ErrorCode.INTERNAL; i++) {
      code = codeOfFilling(code);
    }
    assertThat(code).isEqualTo(ErrorCode.NO_SPACE);
    medium.limitTo(Long.MAX_VALUE);
    assertThat(store.delete(id, 1, fixture.patient())).isEqualTo(new NodeResponse.Done());
    put(20_000);
  }

  private ErrorCode codeOfFilling(ErrorCode otherwise) {
    try {
      put(20_000);
      return otherwise;
    } catch (AumbryException e) {
      return e.code();
    }
  }

  @Test
  void aFailedReadIsReported() {
    BlobId id = put(500);
    medium.failReads(true);
    assertThat(Blobs.codeOf(() -> Blobs.read(store, id, fixture.patient())))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
    medium.failReads(false);
    assertReadable(id, 500);
  }

  /** Only a sync of the folder makes the name of the new segment durable. */
  @Test
  void aSegmentNamedByAKilledProcessIsDurableBeforeItIsUsed() {
    for (int changes = 0; changes < 40; changes++) {
      medium = new CrashingDisk(random);
      disk.close();
      disk = fixture.open(medium, StoreFixture.SMALL);
      store = disk.create(Blobs.PARTITION);
      put(200_000);
      medium.crashAfter(changes);
      assertThat(Blobs.codeOf(() -> putUntilItFails(100_000))).isEqualTo(ErrorCode.DISK_FAILED);
      killAndReopen();
      BlobId id = put(400);
      CrashingDisk found = medium.afterCrash();
      disk.close();
      medium = found;
      disk = fixture.open(medium, StoreFixture.SMALL);
      store = disk.open(Blobs.PARTITION);
      assertReadable(id, 400);
    }
  }

  private void putUntilItFails(int length) {
    for (int i = 0; i < 100; i++) {
      put(length);
    }
  }

  @Test
  void aTornTailIsCutOff() {
    BlobId first = put(500);
    int end = endOfLog();
    put(3000);
    medium.overwrite(LOG, end + 1024, new byte[512]);
    killAndReopen();
    assertReadable(first, 500);
    assertThat(store.lastSequence()).isEqualTo(1);
    BlobId next = put(100);
    killAndReopen();
    assertReadable(next, 100);
  }

  private int endOfLog() {
    byte[] bytes = medium.bytes(LOG);
    int end = bytes.length;
    while (bytes[end - 1] == 0) {
      end--;
    }
    return (end + 7) / 8 * 8;
  }

  @Test
  void damageBeforeAcknowledgedRecordsIsNotCutOff() {
    BlobId first = put(500);
    int end = endOfLog();
    BlobId broken = put(3000);
    BlobId last = put(700);
    medium.flip(LOG, end + 2000, 3);
    killAndReopen();
    assertCode(() -> put(10), ErrorCode.CORRUPT_RECORD).hasMessageContaining("offset " + end);
    assertReadable(first, 500);
    assertReadable(last, 700);
    assertThat(Blobs.codeOf(() -> Blobs.read(store, broken, fixture.patient())))
        .as("it was acknowledged, so it may not be called unknown")
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
  }

  @Test
  void aLogThatLostItsEndSinceACleanShutdownIsDamaged() {
    put(500);
    disk.close();
    medium.flip(LOG, 200, 1);
    disk = fixture.open(medium, StoreFixture.SMALL);
    store = disk.open(Blobs.PARTITION);
    assertThatThrownBy(() -> put(10)).hasMessageContaining("record 1 was durable");
  }

  @Test
  void aFlippedBitNeverYieldsWrongBytes() {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      ids.add(put(4000));
    }
    int end = endOfLog();
    int refused = 0;
    for (int i = 0; i < BITS; i++) {
      int at = random.nextInt(64, end);
      int bit = random.nextInt(8);
      medium.flip(LOG, at, bit);
      refused += countRefused(ids.get(Math.min(39, at * 40 / end)));
      medium.flip(LOG, at, bit);
    }
    assertThat(refused).isGreaterThan(BITS / 2);
  }

  private int countRefused(BlobId id) {
    try {
      assertReadable(id, 4000);
      return 0;
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
      return 1;
    }
  }

  /** For any bit of any file: the store opens with the right bytes, or reports the damage. */
  @Test
  void aFlippedBitFoundAtTheStartNeverYieldsWrongBytes() {
    for (int i = 0; i < 100; i++) {
      put(300);
    }
    disk.close();
    List<String> paths =
        List.of(LOG, "partition-7/store.id", "partition-7/reached", "disk.id", index());
    int wrong = 0;
    for (int i = 0; i < 400; i++) {
      String path = paths.get(i % paths.size());
      int at = random.nextInt(medium.bytes(path).length);
      int bit = random.nextInt(8);
      CrashingDisk flipped = medium.copy();
      flipped.flip(path, at, bit);
      wrong += openAndCheck(flipped);
    }
    disk = fixture.open(medium, StoreFixture.SMALL);
    store = disk.open(Blobs.PARTITION);
    assertThat(wrong).isGreaterThan(50);
  }

  private String index() {
    return "partition-7/index-%010d-%010d.idx".formatted(1, 1);
  }

  /** Returns 1 if damage was reported. */
  private int openAndCheck(CrashingDisk flipped) {
    int wrong = 0;
    try (StoreDisk attempt = fixture.open(flipped, StoreFixture.SMALL)) {
      store = attempt.open(Blobs.PARTITION);
      for (BlobId id : seeds.keySet()) {
        wrong |= missing(id) ? 1 : 0;
      }
    } catch (AumbryException e) {
      assertThat(e.code())
          .isIn(ErrorCode.CORRUPT_RECORD, ErrorCode.UNSUPPORTED_VERSION, ErrorCode.DISK_FAILED);
      wrong = 1;
    }
    return wrong;
  }

  /** Only a damaged store may lack a blob. */
  private boolean missing(BlobId id) {
    try {
      if (Blobs.read(store, id, fixture.patient()).result() instanceof ReadResult.Found) {
        assertReadable(id, 300);
        return false;
      }
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
      return true;
    }
    assertThat(codeOfPut()).isEqualTo(ErrorCode.CORRUPT_RECORD);
    return true;
  }

  /** Requests that gather during one sync share the next. */
  @Test
  void waitingRequestsShareASync() {
    put(10);
    List<Thread> callers = new ArrayList<>();
    int before = medium.forces();
    medium.holdForces();
    callers.add(putBeside(Blobs.id(random)));
    await().until(StoreFixture::isWriting);
    for (int i = 1; i < 500; i++) {
      callers.add(putBeside(Blobs.id(random)));
    }
    await().until(() -> disk.writer().waiting() == 499);
    medium.releaseForces();
    callers.forEach(ThreadJoin::join);
    assertThat(store.lastSequence()).isEqualTo(501);
    int indexSegments = 501 / StoreFixture.SMALL.activeIndexEntries();
    int ofZerosAhead = 1;
    assertThat(medium.forces() - before).isLessThanOrEqualTo(2 + indexSegments + ofZerosAhead);
  }

  private Thread putBeside(BlobId id) {
    return Thread.startVirtualThread(
        () -> Blobs.put(store, id, new byte[100], Expiry.NEVER, fixture.patient()));
  }
}
