package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compares {@code bytesAfter} with the bytes actually read. */
final class BytesAfterTest {
  private static final int BLOBS = 400;
  private static final int LARGEST = 3000;

  private final SplittableRandom random = new SplittableRandom(11);
  private final StoreFixture fixture = new StoreFixture();
  private final StoreDisk disk = fixture.open(new CrashingDisk(random), StoreFixture.SMALL);
  private final BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private void fill() {
    for (int i = 0; i < BLOBS; i++) {
      byte[] bytes = BytesOfTests.random(random, random.nextInt(1, LARGEST));
      Blobs.put(store, Blobs.id(random), bytes, Expiry.NEVER, fixture.patient());
    }
  }

  private long readFrom(long after) {
    long bytes = 0;
    for (long last = after; last < store.lastSequence(); ) {
      RecordBatch batch = store.recordsAfter(last, LARGEST, fixture.patient());
      try (var records = batch.records()) {
        bytes += records.size();
      }
      last = batch.last();
    }
    return bytes;
  }

  @Test
  void nothingIsBehindTheEnd() {
    assertThat(store.bytesAfter(0)).isZero();
    fill();
    assertThat(store.bytesAfter(store.lastSequence())).isZero();
    assertThat(store.bytesAfter(store.lastSequence() + 1)).isZero();
  }

  @Test
  void everyRecordIsBehindTheStart() {
    fill();
    long all = readFrom(0);
    assertThat(store.bytesAfter(0)).isEqualTo(all);
  }

  @Test
  void bytesAfterIsExactAtTheEndOfABatchAndAnEstimateElsewhere() {
    fill();
    for (long after = 7; after < BLOBS; after += 31) {
      long about = store.bytesAfter(after);
      long exact = readFrom(after);
      assertThat(about).as("behind %d", after).isCloseTo(exact, within(20L * LARGEST));
      RecordBatch batch = store.recordsAfter(after, LARGEST, fixture.patient());
      try (var records = batch.records()) {
        assertThat(store.bytesAfter(batch.last())).isEqualTo(exact - records.size());
      }
    }
  }
}
