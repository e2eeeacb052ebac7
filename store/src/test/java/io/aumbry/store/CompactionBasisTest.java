package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compaction acts on durable evidence only, and one round finds all garbage. */
@Timeout(300)
final class CompactionBasisTest {
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.WRITE, 16 * 1024, 0, 64 << 20, 1000, 1, 32)
          .withRetention(Retention.defaults());

  private final SplittableRandom random = new SplittableRandom(11);
  private final StoreFixture fixture = new StoreFixture();
  private CrashingDisk medium = new CrashingDisk(random);
  private StoreDisk disk = fixture.open(medium, CONFIG);
  private BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
  }

  private List<BlobId> put(int count) {
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BlobId id = Blobs.id(random);
      Blobs.put(store, id, new byte[1000], Expiry.NEVER, fixture.patient());
      ids.add(id);
    }
    return ids;
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  /** Deletes with old times, as peers may send them. */
  private void deleteLongAgo(List<BlobId> ids) {
    long longAgo = now() - Duration.ofDays(8).toMillis();
    ids.forEach(id -> store.delete(id, longAgo, fixture.patient()));
  }

  private CompactionRound round() {
    return store.compact(new Agreement(Long.MAX_VALUE, now()), bytes -> {});
  }

  /** Otherwise a power failure would leave live blobs without bytes. */
  @Test
  void deletesAreDurableBeforeTheirBytesGo() {
    List<BlobId> ids = put(60);
    disk.sync();
    List<BlobId> deleted = ids.subList(0, 30);
    deleteLongAgo(deleted);
    assertThat(round().droppedRecords()).isPositive();
    CrashingDisk found = medium.afterCrash();
    disk.close();
    medium = found;
    disk = fixture.open(medium, CONFIG);
    store = disk.open(Blobs.PARTITION);
    for (BlobId id : deleted) {
      assertThat(Blobs.read(store, id, fixture.patient()).result())
          .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    }
  }

  /** A round surveys a limited number of files at a time. */
  @Test
  void oneRoundFindsGarbageBehindManyFilesWithoutAny() {
    put(14 * 20);
    List<BlobId> last = put(28);
    put(30);
    deleteLongAgo(last);
    assertThat(round().droppedRecords()).isPositive();
  }
}
