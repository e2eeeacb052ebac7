package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordFeed;
import io.aumbry.store.io.ThreadJoin;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The scrub finds all damage and nothing else, and its findings can be repaired. */
@Timeout(300)
final class ScrubTest {
  private static final String FOLDER = "partition-7/";
  private static final String FIRST = FOLDER + "log-0000000001.seg";
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 32 * 1024, 0, 64 << 20, 1000, 1, 32);

  private final SplittableRandom random = new SplittableRandom(21);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk otherMedium = new CrashingDisk(random.split());
  private CrashingDisk medium = new CrashingDisk(random.split());
  private StoreDisk disk = fixture.open(medium, CONFIG);
  private BlobStore store = disk.create(Blobs.PARTITION);
  private final StoreDisk otherDisk = fixture.open(otherMedium, CONFIG);
  private final BlobStore other = otherDisk.create(Blobs.PARTITION);
  private final List<BlobId> ids = new ArrayList<>();

  @AfterEach
  void close() {
    disk.close();
    otherDisk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private static byte[] bytes(BlobId id) {
    return BytesOfTests.random(
        new SplittableRandom(id.toString().hashCode()), 500 + (id.toString().hashCode() & 0x3FF));
  }

  /** In both replicas. */
  private void put(int count) {
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      ids.add(id);
      Blobs.put(store, id, bytes(id), fixture.patient());
      Blobs.put(other, id, bytes(id), fixture.patient());
    }
  }

  private void scrub() {
    StoreFixture.scrub(disk);
    disk.followUp(moved -> {});
  }

  private long damagedRecords() {
    return (long) fixture.metrics().value("aumbry_store_scrub_damaged_records_total");
  }

  private long damagedFiles() {
    return (long) fixture.metrics().value("aumbry_store_scrub_damaged_files_total");
  }

  private void reopen() {
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

  private List<Place> records(String path) {
    return Place.allIn(path, medium.bytes(path));
  }

  private List<Place> allRecords() {
    return medium.files().stream()
        .filter(path -> path.startsWith(FOLDER) && path.endsWith(".seg"))
        .flatMap(path -> records(path).stream())
        .toList();
  }

  private ErrorCode codeOfRead(BlobId id) {
    return Blobs.codeOf(() -> Blobs.read(store, id, fixture.patient()));
  }

  private void assertAllThere() {
    for (BlobId id : ids) {
      assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
    }
  }

  /**
   * Flips a bit in one of five records and returns the number. Adjacent records with unreadable
   * headers would count once, so none are adjacent.
   */
  private int damageSome() {
    List<Place> places = allRecords();
    int damaged = 0;
    for (int i = random.nextInt(5); i < places.size(); i += 5) {
      Place place = places.get(i);
      medium.flip(place.path(), place.offset() + random.nextInt(place.length()), 2);
      damaged++;
    }
    return damaged;
  }

  @Test
  void aListOfDamageThatDecaysIsWrittenAgain() {
    put(20);
    Place hit = records(FIRST).get(3);
    medium.flip(FIRST, hit.offset() + hit.length() / 2, 2);
    scrub();
    medium.flip(FOLDER + "quarantine", 100, 1);
    scrub();
    reopen();
    assertThat(store.damaged().open()).isOne();
  }

  @Test
  void aFlippedBitOfAnyRecordIsFoundOnce() {
    put(200);
    int damaged = damageSome();
    scrub();
    int refused = 0;
    for (BlobId id : ids) {
      try {
        assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
      } catch (AumbryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
        refused++;
      }
    }
    assertThat(damagedRecords()).isEqualTo(damaged).isEqualTo(refused).isGreaterThan(20);
    assertThat(store.damaged().open()).isEqualTo(damaged);
    assertThat(damagedFiles()).isZero();
    scrub();
    assertThat(damagedRecords()).as("known damage").isEqualTo(damaged);
    reopen();
    assertThat(store.damaged().open()).as("also after a restart").isEqualTo(damaged);
    scrub();
    assertThat(damagedRecords()).isEqualTo(damaged);
  }

  @Test
  void aSoundStoreHasNoFindingsBeforeAndAfterCompaction() {
    put(200);
    deleteMost();
    scrub();
    assertThat(compact()).isPositive();
    scrub();
    put(50);
    killAndReopen();
    scrub();
    assertThat(damagedRecords() + damagedFiles()).isZero();
    assertThat(fixture.metrics().value("aumbry_store_scrub_bytes_total")).isGreaterThan(400_000);
  }

  private void deleteMost() {
    deleteMost(0);
  }

  private void deleteMost(int first) {
    for (int i = first; i < ids.size(); i++) {
      if (i % 4 != 1) {
        store.delete(ids.get(i), fixture.time().wallMillis(), fixture.patient());
      }
    }
  }

  private int compact() {
    fixture.time().advance(Duration.ofDays(9).toMillis());
    Agreement agreement = new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
    int rounds = 0;
    while (store.compact(agreement, moved -> {}).didSomething()) {
      rounds++;
    }
    return rounds;
  }

  private void compactWhatIsSound() {
    boolean more = true;
    while (more) {
      try {
        more = compact() > 0;
      } catch (AumbryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
      }
    }
  }

  @Test
  void nothingIsFoundWhileStoresAreWrittenAndCompacted() {
    put(50);
    AtomicInteger scrubs = new AtomicInteger();
    AtomicInteger stop = new AtomicInteger();
    Thread scrubbing =
        Thread.ofPlatform()
            .start(() -> {
              while (stop.get() == 0) {
                scrub();
                scrubs.incrementAndGet();
              }
            });
    int compacted = 0;
    for (int i = 0; i < 5 || scrubs.get() < 3; i++) {
      int first = ids.size();
      put(100);
      deleteMost(first);
      compacted += compact();
    }
    stop.set(1);
    ThreadJoin.join(scrubbing);
    assertThat(compacted).isPositive();
    assertThat(damagedRecords() + damagedFiles()).isZero();
  }

  @Test
  void aZeroedBlockIsFoundAndTheIndexNamesItsBlobs() {
    put(60);
    List<Place> places = records(FIRST);
    Place from = places.get(4);
    Place to = places.get(7);
    medium.overwrite(FIRST, from.offset(), new byte[to.offset() - from.offset()]);
    scrub();
    assertThat(damagedRecords()).as("unrecognisable records count as one").isEqualTo(1);
    assertThat(repair()).isEqualTo(3);
    assertAllThere();
  }

  @Test
  void aTruncatedLogIsFound() {
    put(60);
    List<Place> places = records(FIRST);
    medium.cut(FIRST, places.get(places.size() - 3).offset() + 100);
    scrub();
    assertThat(damagedRecords()).isBetween(1L, 3L);
    assertThat(repair()).isEqualTo(3);
    assertAllThere();
  }

  /** Appends the records that this replica lacks, as replication does; returns their number. */
  private int repair() {
    List<MissingRecord> lacking = lacking();
    for (MissingRecord lack : lacking) {
      RecordBatch batch = other.recordsAfter(lack.sequence() - 1, lack.length(), fixture.patient());
      try (var records = batch.records()) {
        store.append(new RecordBatch(records, lack.sequence()), fixture.patient());
      }
    }
    store.readAgain(store.damaged().version());
    disk.followUp(moved -> {});
    assertThat(store.damaged().open()).isZero();
    return lacking.size();
  }

  private List<MissingRecord> lacking() {
    List<MissingRecord> lacking = new ArrayList<>();
    long after = 0;
    while (after < other.lastSequence()) {
      RecordBatch batch = other.summariesAfter(after, 1 << 20, fixture.patient());
      try (var _ = batch.records()) {
        lacking.addAll(Blobs.lacking(store, batch, fixture.patient()));
      }
      after = batch.last();
    }
    return lacking;
  }

  @Test
  void damagedRecordsAreFetchedFromAnotherReplicaAndStayRepaired() {
    put(150);
    int damaged = damageSome();
    assertThat(lacking()).as("not yet known").isEmpty();
    scrub();
    assertThat(repair()).isEqualTo(damaged);
    assertAllThere();
    assertThat(lacking()).isEmpty();
    killAndReopen();
    assertAllThere();
    scrub();
    assertThat(damagedRecords()).isEqualTo(damaged);
    assertThat(store.damaged().open()).isZero();
    assertThat(followed()).as("a follower of the log gets each blob").hasSameSizeAs(ids);
  }

  @Test
  void compactionDropsDamageThatWasRepairedElsewhere() throws IOException {
    put(150);
    int damaged = damageSome();
    scrub();
    put(50);
    deleteMost();
    compactWhatIsSound();
    assertThat(medium.exists(FOLDER + "quarantine")).isTrue();
    assertThat(repair()).isLessThanOrEqualTo(damaged).isPositive();
    assertThat(compact()).isPositive();
    disk.followUp(moved -> {});
    assertThat(medium.exists(FOLDER + "quarantine")).as("the quarantine is empty").isFalse();
    killAndReopen();
    scrub();
    assertThat(damagedRecords()).isEqualTo(damaged);
    for (int i = 1; i < ids.size(); i += 4) {
      BlobId id = ids.get(i);
      assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
    }
  }

  /** A follower may be anywhere in the log, even inside a damaged range. */
  @Test
  void theLogIsFollowedAcrossDamageBesideDamage() {
    put(60);
    List<Place> places = records(FIRST);
    int from = places.get(4).offset() + places.get(4).header();
    medium.overwrite(FIRST, from, new byte[places.get(7).offset() - from]);
    scrub();
    assertThat(damagedRecords())
        .as("the one with an intact header, and the adjacent ones")
        .isEqualTo(2);
    assertThat(repair()).isEqualTo(3);
    for (long after = 0; after < store.lastSequence(); after++) {
      RecordBatch batch = store.summariesAfter(after, 1 << 20, fixture.patient());
      batch.records().close();
      assertThat(batch.last()).isGreaterThan(after);
    }
    assertThat(followed()).hasSameSizeAs(ids);
  }

  private List<Long> followed() {
    return RecordTransferOfTests.followed(store, 20_000, fixture.patient());
  }

  @Test
  void damageThatAReaderMeetsIsVerifiedAtOnce() {
    put(40);
    Place place = records(FIRST).get(5);
    medium.flip(FIRST, place.offset() + place.header() + 3, 1);
    assertThat(codeOfRead(ids.get(5))).isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertThat(store.damaged().version()).isZero();
    disk.followUp(moved -> {});
    assertThat(store.damaged().version()).isEqualTo(1);
    assertThat(codeOfRead(ids.get(5))).isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertThat(Blobs.read(store, Blobs.id(random), fixture.patient()).result())
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    assertThat(repair()).isEqualTo(1);
    assertAllThere();
  }

  @Test
  void aPutOfADamagedBlobIsWrittenAgain() {
    put(40);
    Place place = records(FIRST).get(5);
    medium.flip(FIRST, place.offset() + place.header() + 3, 1);
    scrub();
    BlobId id = ids.get(5);
    assertThat(Blobs.put(store, id, bytes(id), fixture.patient()))
        .isEqualTo(new NodeResponse.Done());
    assertAllThere();
    disk.followUp(moved -> {});
    assertThat(store.damaged().open()).isZero();
  }

  @Test
  void aLostChangeIsWrittenAgainBeforeFollowersSkipIt() {
    put(10);
    BlobId id = ids.get(3);
    for (BlobStore each : List.of(store, other)) {
      each.delete(id, fixture.time().wallMillis(), fixture.patient());
    }
    put(5);
    medium.flip(FIRST, records(FIRST).get(10).offset() + 5, 1);
    scrub();
    assertThat(store.damaged().open()).isEqualTo(1);
    assertThat(repair()).isEqualTo(1);
    assertThat(lacking()).isEmpty();
    try (var last = store.recordsAfter(16, 20_000, fixture.patient()).records()) {
      assertThat(RecordTransferOfTests.ids(last)).containsExactly(id);
    }
  }

  /** It may be undeleted, but no peer may have the blob, and followers would wait forever. */
  @Test
  void damageOfADeletedBlobIsOpenUntilPeersWereReadAgain() {
    put(40);
    BlobId id = ids.getFirst();
    Place place = records(FIRST).getFirst();
    medium.flip(FIRST, place.offset() + place.header() + 5, 1);
    long now = fixture.time().wallMillis();
    scrub();
    assertThat(store.damaged().open()).isEqualTo(1);
    store.delete(id, now, fixture.patient());
    disk.followUp(moved -> {});
    assertThat(store.damaged().open()).isEqualTo(1);
    store.readAgain(1);
    disk.followUp(moved -> {});
    assertThat(store.damaged()).isEqualTo(new RecordFeed.Damaged(1, 0, 1));
    assertThat(followed()).as("all others and the delete").hasSameSizeAs(ids);
    assertThat(lacking()).as("a late PUT is welcome").hasSize(1);
  }

  @Test
  void damageOutsideRecordsIsFound() {
    put(200);
    deleteMost();
    assertThat(compact()).isPositive();
    disk.close();
    List<String> paths = new ArrayList<>(List.of("store.id", "manifest"));
    medium.files().stream()
        .filter(path -> path.startsWith(FOLDER))
        .map(path -> path.substring(FOLDER.length()))
        .filter(name -> name.startsWith("index-"))
        .forEach(paths::add);
    for (String name : paths) {
      assertThat(filesFoundWith(FOLDER + name, random.nextInt(60))).as(name).isEqualTo(1);
      int length = medium.bytes(FOLDER + name).length;
      int used = name.startsWith("index-") ? 4096 + random.nextInt(4000) : length - 1;
      assertThat(filesFoundWith(FOLDER + name, used)).as(name).isEqualTo(1);
    }
    String compacted = compactedFile();
    int length = medium.bytes(compacted).length;
    for (int at : List.of(20, length - 30, length - 70)) {
      assertThat(filesFoundWith(compacted, at)).as("mark, footer, table").isEqualTo(1);
    }
  }

  private String compactedFile() {
    return medium.files().stream()
        .filter(path -> path.endsWith(".seg"))
        .filter(path -> medium.bytes(path)[3] == 'C')
        .findFirst()
        .orElseThrow();
  }

  private long filesFoundWith(String path, int at) {
    CrashingDisk copy = medium.copy();
    long before = damagedFiles();
    try (StoreDisk attempt = fixture.open(copy, CONFIG)) {
      attempt.open(Blobs.PARTITION);
      copy.flip(path, at, 3);
      StoreFixture.scrub(attempt);
    }
    assertThat(damagedRecords()).isZero();
    return damagedFiles() - before;
  }

  @Test
  void theScrubResumesAfterARestart() {
    put(200);
    disk.scrub(moved -> {});
    disk.scrub(moved -> {});
    long done = disk.scrubState().doneBytes();
    long started = disk.scrubState().startedMillis();
    assertThat(done).isGreaterThan(60_000);
    fixture.time().advance(1000);
    killAndReopen();
    assertThat(disk.scrubState().doneBytes()).isEqualTo(done);
    assertThat(disk.scrubState().startedMillis()).isEqualTo(started);
    scrub();
    assertThat(disk.scrubState().startedMillis()).isEqualTo(started + 1000);
  }

  @Test
  void theScrubLeavesAStoreThatIsBeingClosed() {
    put(60);
    disk.scrub(moved -> store.close());
    assertThat(damagedRecords() + damagedFiles()).isZero();
    reopen();
    scrub();
    assertAllThere();
  }
}
