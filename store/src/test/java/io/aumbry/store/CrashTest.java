package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Silence;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.io.ThreadJoin;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Crashes at random changes of the disk, losing any unsynced sectors, while requests run and files
 * are compacted and scrubbed, and again during recovery. Afterwards every promised blob exists byte
 * for byte, and changes survive in the order of their answers. {@code -Daumbry.crash.seeds} is the
 * number of runs, {@code -Daumbry.crash.first} the first seed. A seed determines the operations and
 * the crashes, but not the scheduling of threads.
 */
@Timeout(7200)
@ExtendWith(Silence.class)
final class CrashTest {
  private static final int SEEDS = Integer.getInteger("aumbry.crash.seeds", 60);
  private static final long FIRST = Long.getLong("aumbry.crash.first", 0);
  private static final int LIVES = 3;
  private static final int CALLERS = 6;

  /** Small segments fill often; in large segments zeros are written ahead of most records. */
  private static final int[] SEGMENT_BYTES = {32 * 1024, 1 << 20, 64 * 1024};

  @Test
  void answeredChangesSurvive() {
    crashWith(SyncPolicy.FSYNC);
  }

  /** Unsynced changes may be lost, but only from the end. */
  @Test
  void syncedChangesSurviveWhenAnswersDoNotWaitForTheDisk() {
    crashWith(SyncPolicy.WRITE);
  }

  private static void crashWith(SyncPolicy durability) {
    AtomicInteger crashes = new AtomicInteger();
    Seeds.each(
        FIRST,
        SEEDS,
        "-Daumbry.crash.seeds=1 -Daumbry.crash.first=",
        seed -> {
          try (StoreFixture fixture = new StoreFixture()) {
            crashes.addAndGet(new Run(seed, durability, fixture).live());
            assertThat(fixture.buffers().open()).isZero();
          }
        });
    System.out.printf("%s: %d crashes, seeds from %d%n", durability, crashes.get(), FIRST);
  }

  private static final class Run {
    private final StoreFixture fixture;
    private final SplittableRandom random;
    private final Ledger ledger;
    private final StoreConfig config;
    private CrashingDisk disk;
    private int crashes;

    /** Equal lengths let a torn record end where the next one would. */
    private final int sameLength;

    /** Whether more than the process has crashed since the store was last open. */
    private boolean machineCrashed;

    /** The last record that may have been shown to a peer. */
    private long shown;

    Run(long seed, SyncPolicy durability, StoreFixture fixture) {
      this.fixture = fixture;
      this.random = new SplittableRandom(seed);
      this.sameLength = random.nextBoolean() ? 100 : 0;
      this.disk = new CrashingDisk(random.split());
      this.ledger = new Ledger(durability == SyncPolicy.FSYNC);
      int segmentBytes = SEGMENT_BYTES[random.nextInt(SEGMENT_BYTES.length)];
      this.config = new StoreConfig(durability, segmentBytes, 0, 64 << 20, 1000, 1, 32);
    }

    /** Returns the number of crashes. */
    int live() {
      StoreDisk first = fixture.open(disk, config);
      first.create(Blobs.PARTITION);
      first.close();
      for (int life = 0; life < LIVES; life++) {
        StoreDisk open = recovered();
        BlobStore store = open.open(Blobs.PARTITION);
        check(store);
        disk.crashAfter(random.nextInt(random.nextInt(4) == 0 ? 400 : 60));
        workUntilCrash(open, store);
        shown = store.lastSequence();
        open.close();
        leave();
      }
      try (StoreDisk last = recovered()) {
        BlobStore store = last.open(Blobs.PARTITION);
        check(store);
        assertThat(Blobs.put(store, Blobs.id(random), new byte[10], fixture.patient()))
            .isEqualTo(new NodeResponse.Done());
      }
      return crashes;
    }

    private void leave() {
      boolean machine = random.nextBoolean();
      machineCrashed |= machine;
      disk = machine ? disk.afterCrash() : disk.afterKill();
      crashes++;
    }

    /** Opens the store, with crashes during recovery. */
    private StoreDisk recovered() {
      for (int left = random.nextInt(3); left > 0; left--) {
        disk.crashAfter(random.nextInt(4));
        try (StoreDisk attempt = fixture.open(disk, config)) {
          attempt.open(Blobs.PARTITION);
        } catch (AumbryException crash) {
          assertThat(disk.hasCrashed()).as(crash.getMessage()).isTrue();
        }
        leave();
      }
      return fixture.open(disk, config);
    }

    private void workUntilCrash(StoreDisk open, BlobStore store) {
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        SplittableRandom own = random.split();
        boolean keepsHouse = i == 0;
        Caller caller = new Caller(store, fixture, own.split(), ledger, sameLength);
        callers.add(
            Thread.startVirtualThread(() ->
                untilCrash(() -> {
                  caller.step();
                  if (keepsHouse && own.nextInt(6) == 0) {
                    keepHouse(open, store, own);
                  }
                })));
      }
      callers.forEach(ThreadJoin::join);
    }

    private void untilCrash(Runnable step) {
      try {
        while (!disk.hasCrashed()) {
          step.run();
        }
      } catch (AumbryException crash) {
        assertThat(disk.hasCrashed()).as(crash.getMessage()).isTrue();
      }
    }

    private void keepHouse(StoreDisk open, BlobStore store, SplittableRandom own) {
      switch (own.nextInt(4)) {
        case 0 -> compact(store);
        case 1 -> open.scrub(moved -> {});
        default -> sync(open);
      }
    }

    private void compact(BlobStore store) {
      fixture.time().advance(Duration.ofDays(8).toMillis());
      long now = fixture.time().wallMillis();
      boolean more = true;
      while (more) {
        more = store.compact(new Agreement(Long.MAX_VALUE, now), moved -> {}).didSomething();
      }
    }

    private void sync(StoreDisk open) {
      long before = ledger.now();
      open.sync();
      if (!disk.hasCrashed()) {
        ledger.synced(before);
      }
    }

    private void check(BlobStore store) {
      if (!machineCrashed) {
        ledger.keepAnswered();
      }
      assertThat(store.lastSequence()).isGreaterThanOrEqualTo(shown);
      ledger.check(store, fixture.time().wallMillis(), fixture.patient());
      machineCrashed = false;
    }
  }
}
