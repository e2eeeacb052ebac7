package io.aumbry.store;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.CrashingDisk.Cached;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cached and uncached reads, on the request's thread or a disk thread. */
@Timeout(300)
final class InPlaceReadTest {
  private static final String LOG = "partition-" + Blobs.PARTITION + "/log-0000000001.seg";
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 8 << 20, 0, 64 << 20, 10_000, 1, 64);
  private static final int SMALL = 50_000;
  private static final int LARGE = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(5);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random.split());
  private final StoreDisk disk = fixture.open(medium, CONFIG);
  private final BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private BlobId put(byte[] bytes) {
    BlobId id = Blobs.id(random);
    assertThat(Blobs.put(store, id, bytes, fixture.patient())).isEqualTo(new NodeResponse.Done());
    return id;
  }

  private long inPlace() {
    return (long) fixture.metrics().value("aumbry_store_read_in_place_total");
  }

  private byte[] read(BlobId id) {
    return Blobs.read(store, id, fixture.patient()).content();
  }

  @Test
  void cachedDataIsReadOnTheThreadOfTheRequest() {
    byte[] bytes = BytesOfTests.random(random, SMALL);
    BlobId id = put(bytes);
    medium.cache(Cached.ALL);
    assertThat(read(id)).isEqualTo(bytes);
    assertThat(inPlace()).isEqualTo(1);
    medium.cache(Cached.NONE);
    assertThat(read(id)).isEqualTo(bytes);
    assertThat(inPlace()).isEqualTo(1);
  }

  @Test
  void onlyLargeRangesAreLeftToDiskThreads() {
    byte[] bytes = BytesOfTests.random(random, LARGE);
    BlobId id = put(bytes);
    medium.cache(Cached.ALL);
    assertThat(read(id)).isEqualTo(bytes);
    assertThat(inPlace()).isZero();
    ByteRange range = new ByteRange.FromTo(200_000, 200_100);
    Blobs.Read part = Blobs.read(store, id, range, ReadOptions.LIVE, fixture.patient());
    int from = ((ReadResult.Found) part.result()).header().contentFrom();
    assertThat(part.content())
        .isEqualTo(Arrays.copyOfRange(bytes, from, from + part.content().length));
    assertThat(inPlace()).isEqualTo(1);
  }

  @Test
  void readsAreCompleteWhateverIsCached() {
    byte[] bytes = BytesOfTests.random(random, SMALL);
    BlobId id = put(bytes);
    medium.cache(Cached.SOME);
    for (int round = 0; round < 100; round++) {
      assertThat(read(id)).isEqualTo(bytes);
    }
    assertThat(inPlace()).isBetween(1L, 99L);
  }

  @Test
  void aFailingDiskIsReportedOnEveryThread() {
    BlobId id = put(BytesOfTests.random(random, SMALL));
    medium.failReads(true);
    for (Cached cached : Cached.values()) {
      medium.cache(cached);
      assertRead(id, ErrorCode.CORRUPT_RECORD);
    }
    medium.failReads(false);
  }

  @Test
  void damageIsCountedOnceOnEveryThread() {
    BlobId id = put(BytesOfTests.random(random, SMALL));
    medium.flip(LOG, FileMark.LENGTH + SMALL - 100, 3);
    long corrupt = 0;
    for (Cached cached : Cached.values()) {
      medium.cache(cached);
      assertRead(id, ErrorCode.CORRUPT_RECORD);
      corrupt++;
      assertThat(fixture.metrics().value("aumbry_store_corrupt_total")).isEqualTo((double) corrupt);
    }
  }

  private void assertRead(BlobId id, ErrorCode code) {
    assertCode(() -> read(id), code);
  }
}
