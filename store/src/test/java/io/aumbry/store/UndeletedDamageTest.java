package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.FaultyDisk.Action;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Repaired damage counts again when its blob is undeleted, whenever the scrub checks it. */
@Timeout(60)
final class UndeletedDamageTest {
  private static final String LOG = "partition-7/log-0000000001.seg";
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 32 * 1024, 0, 1 << 20, 100, 1, 32);

  private final SplittableRandom random = new SplittableRandom(12);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private final FaultyDisk observed = new FaultyDisk(medium);
  private final StoreDisk disk = fixture.open(observed, CONFIG);
  private final BlobStore store = disk.create(Blobs.PARTITION);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
  }

  /** The record of the undelete is written, and the index does not know it yet. */
  @Test
  void aCheckDuringTheUndeleteDoesNotHideTheDamage() {
    BlobId id = Blobs.id(random);
    Blobs.put(store, id, new byte[1000], fixture.patient());
    Place place = Place.allIn(LOG, medium.bytes(LOG)).getFirst();
    medium.flip(LOG, place.offset() + place.header() + 5, 1);
    StoreFixture.scrub(disk);
    long now = fixture.time().wallMillis();
    store.delete(id, now, fixture.patient());
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isZero();

    AtomicBoolean checked = new AtomicBoolean();
    observed.fail((action, path) -> {
      if (action == Action.FORCE && path.equals(LOG) && checked.compareAndSet(false, true)) {
        disk.followUp(_ -> {});
      }
    });
    store.undelete(id, new Life(1, now, now), fixture.patient());
    assertThat(checked).isTrue();
    disk.followUp(_ -> {});
    assertThat(store.damaged().open()).isEqualTo(1);
  }
}
