package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.store.BlobStore.RecordBatch;
import io.aumbry.store.disk.CrashingDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Crashes at any change of the disk, with any of the unsynced sectors lost, while several requests
 * are in flight; then, however often recovery itself crashes: all that was acknowledged is there,
 * byte for byte, and nothing that never was.
 */
@Timeout(240)
final class CrashTest {
  private static final int SEEDS = 200;
  private static final int LIVES = 3;
  private static final int CALLERS = 6;

  /** Of small segments many are begun; in large ones zeros are written ahead of most records. */
  private static final int[] SEGMENT_BYTES = {64 * 1024, 1 << 20};

  private final StoreFixture fixture = new StoreFixture();

  /** What a blob must be, or may be. */
  private enum Fate {
    ABSENT,
    PUT_IN_DOUBT,
    PUT,
    DELETE_IN_DOUBT,
    DELETED
  }

  private record Blob(BlobId id, int seed, int length) {
    byte[] bytes() {
      return BytesOfTests.random(new SplittableRandom(seed), length);
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void whatWasAcknowledgedSurvives() {
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        new Run(seed).live();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(fixture.buffers().open()).isZero();
  }

  private final class Run {
    private final SplittableRandom random;
    private final Map<Blob, Fate> fates = new ConcurrentHashMap<>();
    private final StoreConfig config;
    private CrashingDisk disk;

    /** So that what was cut off lies where the next record would end. */
    private final boolean sameLength;

    Run(int seed) {
      this.random = new SplittableRandom(seed);
      this.sameLength = random.nextBoolean();
      this.disk = new CrashingDisk(random.split());
      int segmentBytes = SEGMENT_BYTES[seed % SEGMENT_BYTES.length];
      this.config = new StoreConfig(Durability.FSYNC, segmentBytes, 0, 64 << 20, 1000, 1, 32);
    }

    void live() {
      StoreDisk first = fixture.open(disk, config);
      first.create(Blobs.PARTITION);
      first.close();
      for (int life = 0; life < LIVES; life++) {
        StoreDisk open = recovered();
        BlobStore store = open.open(Blobs.PARTITION);
        check(store);
        disk.crashAfter(random.nextInt(60));
        workUntilCrash(store);
        open.close();
        disk = random.nextBoolean() ? disk.afterCrash() : disk.afterKill();
      }
      try (StoreDisk last = recovered()) {
        BlobStore store = last.open(Blobs.PARTITION);
        check(store);
        assertThat(Blobs.put(store, Blobs.id(random), new byte[10], fixture.patient()))
            .isEqualTo(new WriteResult.Written());
      }
    }

    /** Opens the store, crashing on the way some times. */
    private StoreDisk recovered() {
      for (int crashes = random.nextInt(3); crashes > 0; crashes--) {
        disk.crashAfter(random.nextInt(4));
        try (StoreDisk attempt = fixture.open(disk, config)) {
          attempt.open(Blobs.PARTITION);
        } catch (AumbryException crash) {
          assertThat(disk.hasCrashed()).as(crash.getMessage()).isTrue();
        }
        disk = random.nextBoolean() ? disk.afterCrash() : disk.afterKill();
      }
      return fixture.open(disk, config);
    }

    private void workUntilCrash(BlobStore store) {
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        SplittableRandom own = random.split();
        callers.add(Thread.startVirtualThread(() -> work(store, own)));
      }
      callers.forEach(Joining::join);
    }

    private void work(BlobStore store, SplittableRandom own) {
      List<Blob> mine = new ArrayList<>();
      try {
        while (!disk.hasCrashed()) {
          if (own.nextInt(5) == 0 && !mine.isEmpty()) {
            delete(store, mine.remove(own.nextInt(mine.size())));
          } else {
            mine.add(put(store, own));
          }
        }
      } catch (AumbryException crash) {
        assertThat(disk.hasCrashed()).as(crash.getMessage()).isTrue();
      }
    }

    private Blob put(BlobStore store, SplittableRandom own) {
      int length = sameLength ? 100 : own.nextInt(8) == 0 ? own.nextInt(20_000) : own.nextInt(600);
      Blob blob = new Blob(Blobs.id(own), own.nextInt(), length);
      fates.put(blob, Fate.PUT_IN_DOUBT);
      assertThat(Blobs.put(store, blob.id(), blob.bytes(), fixture.patient()))
          .isEqualTo(new WriteResult.Written());
      fates.put(blob, Fate.PUT);
      return blob;
    }

    private void delete(BlobStore store, Blob blob) {
      fates.put(blob, Fate.DELETE_IN_DOUBT);
      store.delete(blob.id(), Blobs.CREATED, fixture.patient());
      fates.put(blob, Fate.DELETED);
    }

    private void check(BlobStore store) {
      fates.replaceAll((blob, fate) -> seen(store, blob, fate));
      long after = 0;
      while (after < store.lastSequence()) {
        RecordBatch batch = store.recordsAfter(after, 100_000, fixture.patient());
        batch.records().close();
        after = batch.last();
      }
      assertThat(after).isEqualTo(store.lastSequence());
    }

    /** Checks a blob; a doubt is then over for good. */
    private Fate seen(BlobStore store, Blob blob, Fate fate) {
      Blobs.Read read = Blobs.read(store, blob.id(), fixture.patient());
      if (read.result() instanceof ReadResult.Found) {
        assertThat(fate).isNotIn(Fate.DELETED, Fate.ABSENT);
        assertThat(read.content()).isEqualTo(blob.bytes());
        assertThat(read.metadata()).isEqualTo(Blobs.metadata(blob.id()));
        return Fate.PUT;
      }
      if (read.result().equals(new ReadResult.Missing(Absence.DELETED))) {
        assertThat(fate).isIn(Fate.DELETE_IN_DOUBT, Fate.DELETED);
        return Fate.DELETED;
      }
      assertThat(read.result()).isEqualTo(new ReadResult.Missing(Absence.NOT_FOUND));
      assertThat(fate).isIn(Fate.PUT_IN_DOUBT, Fate.ABSENT);
      return Fate.ABSENT;
    }
  }
}
