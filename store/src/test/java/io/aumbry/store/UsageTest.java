package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.protocol.runtime.Silence;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The bytes and blobs of containers in situations that random operations do not reach. */
@ExtendWith(Silence.class)
final class UsageTest {
  private static final String LOG = "partition-7/log-0000000001.seg";
  private static final long DAY = Duration.ofDays(1).toMillis();

  /** Index parts of 20 entries. */
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 8 * 1024, 0, 1 << 20, 100, 1, 20);

  private final StoreFixture fixture = new StoreFixture();
  private final SplittableRandom random = new SplittableRandom(1);
  private CrashingDisk medium = new CrashingDisk(random.split());
  private StoreDisk disk = fixture.open(medium, CONFIG);
  private BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private static BlobId id(BlobKind kind, SplittableRandom random) {
    BlobId.Owner owner = new BlobId.Owner(1, 101, 1 + random.nextInt(3), false);
    return BlobId.create(owner, kind, Blobs.PARTITION, Blobs.CREATED, random);
  }

  private BlobId put(BlobStore into, int length, long expiryMillis) {
    BlobId id = id(BlobKind.SIMPLE, random);
    assertThat(Blobs.put(into, id, new byte[length], expiryMillis, fixture.patient()))
        .isEqualTo(new NodeResponse.Done());
    return id;
  }

  private List<ContainerUsage> usage() {
    return UsageModel.of(store, fixture.patient());
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  private void reopen() {
    disk = fixture.open(medium, CONFIG);
    store = disk.open(Blobs.PARTITION);
  }

  /** Waits while the store counts. */
  private List<ContainerUsage> counted() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (isUnknown()) {
      assertThat(System.nanoTime()).as("end of the count").isLessThan(deadline);
      Thread.onSpinWait();
    }
    return usage();
  }

  private boolean isUnknown() {
    try {
      store.containers(UsagePage.From.START, 1, fixture.patient());
      return false;
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.REPLICA_UNAVAILABLE);
      return true;
    }
  }

  @Test
  void chunksAreBytesAndManifestsAreBlobs() {
    UsageModel expected = new UsageModel(now());
    for (BlobKind kind : BlobKind.values()) {
      BlobId id = id(kind, random);
      Blobs.put(store, id, new byte[100], fixture.patient());
      expected.add(id, 100, Expiry.NEVER);
    }
    expected.assertCountedBy(store, fixture.patient());
    assertThat(UsageModel.scan(store, now(), fixture.patient()).containers()).isEqualTo(usage());
    assertThat(usage().stream().mapToLong(ContainerUsage::blobs).sum()).isEqualTo(2);
    assertThat(usage().stream().mapToLong(ContainerUsage::bytes).sum()).isEqualTo(200);
  }

  @Test
  void aFinalDeleteOfAChunkFreesItsBytes() {
    BlobId id = id(BlobKind.CHUNK, random);
    Blobs.put(store, id, new byte[100], fixture.patient());
    assertThat(store.deleteLife(id, BlobState.FINAL_LIFE, now(), fixture.patient()))
        .isInstanceOf(NodeResponse.Done.class);
    assertThat(usage()).isEmpty();
  }

  @Test
  void anExpiredBlobIsNoLongerCountedAnHourLater() {
    put(store, 10, now() + 1000);
    assertThat(usage()).hasSize(1);
    fixture.time().advance(1000 + Duration.ofHours(1).toMillis());
    assertThat(usage()).isEmpty();
  }

  @Test
  void replicasThatGetTheSameRecordsInAnyOrderCountTheSame() {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      boolean expires = random.nextInt(3) == 0;
      ids.add(put(store, i, expires ? now() + random.nextLong(1, 40 * DAY) : Expiry.NEVER));
    }
    for (int i = 0; i < 300; i++) {
      BlobId id = ids.get(random.nextInt(ids.size()));
      switch (random.nextInt(4)) {
        case 0 -> store.updateTtl(id, fixture.patient());
        case 1 -> Blobs.undelete(store, id, now(), fixture.patient());
        default -> store.delete(id, now(), fixture.patient());
      }
    }
    List<RecordBatch> records = new ArrayList<>();
    for (long after = 0; after < store.lastSequence(); after = records.getLast().last()) {
      records.add(store.recordsAfter(after, 1, fixture.patient()));
    }
    Collections.shuffle(records, new Random(5));
    try (StoreDisk elsewhere = fixture.open(new CrashingDisk(random), CONFIG)) {
      BlobStore replica = elsewhere.create(Blobs.PARTITION);
      for (RecordBatch record : records) {
        Blobs.append(replica, record, fixture.patient());
      }
      assertThat(UsageModel.of(replica, fixture.patient())).isEqualTo(usage()).hasSize(3);
      fixture.time().advance(10 * DAY);
      assertThat(UsageModel.of(replica, fixture.patient())).isEqualTo(usage());
    }
  }

  @Test
  void aRepairedRecordIsCountedOnce() {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ids.add(put(store, 100, Expiry.NEVER));
    }
    List<ContainerUsage> before = usage();
    medium.flip(LOG, 64 + 150, 3);
    StoreFixture.scrub(disk);
    assertThat(usage()).as("damaged").isEqualTo(before);
    for (BlobId id : ids) {
      Blobs.put(store, id, new byte[100], fixture.patient());
    }
    disk.followUp(moved -> {});
    assertThat(store.damaged().open()).isZero();
    assertThat(usage()).as("repaired").isEqualTo(before);
  }

  @Test
  void anIndexThatIsRebuiltFromTheLogCountsTheSame() {
    fill();
    List<ContainerUsage> before = usage();
    disk.close();
    List<String> files = medium.files().stream().filter(UsageTest::isIndex).toList();
    assertThat(files).isNotEmpty();
    files.forEach(name -> medium.flip(name, 0, 8));
    reopen();
    assertThat(usage()).isEqualTo(before);
  }

  private static boolean isIndex(String name) {
    return name.endsWith(".idx");
  }

  private String newestIndex() {
    return medium.files().stream()
        .filter(UsageTest::isIndex)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private void fill() {
    for (int i = 0; i < 200; i++) {
      BlobId id = put(store, i, i % 3 == 0 ? now() + i * DAY : Expiry.NEVER);
      if (i % 5 == 0) {
        store.delete(id, now(), fixture.patient());
      }
    }
  }

  @Test
  void damagedCountersAreCountedAgainWhileBlobsArrive() {
    fill();
    disk.close();
    List<ContainerUsage> before = usageOf(medium);
    String index = newestIndex();
    medium.flip(index, medium.bytes(index).length - 8, 1);
    reopen();
    UsageModel later = new UsageModel(now());
    for (int i = 0; i < 100; i++) {
      later.add(put(store, 7, Expiry.NEVER), 7, Expiry.NEVER);
    }
    assertThat(counted()).isEqualTo(sum(before, later.containers()));
    // The result is written with the next part of the index, which needs enough records at the end.
    for (int i = 0; i <= CONFIG.activeIndexEntries() / 4; i++) {
      later.add(put(store, 7, Expiry.NEVER), 7, Expiry.NEVER);
    }
    disk.close();
    reopen();
    assertThat(usage()).as("kept").isEqualTo(sum(before, later.containers()));
  }

  private List<ContainerUsage> usageOf(CrashingDisk found) {
    try (StoreDisk again = fixture.open(found, CONFIG)) {
      return UsageModel.of(again.open(Blobs.PARTITION), fixture.patient());
    }
  }

  private static List<ContainerUsage> sum(List<ContainerUsage> one, List<ContainerUsage> other) {
    List<ContainerUsage> sums = new ArrayList<>();
    for (int i = 0; i < one.size(); i++) {
      sums.add(one.get(i).plus(other.get(i)));
    }
    return sums;
  }

  @Test
  void countersThatAFastClockDroppedAreCountedAgain() {
    fill();
    List<ContainerUsage> before = usage();
    fixture.time().advance(300 * DAY);
    assertThat(usage()).as("far ahead").isNotEqualTo(before);
    fixture.time().advance(-300 * DAY);
    assertThat(isUnknown()).isTrue();
    assertThat(counted()).isEqualTo(before);
  }

  @Test
  void aClockThatIsADayAheadDoesNotMatter() {
    fill();
    List<ContainerUsage> before = usage();
    fixture.time().advance(DAY - 1);
    usage();
    fixture.time().advance(1 - DAY);
    assertThat(usage()).isEqualTo(before);
  }

  @Test
  void compactionAndMergesDoNotChangeTheUsage() {
    fill();
    for (int i = 0; i < 400; i++) {
      put(store, 100, now() + DAY);
    }
    fixture.time().advance(20 * DAY);
    List<ContainerUsage> before = usage();
    Agreement agreement = new Agreement(Long.MAX_VALUE, now());
    boolean dropped = false;
    while (store.compact(agreement, moved -> {}).didSomething()) {
      dropped = true;
    }
    assertThat(dropped).isTrue();
    assertThat(usage()).isEqualTo(before);
    disk.close();
    reopen();
    assertThat(usage()).isEqualTo(before);
  }
}
