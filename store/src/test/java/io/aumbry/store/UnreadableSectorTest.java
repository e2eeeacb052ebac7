package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.inspect.StoppedFiles;
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

/** A sector that the device cannot read is damage of its bytes, unless there are many. */
@Timeout(300)
final class UnreadableSectorTest {
  private static final String HERE = "partition-7/";
  private static final String FIRST = HERE + "log-0000000001.seg";
  private static final String SECOND = HERE + "log-0000000002.seg";
  private static final int SECTOR = 4096;

  /** Its records fill the sector from {@link #SECTOR} on. */
  private static final int CONTENT = 1000;

  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 32 * 1024, 0, 64 << 20, 100, 1, 32);

  private final SplittableRandom random = new SplittableRandom(51);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random.split());
  private final FaultyDisk faulty = new FaultyDisk(medium);
  private StoreDisk disk = fixture.open(faulty, CONFIG);
  private BlobStore store = disk.create(Blobs.PARTITION);
  private final StoreDisk otherDisk = fixture.open(new CrashingDisk(random.split()), CONFIG);
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
    return BytesOfTests.random(new SplittableRandom(id.toString().hashCode()), CONTENT);
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

  /** Breaks the second sector of the first log file, and returns the blobs that are in it. */
  private List<BlobId> breakSector() {
    faulty.breakSectors(FIRST, SECTOR, 2 * SECTOR);
    List<Place> places = Place.allIn(FIRST, medium.bytes(FIRST));
    List<BlobId> hit = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      Place place = places.get(i);
      if (place.offset() < 2 * SECTOR && place.offset() + place.length() > SECTOR) {
        hit.add(ids.get(i));
      }
    }
    assertThat(hit).hasSizeBetween(3, 6);
    return hit;
  }

  private ErrorCode codeOfRead(BlobId id) {
    return Blobs.codeOf(() -> Blobs.read(store, id, fixture.patient()));
  }

  private void assertAllThere() {
    for (BlobId id : ids) {
      assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
    }
  }

  private void scrub() {
    StoreFixture.scrub(disk);
    disk.followUp(moved -> {});
  }

  /** Appends the records that this replica lacks, as replication does. */
  private List<BlobId> repair() {
    List<MissingRecord> lacking = new ArrayList<>();
    for (long after = 0; after < other.lastSequence(); ) {
      RecordBatch batch = other.summariesAfter(after, 1 << 20, fixture.patient());
      try (var _ = batch.records()) {
        lacking.addAll(Blobs.lacking(store, batch, fixture.patient()));
      }
      after = batch.last();
    }
    List<BlobId> repaired = new ArrayList<>();
    for (MissingRecord lack : lacking) {
      RecordBatch batch = other.recordsAfter(lack.sequence() - 1, lack.length(), fixture.patient());
      try (var records = batch.records()) {
        repaired.addAll(RecordTransferOfTests.ids(records));
        store.append(new RecordBatch(records, lack.sequence()), fixture.patient());
      }
    }
    store.readAgain(store.damaged().version());
    disk.followUp(moved -> {});
    return repaired;
  }

  private int compact() {
    fixture.time().advance(Duration.ofDays(9).toMillis());
    int rounds = 0;
    while (store.compact(agreement(), moved -> {}).didSomething()) {
      rounds++;
    }
    return rounds;
  }

  @Test
  void theScrubQuarantinesTheRecordsOfTheSectorAndGoesOn() {
    put(150);
    List<BlobId> hit = breakSector();
    Place behind = Place.allIn(SECOND, medium.bytes(SECOND)).get(3);
    medium.flip(SECOND, behind.offset() + behind.header() + 7, 1);
    BlobId flipped = ids.get(Place.allIn(FIRST, medium.bytes(FIRST)).size() + 3);
    scrub();
    assertThat(codeOfRead(flipped)).isEqualTo(ErrorCode.CORRUPT_RECORD);
    List<BlobId> lost = new ArrayList<>(hit);
    lost.add(flipped);
    assertThat(repair()).as("with damage in a later file").containsExactlyElementsOf(lost);
    assertThat(store.damaged().open()).isZero();
    assertAllThere();
    put(1);
  }

  @Test
  void aRepairedSectorHoldsUpNeitherFollowersNorCompaction() throws Exception {
    put(150);
    breakSector();
    scrub();
    assertThat(repair()).isNotEmpty();
    scrub();
    assertThat(store.damaged().open()).as("the records are elsewhere now").isZero();
    assertThat(RecordTransferOfTests.followed(store, 20_000, fixture.patient())).hasSameSizeAs(ids);
    deleteThreeOfFour();
    assertThat(compact()).isPositive();
    assertThat(medium.exists(FIRST)).isFalse();
    for (int i = 1; i < ids.size(); i += 4) {
      BlobId id = ids.get(i);
      assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
    }
  }

  /**
   * Seed 541953: a damaged place that could be read again was compacted before it was repaired, and
   * its records are fewer bytes now than the damage had.
   */
  @Test
  void followersGetTheRecordsBehindDamageThatCompactionHasCutShort() throws IOException {
    put(150);
    List<BlobId> hit = breakSector();
    scrub();
    faulty.mendSectors();
    List<BlobId> kept = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      BlobId id = ids.get(i);
      if (hit.contains(id) ? id.equals(hit.get(1)) : i % 4 == 1) {
        kept.add(id);
      } else {
        delete(id);
      }
    }
    assertThat(compact()).isPositive();
    assertThat(medium.exists(FIRST)).isFalse();
    assertThat(store.damaged().open()).isPositive();
    repair();
    assertThat(store.damaged().open()).isZero();
    assertThat(followed()).containsAll(kept);
  }

  /**
   * Otherwise the change of a blob would go while the log still has an old PUT of it, and an index
   * that is built from the log would revive the blob.
   */
  @Test
  void damageWhoseFirstRecordWasDroppedStaysKnown() throws IOException {
    put(150);
    List<BlobId> hit = breakSector();
    scrub();
    faulty.mendSectors();
    for (int i = 0; i < ids.size(); i++) {
      BlobId id = ids.get(i);
      if (hit.contains(id) ? id.equals(hit.get(1)) : i % 10 < 6) {
        delete(id);
      }
    }
    assertThat(compact()).isPositive();
    assertThat(medium.exists(FIRST)).isFalse();
    repair();
    assertThat(store.damaged().open()).isZero();
    assertStaysDeleted(hit.get(2));
  }

  /** For the same reason. */
  @Test
  void damageThatGrowsKeepsTheBlobsOfItsPart() throws IOException {
    put(60);
    BlobId id = breakSector().get(2);
    faulty.mendSectors();
    flipContentOf(id);
    scrub();
    assertThat(repair()).containsExactly(id);
    faulty.breakSectors(FIRST, SECTOR, 2 * SECTOR);
    scrub();
    assertThat(store.damaged().open()).isPositive();
    repair();
    assertThat(store.damaged().open()).isZero();
    faulty.mendSectors();
    flipContentOf(id);
    assertStaysDeleted(id);
  }

  /** In the first file, where the index had it at first. A second time restores it. */
  private void flipContentOf(BlobId id) {
    Place place = Place.allIn(FIRST, medium.bytes(FIRST)).get(ids.indexOf(id));
    medium.flip(FIRST, place.offset() + place.header() + 9, 1);
  }

  private void deleteThreeOfFour() {
    for (int i = 0; i < ids.size(); i++) {
      if (i % 4 != 1) {
        delete(ids.get(i));
      }
    }
  }

  private void delete(BlobId id) {
    store.delete(id, fixture.time().wallMillis(), fixture.patient());
  }

  /** Deletes a blob and waits for compaction to forget it, then builds the index from the log. */
  private void assertStaysDeleted(BlobId id) throws IOException {
    putDeleted(30);
    delete(id);
    for (int days : List.of(8, 40, 40)) {
      putDeleted(60);
      fixture.time().advance(Duration.ofDays(days).toMillis());
      while (store.compact(agreement(), moved -> {}).didSomething()) {
        disk.followUp(moved -> {});
      }
    }
    disk.close();
    StoreFixture.deleteIndex(medium, "partition-7");
    disk = fixture.open(faulty, CONFIG);
    store = disk.open(Blobs.PARTITION);
    assertThat(store.look(id, fixture.patient()).filter(known -> !known.state().deleted()))
        .as("alive after its delete")
        .isEmpty();
  }

  private void putDeleted(int count) {
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      Blobs.put(store, id, bytes(id), fixture.patient());
      delete(id);
    }
  }

  private Agreement agreement() {
    return new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
  }

  @Test
  void aFollowerThatMeetsADamagedHeaderHasItVerified() {
    put(60);
    Place place = Place.allIn(FIRST, medium.bytes(FIRST)).get(5);
    medium.flip(FIRST, place.offset() + 5, 1);
    assertThat(Blobs.codeOf(this::followed)).isEqualTo(ErrorCode.CORRUPT_RECORD);
    disk.followUp(moved -> {});
    assertThat(store.damaged().open()).isPositive();
  }

  /** Each time bytes are verified, a follower meets a wrong header that is right again after it. */
  @Test
  void aFollowUpEndsAlthoughAFileIsSuspectedAgainDuringIt() {
    put(60);
    int header = Place.allIn(FIRST, medium.bytes(FIRST)).get(5).offset() + 5;
    Runnable misread =
        () -> {
          medium.flip(FIRST, header, 1);
          assertThat(Blobs.codeOf(this::followed)).isEqualTo(ErrorCode.CORRUPT_RECORD);
          medium.flip(FIRST, header, 1);
        };
    misread.run();
    AtomicInteger misreads = new AtomicInteger();
    disk.followUp(moved -> {
      assertThat(misreads.incrementAndGet()).as("endless").isLessThan(1_000);
      misread.run();
    });
    assertThat(misreads).hasPositiveValue();
    assertThat(store.damaged().open()).isZero();
  }

  /**
   * Damage of a compacted file is one place for each run, all with the same numbers. The others are
   * repaired, and the peer lacks this one.
   */
  @Test
  void followersGetTheOnlyCopyBetweenRepairedPartsOfItsDamage() throws IOException {
    int only = 37;
    put(only);
    BlobId id = Blobs.id(random);
    ids.add(id);
    Blobs.put(store, id, bytes(id), fixture.patient());
    put(112);
    deleteThreeOfFour();
    assertThat(compact()).isPositive();
    Place place = placeOf(id);
    int sector = place.offset() / SECTOR * SECTOR;
    faulty.breakSectors(place.path(), sector, sector + SECTOR);
    scrub();
    faulty.mendSectors();
    repair();
    assertThat(store.damaged().open()).isPositive();
    assertThat(followed()).contains(id);
    assertThat(StoppedFiles.damages(medium, "partition-7", fixture.time().wallMillis())).isEmpty();
  }

  private Place placeOf(BlobId id) throws IOException {
    for (String name : medium.list("partition-7")) {
      byte[] file = name.endsWith(".seg") ? medium.bytes(HERE + name) : new byte[0];
      for (Place place : Place.allIn(HERE + name, file)) {
        if (place.idIn(file).equals(id)) {
          return place;
        }
      }
    }
    throw new AssertionError("no record of " + id);
  }

  private List<BlobId> followed() {
    return RecordTransferOfTests.followedIds(store, 20_000, fixture.patient());
  }

  /** Seed 536104: the index on disk has the old place of a record, and its tail the new one. */
  @Test
  void theCheckOfAStoppedStoreAcceptsARepairedRecordWhoseOldPlaceIsGone() throws Exception {
    put(120);
    breakSector();
    scrub();
    deleteThreeOfFour();
    assertThat(repair()).isNotEmpty();
    scrub();
    assertThat(compact()).isPositive();
    assertThat(medium.exists(FIRST)).isFalse();
    assertThat(StoppedFiles.damages(medium, "partition-7", fixture.time().wallMillis())).isEmpty();
  }

  @Test
  void aReaderGetsDamageAndTheStoreGoesOn() {
    put(60);
    List<BlobId> hit = breakSector();
    for (BlobId id : ids) {
      if (hit.contains(id)) {
        assertThat(codeOfRead(id)).isEqualTo(ErrorCode.CORRUPT_RECORD);
      } else {
        assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
      }
    }
    assertThat(store.damaged().version()).isZero();
    disk.followUp(moved -> {});
    assertThat(store.damaged().version()).isPositive();
    assertThat(disk.guard().condition().deviceErrors()).isPositive();
    assertThat(repair()).containsExactlyElementsOf(hit);
    assertAllThere();
  }

  @Test
  void aRepeatedPutOfAnUnreadableRecordDoesNotStopTheStore() {
    put(60);
    BlobId id = breakSector().get(1);
    assertThat(Blobs.codeOf(() -> Blobs.put(store, id, bytes(id), fixture.patient())))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
    disk.followUp(moved -> {});
    assertThat(Blobs.put(store, id, bytes(id), fixture.patient()))
        .isEqualTo(new NodeResponse.Done());
    assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
  }

  @Test
  void aFollowerThatMeetsTheSectorHasItVerified() {
    put(60);
    breakSector();
    assertThat(Blobs.codeOf(() -> RecordTransferOfTests.followed(store, 20_000, fixture.patient())))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
    disk.followUp(moved -> {});
    assertThat(store.damaged().open()).isPositive();
  }

  /** The rebuilt file has the name of the damaged one. */
  @Test
  void anUnreadablePageOfTheIndexIsRebuiltFromTheLog() {
    put(40);
    store.close();
    store = disk.open(Blobs.PARTITION);
    String index = HERE + "index-0000000001-0000000001.idx";
    assertThat(medium.files()).contains(index);
    faulty.breakSectors(index, SECTOR, 2 * SECTOR);
    scrub();
    assertThat(store.isToBeRenewed()).isTrue();
    store.close();
    store = disk.open(Blobs.PARTITION);
    assertAllThere();
    assertThat(store.damaged().version()).isZero();
  }

  @Test
  void anUnreadableManifestIsReportedAndTheScrubGoesOn() {
    put(60);
    breakSector();
    faulty.breakSectors(HERE + "manifest", 0, SECTOR);
    scrub();
    assertThat((long) fixture.metrics().value("aumbry_store_scrub_damaged_files_total"))
        .isEqualTo(1);
    assertThat(store.damaged().open()).isPositive();
    put(1);
  }

  @Test
  void aDiskWithManyUnreadableSectorsIsOutOfService() {
    put(1200);
    medium.files().stream()
        .filter(path -> path.endsWith(".seg"))
        .limit(31)
        .forEach(path -> faulty.breakSectors(path, SECTOR, 9 * SECTOR));
    scrub();
    assertThat(disk.guard().isInService()).as("217 blocks").isTrue();
    scrub();
    assertThat(disk.guard().isInService()).as("the same blocks again").isTrue();
    medium.files().stream()
        .filter(path -> path.endsWith(".seg"))
        .skip(31)
        .limit(6)
        .forEach(path -> faulty.breakSectors(path, SECTOR, 9 * SECTOR));
    scrub();
    assertThat(disk.guard().isInService()).isFalse();
    assertThatThrownBy(() -> put(1))
        .isInstanceOf(AumbryException.class)
        .hasFieldOrPropertyWithValue("code", ErrorCode.DISK_FAILED)
        .hasMessageContaining("256 blocks");
  }
}
