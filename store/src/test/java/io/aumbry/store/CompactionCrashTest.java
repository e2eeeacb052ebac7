package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Silence;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Interrupts compaction at each change of the disk: by a crash that loses any unsynced sectors and
 * names, a kill, a disk error or a full disk. Afterwards all live blobs exist, no deleted blob is
 * back, the log is valid, and compaction continues.
 */
@Timeout(600)
@ExtendWith(Silence.class)
final class CompactionCrashTest {
  private static final int BLOBS = 60;
  private static final int MAX_CHANGES = 400;

  private final StoreFixture fixture = new StoreFixture();
  private final SplittableRandom random = new SplittableRandom(77);
  private final List<BlobId> live = new ArrayList<>();
  private final List<BlobId> deleted = new ArrayList<>();
  private final CrashingDisk prepared = new CrashingDisk(random.split());
  private long sequences;

  /** A way to interrupt a compaction. */
  private interface Disturbance {
    /** Schedules the interruption after a number of changes. */
    void prepare(CrashingDisk medium, int changes);
  }

  CompactionCrashTest() {
    try (StoreDisk disk = fixture.open(prepared, CompactionTest.CONFIG)) {
      BlobStore store = disk.create(Blobs.PARTITION);
      for (int i = 0; i < BLOBS; i++) {
        BlobId id = Blobs.id(random);
        Blobs.put(store, id, bytes(id), fixture.patient());
        (i % 3 == 0 ? live : deleted).add(id);
      }
      long now = fixture.time().wallMillis();
      deleted.forEach(id -> store.delete(id, now, fixture.patient()));
      sequences = store.lastSequence();
    }
    fixture.time().advance(Duration.ofDays(8).toMillis());
  }

  @AfterEach
  void close() {
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  /** Some exceed a block. Uses the text of the id, because its hash is the same in every run. */
  private static byte[] bytes(BlobId id) {
    int hash = id.toString().hashCode();
    int length = hash % 7 == 0 ? 3000 : 900;
    return BytesOfTests.random(new SplittableRandom(hash), length);
  }

  private Agreement agreement() {
    return new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
  }

  private void compact(BlobStore store) {
    boolean more = true;
    while (more) {
      more = store.compact(agreement(), bytes -> {}).didSomething();
    }
  }

  /** Returns whether the compaction finished. */
  private boolean compactDisturbed(CrashingDisk medium, int changes, Disturbance disturbance) {
    try (StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      disturbance.prepare(medium, changes);
      compact(store);
      return true;
    } catch (AumbryException e) {
      assertThat(e.code()).isIn(ErrorCode.DISK_FAILED, ErrorCode.NO_SPACE);
      return false;
    }
  }

  private void check(CrashingDisk found) {
    try (StoreDisk disk = fixture.open(found, CompactionTest.CONFIG)) {
      BlobStore store = disk.open(Blobs.PARTITION);
      checkContent(store);
      compact(store);
      checkContent(store);
      BlobId next = Blobs.id(random);
      assertThat(Blobs.put(store, next, bytes(next), fixture.patient()))
          .isEqualTo(new NodeResponse.Done());
      assertThat(store.lastSequence()).isEqualTo(sequences + 1);
    }
    checkFiles(found);
  }

  private void checkContent(BlobStore store) {
    assertThat(store.lastSequence()).isEqualTo(sequences);
    for (BlobId id : live) {
      assertThat(Blobs.read(store, id, fixture.patient()).content()).isEqualTo(bytes(id));
    }
    for (BlobId id : deleted) {
      assertThat(Blobs.read(store, id, fixture.patient()).result())
          .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    }
    long after = 0;
    while (after < store.lastSequence()) {
      RecordBatch batch = store.recordsAfter(after, 5000, fixture.patient());
      batch.records().close();
      assertThat(batch.last()).isGreaterThan(after);
      after = batch.last();
    }
  }

  /** No replaced or unfinished file is left. */
  private static void checkFiles(CrashingDisk found) {
    try {
      List<String> names = found.list("partition-7");
      Set<String> unfinished = new HashSet<>(names);
      unfinished.removeIf(name -> !name.contains("seg.new"));
      assertThat(unfinished).isEmpty();
      assertThat(names.stream().filter(name -> name.endsWith(".seg"))).hasSizeLessThan(7);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void disturbAtEachChange(Disturbance disturbance, boolean crashes) {
    boolean finished = false;
    int changes = 0;
    while (!finished) {
      assertThat(changes).isLessThan(MAX_CHANGES);
      CrashingDisk medium = prepared.copy();
      try {
        finished = compactDisturbed(medium, changes, disturbance);
        check(crashes && random.nextInt(3) > 0 ? medium.afterCrash() : medium.afterKill());
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("after " + changes + " changes", e);
      }
      changes++;
    }
    assertThat(changes).as("changes that a compaction makes").isGreaterThan(20);
  }

  @Test
  void aCrashAtAnyChangeDoesNoHarm() {
    for (int i = 0; i < 6; i++) {
      disturbAtEachChange(CrashingDisk::crashAfter, true);
    }
  }

  /** A killed process leaves names that no sync has made durable. */
  @Test
  void aCrashDuringTheOpeningAfterAKillDoesNoHarm() {
    boolean finished = false;
    for (int changes = 0; !finished; changes += 1 + random.nextInt(3)) {
      boolean opened = false;
      for (int more = 0; !opened; more++) {
        CrashingDisk medium = prepared.copy();
        finished = compactDisturbed(medium, changes, CrashingDisk::crashAfter);
        CrashingDisk killed = medium.afterKill();
        killed.crashAfter(more);
        opened = opens(killed);
        check(killed.afterCrash());
      }
    }
  }

  private boolean opens(CrashingDisk medium) {
    try (StoreDisk disk = fixture.open(medium, CompactionTest.CONFIG)) {
      disk.open(Blobs.PARTITION);
      return true;
    } catch (AumbryException e) {
      assertThat(medium.hasCrashed()).isTrue();
      return false;
    }
  }

  @Test
  void anErrorOfTheDiskAtAnyChangeDoesNoHarm() {
    disturbAtEachChange(CrashingDisk::failAfter, false);
  }

  @Test
  void aDiskThatIsFullAfterAnyNumberOfBytesDoesNoHarm() {
    for (int room = 0; room < 60_000; room += 2_000) {
      CrashingDisk medium = prepared.copy();
      int bytes = room;
      compactDisturbed(
          medium, 0, (full, changes) -> full.limitTo(full.usedSpace() + (1 << 20) + bytes));
      medium.limitTo(Long.MAX_VALUE);
      check(medium.afterKill());
    }
  }

  /** Other writers use up the space that the disk reported. */
  @Test
  void aDiskThatFillsUpDuringACompactionDoesNoHarm() {
    for (int room = 0; room < 60_000; room += 1_500) {
      CrashingDisk medium = prepared.copy();
      int bytes = room;
      compactDisturbed(
          medium, 0, (full, changes) -> full.limitSecretlyTo(full.usedSpace() + bytes));
      medium.limitTo(Long.MAX_VALUE);
      check(medium.afterKill());
    }
  }
}
