package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Possibly damaged changes are requested again unless later ones supersede them. */
@Timeout(300)
final class LostChangesTest {
  private static final String LOG = "partition-7/log-0000000001.seg";
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 256 * 1024, 0, 64 << 20, 1000, 1, 1 << 10);

  private final SplittableRandom random = new SplittableRandom(21);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random.split());
  private final StoreDisk disk = fixture.open(medium, CONFIG);
  private final BlobStore store = disk.create(Blobs.PARTITION);
  private final StoreDisk otherDisk = fixture.open(new CrashingDisk(random.split()), CONFIG);
  private final BlobStore other = otherDisk.create(Blobs.PARTITION);
  private final BlobId id = Blobs.id(random);
  private final long now = fixture.time().wallMillis();

  @AfterEach
  void close() {
    disk.close();
    otherDisk.close();
    fixture.close();
  }

  /** The other replica has the PUT, the TTL update, the delete and the undelete, in this order. */
  private void changeOther() {
    Blobs.put(other, id, new byte[100], now + 1_000_000, fixture.patient());
    other.updateTtl(id, fixture.patient());
    other.delete(id, now, fixture.patient());
    other.undelete(id, new Life(1, now, now), fixture.patient());
  }

  /** Sends a record of the other replica to this one. */
  private void arrive(long sequence) {
    RecordBatch batch = other.recordsAfter(sequence - 1, 1, fixture.patient());
    try (var records = batch.records()) {
      store.append(new RecordBatch(records, sequence), fixture.patient());
    }
  }

  private List<Long> lacking() {
    try (var summaries = other.summariesAfter(0, 1 << 20, 0, fixture.patient()).records()) {
      return Blobs.lacking(store, new RecordBatch(summaries, 4), fixture.patient()).stream()
          .map(MissingRecord::sequence)
          .toList();
    }
  }

  /** The later undelete states that the blob expires. */
  @Test
  void aTtlUpdateOfAnEarlierLifeIsRequestedAgain() {
    changeOther();
    arrive(1);
    store.undeleteAhead(id, new Life(1, now, now), fixture.patient());
    arrive(2);
    assertThat(lacking()).isEmpty();
    damage(3);
    assertThat(lacking())
        .as("all except the PUT and the superseded delete")
        .containsExactly(2L, 4L);
    arrive(2);
    arrive(4);
    assertThat(lacking()).isEmpty();
    store.readAgain(store.damaged().version());
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isZero();
    assertThat(RecordTransferOfTests.followed(store, 1, fixture.patient()))
        .containsExactly(1L, 2L, 4L, 5L);
  }

  /** The scrub passes all of it in one step, to the next intact record. */
  @Test
  void damageBesideRepairedDamageIsRepairedToo() {
    changeOther();
    Blobs.put(other, Blobs.id(random), new byte[100], fixture.patient());
    List<Long> all = List.of(1L, 2L, 3L, 4L, 5L);
    all.forEach(this::arrive);
    for (int damaged : List.of(2, 3, 1)) {
      damage(damaged);
      all.forEach(this::arrive);
      assertThat(lacking()).isEmpty();
      store.readAgain(store.damaged().version());
      disk.followUp(_ -> {});
      assertThat(store.damaged().open()).as("damaged record %d", damaged).isZero();
    }
    assertThat(RecordTransferOfTests.followed(store, 1, fixture.patient()))
        .startsWith(4L, 5L)
        .endsWith(store.lastSequence());
  }

  private void damage(int sequence) {
    Place place = Place.allIn(LOG, medium.bytes(LOG)).get(sequence - 1);
    medium.flip(LOG, place.offset() + 5, 1);
    StoreFixture.scrub(disk);
    assertThat(store.damaged().open()).isEqualTo(1);
  }
}
