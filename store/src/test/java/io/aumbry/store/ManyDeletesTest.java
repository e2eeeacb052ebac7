package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Old deletes go in one round, however many a file has. */
@Timeout(300)
final class ManyDeletesTest {
  private static final int DELETES = 60_000;

  /** Deletes that no segment of the index knows yet must stay. */
  private static final int UNSEALED = 1000;

  private static final int RECORD = 88;
  private static final int SEGMENT = 8 << 20;
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.WRITE, SEGMENT, 0, 64 << 20, 1000, 1, UNSEALED)
          .withRetention(Retention.defaults());

  private final SplittableRandom random = new SplittableRandom(77);
  private final StoreFixture fixture = StoreFixture.light();
  private final StoreDisk disk = fixture.open(new CrashingDisk(random.split()), CONFIG);
  private final BlobStore store = disk.create(Blobs.PARTITION);

  private long now() {
    return fixture.time().wallMillis();
  }

  private BlobId deleteChunk() {
    BlobId.Owner owner = new BlobId.Owner(1, 1, 1, false);
    BlobId id = BlobId.create(owner, BlobKind.CHUNK, Blobs.PARTITION, now(), random);
    assertThat(store.deleteLife(id, BlobState.FINAL_LIFE, now(), fixture.patient()))
        .isEqualTo(new NodeResponse.Done(BlobState.FINAL_LIFE));
    return id;
  }

  @Test
  void theirFileIsCopiedOnce() {
    BlobId first = deleteChunk();
    for (int i = 1; i < DELETES; i++) {
      deleteChunk();
    }
    Blobs.put(store, Blobs.id(random), new byte[SEGMENT / 2], fixture.patient());
    fixture.time().advance(Duration.ofDays(60).toMillis());
    assertThat(store.look(first, fixture.patient())).isPresent();
    assertThat(store.compact(new Agreement(Long.MAX_VALUE, now()), moved -> {}).didSomething())
        .isTrue();
    assertThat(store.usage().copied()).isLessThanOrEqualTo((long) UNSEALED * RECORD);
    assertThat(store.look(first, fixture.patient())).as("forgotten").isEmpty();
    disk.close();
    fixture.close();
  }
}
