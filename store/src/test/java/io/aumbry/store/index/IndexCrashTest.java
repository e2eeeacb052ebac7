package io.aumbry.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.disk.CrashingDisk;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Crashes at each change of the disk while an index is sealed, merged and opened. */
@Timeout(600)
final class IndexCrashTest {
  private static final int LOSSES = 6;

  /** Changes of the disk up to now. */
  private int changes;

  @Test
  void durableEntriesSurviveACrashInSealingAndMerging() throws IOException {
    boolean crashed = true;
    for (changes = 0; crashed; changes++) {
      crashed = false;
      for (int seed = 0; seed < LOSSES; seed++) {
        crashed |= crashesAt(changes, seed);
      }
    }
    assertThat(changes).isGreaterThan(3 * IndexLimits.FAN_IN);
  }

  private static boolean crashesAt(int changes, int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    CrashingDisk disk = new CrashingDisk(random.split());
    IndexFixture fixture = new IndexFixture(disk, random, 200);
    fixture.fill(IndexLimits.FAN_IN - 1);
    fixture.index().seal();
    fixture.fill(2);
    disk.crashAfter(changes);
    boolean crashed = false;
    try {
      fixture.index().seal();
      fixture.mergeAll();
      fixture.assertAllRight();
    } catch (IOException e) {
      assertThat(disk.hasCrashed()).as(e.toString()).isTrue();
      crashed = true;
    }
    reopen(fixture, random.nextBoolean() ? disk.afterCrash() : disk.afterKill(), random);
    return crashed;
  }

  /** Opens the index with crashes, and finishes the interrupted work. */
  private static void reopen(IndexFixture fixture, CrashingDisk found, SplittableRandom random)
      throws IOException {
    CrashingDisk disk = found;
    for (int attempt = 0; attempt < 4; attempt++) {
      disk.crashAfter(random.nextInt(6));
      try {
        disk.syncFolder(IndexFixture.FOLDER);
        IndexFixture.open(disk).close();
      } catch (IOException e) {
        assertThat(disk.hasCrashed()).as(e.toString()).isTrue();
      }
      disk = random.nextBoolean() ? disk.afterCrash() : disk.afterKill();
    }
    disk.syncFolder(IndexFixture.FOLDER);
    fixture.goOnWith(disk);
    fixture.mergeAll();
    fixture.assertAllRight();
    assertThat(fixture.index().segments()).isLessThan(IndexLimits.FAN_IN);
    assertThat(disk.list(IndexFixture.FOLDER)).hasSize(fixture.index().segments());
  }
}
