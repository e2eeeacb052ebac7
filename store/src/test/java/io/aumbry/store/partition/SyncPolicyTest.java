package io.aumbry.store.partition;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreFixture;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.store.log.FileMark;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promise of an answer with each {@link SyncPolicy}. */
@Timeout(300)
final class SyncPolicyTest {
  private static final byte[] CONTENT = {1, 2, 3, 4, 5};
  private static final String FOLDER = "partition-" + Blobs.PARTITION + "/";
  private static final String LOG = FOLDER + "log-0000000001.seg";
  private static final StoreConfig WRITE =
      new StoreConfig(SyncPolicy.WRITE, 1 << 20, 0, 64 << 20, 10_000, 2, 64);
  private static final StoreConfig FSYNC =
      new StoreConfig(SyncPolicy.FSYNC, 1 << 20, 0, 64 << 20, 10_000, 2, 64);

  private final SplittableRandom random = new SplittableRandom(17);
  private final StoreFixture fixture = new StoreFixture();
  private CrashingDisk medium = new CrashingDisk(random);
  private StoreDisk disk = fixture.open(medium, WRITE);
  private BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private BlobId put() {
    BlobId id = Blobs.id(random);
    assertThat(Blobs.put(store, id, CONTENT, fixture.patient())).isEqualTo(new NodeResponse.Done());
    return id;
  }

  private void reopen(CrashingDisk found, StoreConfig config) {
    disk.close();
    medium = found;
    disk = fixture.open(medium, config);
    store = disk.open(Blobs.PARTITION);
  }

  private ReadResult read(BlobId id) {
    return Blobs.read(store, id, fixture.patient()).result();
  }

  @Test
  void withFsyncAnAnswerWaitsForTheDisk() {
    reopen(medium.copy(), FSYNC);
    put();
    medium.holdForces();
    int before = medium.forces();
    try {
      BlobId id = Blobs.id(random);
      assertCode(
          () -> Blobs.put(store, id, CONTENT, fixture.carrier().within(Duration.ofMillis(50))),
          ErrorCode.TIMED_OUT);
    } finally {
      medium.releaseForces();
    }
    put();
    assertThat(medium.forces()).isGreaterThan(before);
    disk.sync();
  }

  @Test
  void withWriteAnAnswerDoesNotWaitForTheDiskAndSyncMakesItDurable() {
    int made = medium.forces();
    put();
    // The helper allocates space once, concurrently, and syncs too.
    await().until(() -> medium.forces() > made);
    medium.holdForces();
    BlobId id;
    int before = medium.forces();
    try {
      id = put();
      assertThat(read(id)).isInstanceOf(ReadResult.Found.class);
      assertThat(medium.forces()).isEqualTo(before);
    } finally {
      medium.releaseForces();
    }
    disk.sync();
    assertThat(medium.forces()).isGreaterThan(before);
    int synced = medium.forces();
    disk.sync();
    assertThat(medium.forces()).as("nothing is left to sync").isEqualTo(synced);
    reopen(medium.afterCrash(), WRITE);
    assertThat(read(id)).isInstanceOf(ReadResult.Found.class);
  }

  @Test
  void withWriteACrashLosesOnlyUnsyncedRecords() {
    for (int round = 0; round < 40; round++) {
      BlobId synced = put();
      disk.sync();
      int unsynced = random.nextInt(8);
      BlobId[] late = new BlobId[unsynced];
      for (int i = 0; i < unsynced; i++) {
        late[i] = put();
      }
      reopen(medium.afterCrash(), WRITE);
      assertThat(read(synced)).isInstanceOf(ReadResult.Found.class);
      boolean lost = false;
      for (BlobId id : late) {
        boolean found = read(id) instanceof ReadResult.Found;
        assertThat(lost && found).as("one behind a lost one").isFalse();
        lost = !found;
      }
      put();
    }
  }

  @Test
  void otherReplicasSeeOnlyWhatIsDurable() {
    put();
    disk.sync();
    long durable = store.lastSequence();
    put();
    assertThat(store.lastSequence()).isEqualTo(durable);
    assertThat(store.newestSequence()).isEqualTo(durable + 1);
    assertThat(store.recordsAfter(durable, 1 << 20, fixture.patient()).last()).isEqualTo(durable);
    disk.sync();
    assertThat(store.lastSequence()).isEqualTo(durable + 1);
  }

  /** The requester goes on behind them, even if it never gets the requested one. */
  @Test
  void recordsBeforeARequestedOneAreDurable() {
    BlobId known = put();
    CrashingDisk other = new CrashingDisk(random);
    try (StoreDisk peer = fixture.open(other, WRITE)) {
      BlobStore source = peer.create(Blobs.PARTITION);
      for (BlobId id : List.of(known, Blobs.id(random))) {
        Blobs.put(source, id, CONTENT, fixture.patient());
      }
      peer.sync();
      RecordBatch summaries = source.summariesAfter(0, 1 << 20, fixture.patient());
      assertThat(store.newestSequence()).isGreaterThan(store.lastSequence());
      try (var _ = summaries.records()) {
        assertThat(Blobs.lacking(store, summaries, fixture.patient())).hasSize(1);
      }
      assertThat(store.newestSequence()).isEqualTo(store.lastSequence());
    }
  }

  /** The requester records that it has them, and never asks again. */
  @Test
  void recordsThatAreNotRequestedAgainAreDurable() {
    BlobId id = put();
    disk.sync();
    CrashingDisk other = new CrashingDisk(random);
    try (StoreDisk peer = fixture.open(other, WRITE)) {
      BlobStore copy = peer.create(Blobs.PARTITION);
      RecordBatch batch = store.recordsAfter(0, 1 << 20, fixture.patient());
      try (var _ = batch.records()) {
        copy.append(batch, fixture.patient());
      }
      assertThat(copy.lastSequence()).isEqualTo(copy.newestSequence());
    }
    RecordBatch summaries = store.summariesAfter(0, 1 << 20, fixture.patient());
    BlobId late = put();
    assertThat(store.newestSequence()).isGreaterThan(store.lastSequence());
    try (var _ = summaries.records()) {
      assertThat(Blobs.lacking(store, summaries, fixture.patient())).isEmpty();
    }
    assertThat(store.newestSequence()).isEqualTo(store.lastSequence());
    reopen(medium.afterCrash(), WRITE);
    assertThat(read(id)).isInstanceOf(ReadResult.Found.class);
    assertThat(read(late)).isInstanceOf(ReadResult.Found.class);
  }

  /** A peer passes a PUT that it is not offered, and never asks for it again. */
  @Test
  void aPutThatAFinalDeleteHidesFromPeersDoesNotReturnAfterACrash() {
    for (int round = 0; round < 10; round++) {
      BlobId chunk = id(BlobKind.CHUNK);
      Blobs.put(store, chunk, CONTENT, fixture.patient());
      disk.sync();
      fixture.time().advance(Duration.ofDays(2).toMillis());
      store.resume(fixture.time().wallMillis());
      long put = store.lastSequence();
      deleteFinally(chunk);
      assertThat(offered(put - 1, put)).isEmpty();
      reopen(medium.afterCrash(), WRITE);
      store.resume(fixture.time().wallMillis());
      assertThat(offered(put - 1, put)).isEmpty();
      assertThat(read(chunk)).isInstanceOf(NodeResponse.Missing.class);
    }
  }

  /** The next step of an upload or of its removal is taken in the log of another partition. */
  @Test
  void withWriteChangesThatOtherPartitionsRelyOnAreDurable() {
    Blobs.put(store, id(BlobKind.UPLOAD), CONTENT, fixture.patient());
    assertThat(store.lastSequence()).as("an upload record").isEqualTo(store.newestSequence());
    BlobId chunk = id(BlobKind.CHUNK);
    Blobs.put(store, chunk, CONTENT, fixture.patient());
    assertThat(store.lastSequence()).as("a chunk").isLessThan(store.newestSequence());
    deleteFinally(chunk);
    assertThat(store.lastSequence()).as("a final delete").isEqualTo(store.newestSequence());
  }

  private BlobId id(BlobKind kind) {
    BlobId.Owner owner = new BlobId.Owner(1, 1, 1, false);
    return BlobId.create(owner, kind, Blobs.PARTITION, fixture.time().wallMillis(), random);
  }

  private void deleteFinally(BlobId id) {
    long now = fixture.time().wallMillis();
    assertThat(store.deleteLife(id, BlobState.FINAL_LIFE, now, fixture.patient()))
        .isEqualTo(new NodeResponse.Done(BlobState.FINAL_LIFE));
  }

  /** The blobs that a peer is offered of the records from {@code after} to {@code last}. */
  private List<BlobId> offered(long after, long last) {
    RecordBatch batch = store.summariesAfter(after, 1 << 20, fixture.patient());
    try (var _ = batch.records()) {
      return RecordSummary.readAll(batch.records()).stream()
          .filter(summary -> summary.record().sequence() <= last)
          .map(RecordSummary::id)
          .toList();
    }
  }

  @Test
  void aSyncThatFailsStopsTheStore() {
    BlobId id = put();
    medium.failForces(true);
    disk.sync();
    medium.failForces(false);
    assertCode(this::put, ErrorCode.DISK_FAILED);
    disk.sync();
    assertThat(read(id)).isInstanceOf(ReadResult.Found.class);
  }

  @Test
  void closingSyncs() {
    BlobId id = put();
    disk.close();
    reopen(medium.afterCrash(), WRITE);
    assertThat(read(id)).isInstanceOf(ReadResult.Found.class);
  }

  /** It tells the next opening that everything up to this record was durable. */
  @Test
  void aClosedStoreNotesItsLastRecordOnlyIfItIsDurable() {
    for (int round = 0; round < 36; round++) {
      create(new CrashingDisk(random));
      put();
      byte[] log = medium.bytes(LOG);
      medium.failAfter(round / 3);
      disk.close();
      if (medium.files().contains(FOLDER + "reached")) {
        assertThat(medium.isDurable(LOG, 0, end(log))).as("in round %d", round).isTrue();
      }
    }
  }

  /** With too little space to be allocated ahead, which would sync records too. */
  private void create(CrashingDisk empty) {
    disk.close();
    medium = empty;
    medium.limitTo(700_000);
    disk = fixture.open(medium, WRITE);
    store = disk.create(Blobs.PARTITION);
  }

  /** The end of the last record. */
  private static int end(byte[] log) {
    int end = log.length;
    while (log[end - 1] == 0) {
      end--;
    }
    return end;
  }

  /** No peer is asked again for a record whose damage counts as repaired. */
  @Test
  void damageCountsAsRepairedWhenTheNewRecordIsDurable() {
    BlobId id = put();
    medium.flip(LOG, FileMark.LENGTH + 3, 1);
    StoreFixture.scrub(disk);
    assertThat(store.damaged().open()).isEqualTo(1);
    assertThat(Blobs.put(store, id, CONTENT, fixture.patient())).isEqualTo(new NodeResponse.Done());
    assertThat(store.lastSequence()).isLessThan(store.newestSequence());
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isZero();
    assertThat(store.lastSequence()).isEqualTo(store.newestSequence());
  }
}
