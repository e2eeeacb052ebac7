package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.io.ThreadJoin;
import io.aumbry.store.io.WriteResult;
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
 * Crashes at any change of the disk, with any of the unsynced sectors lost, while several requests
 * are in flight and files are compacted and scrubbed; then, however often recovery itself crashes:
 * what was promised is there, byte for byte, nothing that never was, and in the order in which it
 * was answered. {@code -Daumbry.crash.seeds} says how many times, {@code -Daumbry.crash.first} with
 * which seed to begin. A seed says what is done and where it crashes; how the threads take turns it
 * does not.
 */
@Timeout(7200)
@ExtendWith(Silence.class)
final class CrashTest {
  private static final int SEEDS = Integer.getInteger("aumbry.crash.seeds", 60);
  private static final long FIRST = Long.getLong("aumbry.crash.first", 0);
  private static final int LIVES = 3;
  private static final int CALLERS = 6;

  /** Of small segments many are begun; in large ones zeros are written ahead of most records. */
  private static final int[] SEGMENT_BYTES = {32 * 1024, 1 << 20, 64 * 1024};

  @Test
  void whatWasAnsweredSurvives() {
    crashWith(SyncPolicy.FSYNC);
  }

  /** What was answered and not synced may be lost, and then all that came behind it. */
  @Test
  void whatWasSyncedSurvivesWhenAnswersDoNotWaitForTheDisk() {
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

    /** So that what was cut off lies where the next record would end. */
    private final int sameLength;

    /** Whether more ended than a process since the store was last open. */
    private boolean machineCrashed;

    /** The last record that another replica may have been shown. */
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

    /** Returns how many times it crashed. */
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
            .isEqualTo(new WriteResult.Written());
      }
      return crashes;
    }

    private void leave() {
      boolean machine = random.nextBoolean();
      machineCrashed |= machine;
      disk = machine ? disk.afterCrash() : disk.afterKill();
      crashes++;
    }

    /** Opens the store, crashing on the way some times. */
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
