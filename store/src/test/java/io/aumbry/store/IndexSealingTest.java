package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.index.IndexLimits;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Index parts have more entries than the tests put, so that only bytes and damage seal them. */
@Timeout(300)
final class IndexSealingTest {
  private static final String FOLDER = "partition-7/";
  private static final String FIRST = FOLDER + "log-0000000001.seg";
  private static final int BLOB = 1000;
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 32 * 1024, 0, 64 << 20, 1000, 1, 131_072);

  private final SplittableRandom random = new SplittableRandom(5);
  private final StoreFixture fixture = new StoreFixture();
  private CrashingDisk medium = new CrashingDisk(random.split());
  private final List<BlobId> ids = new ArrayList<>();

  @AfterEach
  void close() {
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private static StoreConfig partsOf(long bytes) {
    return CONFIG.withIndex(new IndexLimits(131_072, bytes, 8, 4));
  }

  private void put(BlobStore store, int count) {
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      ids.add(id);
      Blobs.put(store, id, BytesOfTests.random(random, BLOB), fixture.patient());
    }
  }

  private void assertAllReadable(BlobStore store) {
    for (BlobId id : ids) {
      assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(BLOB);
    }
  }

  private long indexFiles() {
    return medium.files().stream().filter(path -> path.endsWith(".idx")).count();
  }

  private void putAll(BlobStore from, BlobStore to) {
    for (BlobId id : ids) {
      Blobs.put(to, id, Blobs.read(from, id, fixture.patient()).content(), fixture.patient());
    }
  }

  private void pull(BlobStore from, BlobStore to) {
    for (long after = 0; after < from.lastSequence(); ) {
      RecordBatch batch = from.summariesAfter(after, 1 << 20, fixture.patient());
      List<MissingRecord> lacking;
      try (var _ = batch.records()) {
        lacking = Blobs.lacking(to, batch, fixture.patient());
      }
      for (MissingRecord lack : lacking) {
        RecordBatch one = from.recordsAfter(lack.sequence() - 1, lack.length(), fixture.patient());
        try (var records = one.records()) {
          to.append(new RecordBatch(records, lack.sequence()), fixture.patient());
        }
      }
      after = batch.last();
    }
  }

  private void killAfterTheSeal() {
    await().until(() -> indexFiles() == 1);
    medium = medium.afterKill();
  }

  private void requireWhole() {
    try (StoreDisk disk = fixture.open(medium, CONFIG)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      store.requireComplete();
      put(store, 1);
      assertAllReadable(store);
    }
  }

  @Test
  void aFewLargeRecordsFillAPart() {
    try (StoreDisk disk = fixture.open(medium, partsOf(16 << 10))) {
      BlobStore store = disk.create(Blobs.PARTITION);
      put(store, 100);
      await().until(() -> indexFiles() >= 5);
      medium = medium.afterKill();
    }
    assertThat(indexFiles()).isBetween(5L, 7L);
    try (StoreDisk disk = fixture.open(medium, partsOf(16 << 10))) {
      assertAllReadable(disk.open(Blobs.PARTITION));
    }
  }

  @Test
  void aCleanStopSealsALongEndOfTheLog() {
    try (StoreDisk disk = fixture.open(medium, partsOf(1 << 20))) {
      put(disk.create(Blobs.PARTITION), 30);
    }
    assertThat(indexFiles()).isZero();
    try (StoreDisk disk = fixture.open(medium, partsOf(1 << 20))) {
      put(disk.open(Blobs.PARTITION), 70);
    }
    assertThat(indexFiles()).isEqualTo(1);
    try (StoreDisk disk = fixture.open(medium, partsOf(1 << 20))) {
      assertAllReadable(disk.open(Blobs.PARTITION));
    }
  }

  @Test
  void segmentsOfCleanStopsAreMerged() {
    for (int i = 0; i < 20; i++) {
      try (StoreDisk disk = fixture.open(medium, partsOf(64 << 10))) {
        put(i == 0 ? disk.create(Blobs.PARTITION) : disk.open(Blobs.PARTITION), 10);
      }
    }
    assertThat(indexFiles()).isLessThan(8 + 2);
    try (StoreDisk disk = fixture.open(medium, partsOf(64 << 10))) {
      assertAllReadable(disk.open(Blobs.PARTITION));
    }
  }

  @Test
  void damageFoundOnAFullDiskIsInTheIndexWhenItIsRepaired() {
    try (StoreDisk disk = fixture.open(medium, CONFIG)) {
      BlobStore store = disk.create(Blobs.PARTITION);
      put(store, 20);
      byte[] content = Blobs.read(store, ids.get(3), fixture.patient()).content();
      Place hit = Place.allIn(FIRST, medium.bytes(FIRST)).get(3);
      medium.flip(FIRST, hit.offset() + hit.length() / 2, 2);
      medium.limitTo(0);
      StoreFixture.scrub(disk);
      medium.limitTo(Long.MAX_VALUE);
      assertThat(indexFiles()).isZero();
      Blobs.put(store, ids.get(3), content, fixture.patient());
      disk.followUp(moved -> {});
      assertThat(store.damaged().open()).isZero();
      killAfterTheSeal();
    }
    requireWhole();
  }

  /** A start that read the repaired damage could not know what it was, and would fail. */
  @Test
  void aStoreWithRepairedDamageAtItsEndOpens() {
    try (StoreDisk disk = fixture.open(medium, CONFIG);
        StoreDisk otherDisk = fixture.open(new CrashingDisk(random.split()), CONFIG)) {
      BlobStore store = disk.create(Blobs.PARTITION);
      put(store, 300);
      BlobStore other = otherDisk.create(Blobs.PARTITION);
      putAll(store, other);
      for (int record : List.of(3, 9)) {
        Place hit = Place.allIn(FIRST, medium.bytes(FIRST)).get(record);
        medium.flip(FIRST, hit.offset() + hit.length() / 2, 2);
        StoreFixture.scrub(disk);
      }
      pull(other, store);
      store.readAgain(store.damaged().version());
      disk.followUp(moved -> {});
      assertThat(store.damaged().open()).isZero();
      killAfterTheSeal();
    }
    requireWhole();
  }
}
