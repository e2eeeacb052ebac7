package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Space that is reserved for deletes. */
@Timeout(300)
final class ReserveTest {
  private static final long RESERVE = 4 << 20;
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 16 << 20, RESERVE, 64 << 20, 1000, 1, 1 << 16);

  private final SplittableRandom random = new SplittableRandom(2);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private final StoreDisk disk = fixture.open(medium, CONFIG);
  private final BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
  }

  private boolean fits(BlobId id, int length) {
    try {
      Blobs.put(store, id, new byte[length], fixture.patient());
      return true;
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NO_SPACE);
      return false;
    }
  }

  @Test
  void deletesDoNotOpenTheReserveForBlobs() {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ids.add(Blobs.id(random));
      assertThat(fits(ids.getLast(), 1)).isTrue();
    }
    medium.limitTo(RESERVE + (2 << 20));
    for (int length = 100_000; length > 0; length /= 10) {
      while (fits(Blobs.id(random), length)) {
        assertThat(store.lastSequence()).isLessThan(10_000);
      }
    }
    for (BlobId id : ids) {
      assertThat(store.delete(id, 1, fixture.patient())).isEqualTo(new NodeResponse.Done());
      assertThat(fits(Blobs.id(random), 1)).isFalse();
    }
  }
}
