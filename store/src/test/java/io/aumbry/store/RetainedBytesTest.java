package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The metric of recently written large records. */
final class RetainedBytesTest {
  private static final int LARGE = 300_000;

  private final SplittableRandom random = new SplittableRandom(1);
  private final CrashingDisk medium = new CrashingDisk(random);
  private final StoreFixture fixture = new StoreFixture();

  private double retained() {
    return fixture.metrics().value("aumbry_store_retained_bytes");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void itCountsLargeRecordsOfOpenDisks() {
    StoreConfig config = StoreFixture.SMALL.withSegmentBytes(1 << 20);
    try (StoreDisk disk = fixture.open(medium, config)) {
      BlobStore store = disk.create(Blobs.PARTITION);
      Blobs.put(store, Blobs.id(random), new byte[100], fixture.patient());
      assertThat(retained()).isZero();
      Blobs.put(store, Blobs.id(random), new byte[LARGE], fixture.patient());
      assertThat(retained()).isBetween(LARGE + 0.0, LARGE + 1e4);
    }
    assertThat(retained()).isZero();
  }
}
