package io.aumbry.store;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.FaultyDisk.Action;
import io.aumbry.store.io.ThreadJoin;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that takes long to open holds up no work on the other stores of its disk. */
@Timeout(60)
final class LongOpeningTest {
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.WRITE, 32 * 1024, 0, 64 << 20, 1000, 2, 32);

  private final SplittableRandom random = new SplittableRandom(71);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random.split());
  private final FaultyDisk faulty = new FaultyDisk(medium);
  private final StoreDisk disk = fixture.open(faulty, CONFIG);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch gate = new CountDownLatch(1);

  private void holdOpeningOf(int partition) {
    faulty.fail((action, path) -> {
      if (action == Action.READ && path.startsWith("partition-" + partition + "/")) {
        begun.countDown();
        try {
          gate.await();
        } catch (InterruptedException e) {
          throw new InterruptedIOException();
        }
      }
    });
  }

  @Test
  void otherStoresAreSyncedScrubbedAndChecked() throws Exception {
    BlobStore store = disk.create(Blobs.PARTITION);
    disk.create(Blobs.PARTITION + 1).close();
    Blobs.put(store, Blobs.id(random), new byte[100], fixture.patient());
    holdOpeningOf(Blobs.PARTITION + 1);
    Thread opening = Thread.ofPlatform().start(() -> disk.open(Blobs.PARTITION + 1));
    begun.await();
    assertThat(store.lastSequence()).isZero();
    Thread working =
        Thread.ofPlatform()
            .start(() -> {
              disk.sync();
              disk.scrub(moved -> {});
              disk.followUp(moved -> {});
              disk.requirePresence();
            });
    await().atMost(Duration.ofSeconds(30)).until(() -> !working.isAlive());
    assertThat(store.lastSequence()).isEqualTo(1);
    assertThat(disk.scrubState().totalBytes()).isPositive();
    gate.countDown();
    ThreadJoin.join(opening);
    disk.close();
    fixture.close();
  }
}
