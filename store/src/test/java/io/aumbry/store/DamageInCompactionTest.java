package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damage that compaction meets is verified at its place, and nothing else is read. */
@Timeout(300)
final class DamageInCompactionTest {
  private static final String FIRST = "partition-7/log-0000000001.seg";
  private static final int SEGMENT = 32 * 1024;
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, SEGMENT, 0, 64 << 20, 1000, 1, 32);

  private final SplittableRandom random = new SplittableRandom(61);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random.split());
  private StoreDisk disk = fixture.open(medium, CONFIG);
  private BlobStore store = disk.create(Blobs.PARTITION);
  private final List<BlobId> ids = new ArrayList<>();

  /** Three of four blobs in ten files were deleted long ago. */
  @BeforeEach
  void fill() {
    for (int i = 0; i < 300; i++) {
      BlobId id = Blobs.id(random);
      ids.add(id);
      Blobs.put(store, id, new byte[1000], fixture.patient());
    }
    for (int i = 0; i < ids.size(); i++) {
      if (i % 4 != 1) {
        store.delete(ids.get(i), fixture.time().wallMillis(), fixture.patient());
      }
    }
    fixture.time().advance(Duration.ofDays(9).toMillis());
  }

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
  }

  /** Until nothing is left to do. */
  private void compact() {
    Agreement agreement = new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
    while (store.compact(agreement, moved -> {}).didSomething()) {
      assertThat(store.usage().freed()).isPositive();
    }
  }

  private long bytesToFollowUp() {
    AtomicLong bytes = new AtomicLong();
    disk.followUp(bytes::addAndGet);
    return bytes.get();
  }

  @Test
  void damagedContentIsVerifiedInItsFileOnly() {
    Place kept = Place.allIn(FIRST, medium.bytes(FIRST)).get(5);
    medium.flip(FIRST, kept.offset() + kept.header() + 9, 1);
    assertThat(Blobs.codeOf(this::compact)).isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertThat(bytesToFollowUp()).as("two reads of a file").isBetween(1L, 2L * SEGMENT);
    assertThat(store.damaged().open()).isEqualTo(1);
  }

  @Test
  void aDamagedHeaderThatTheSurveyMeetsIsVerified() {
    Place kept = Place.allIn(FIRST, medium.bytes(FIRST)).get(5);
    medium.flip(FIRST, kept.offset() + 5, 1);
    Agreement agreement = new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
    assertThat(store.compact(agreement, moved -> {}).didSomething())
        .as("the other files are compacted")
        .isTrue();
    assertThat(bytesToFollowUp()).as("two reads of a file").isBetween(1L, 2L * SEGMENT);
    assertThat(store.damaged().open()).isEqualTo(1);
  }

  /** Its first bytes can be read again, and nothing is known of their damage any more. */
  @Test
  void aBlobThatTheLogHasTwiceStaysWhenItsFirstRecordGoes() throws IOException {
    Place first = Place.allIn(FIRST, medium.bytes(FIRST)).get(1);
    BlobId id = ids.get(1);
    medium.flip(FIRST, first.offset() + first.header() + 9, 1);
    assertThat(Blobs.codeOf(() -> Blobs.read(store, id, fixture.patient())))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
    disk.followUp(moved -> {});
    Blobs.put(store, id, new byte[1000], fixture.patient());
    disk.close();
    medium.flip(FIRST, first.offset() + first.header() + 9, 1);
    medium.delete("partition-7/quarantine");
    disk = fixture.open(medium, CONFIG);
    store = disk.open(Blobs.PARTITION);
    compact();
    assertThat(Blobs.read(store, id, fixture.patient()).content()).hasSize(1000);
  }
}
