package io.aumbry.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.disk.CrashingDisk;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compares random changes, restarts and crashes of an index with a map. */
@Timeout(600)
final class BlobIndexModelTest {
  private static final int SEEDS = Integer.getInteger("aumbry.index.seeds", 10);
  private static final int OPERATIONS = 4000;

  @Test
  void theIndexBehavesLikeAMap() {
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        new Run(seed).run();
      } catch (AssertionError | IOException | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static final class Run {
    private final SplittableRandom random;
    private final IndexFixture fixture;
    private CrashingDisk disk;

    Run(int seed) throws IOException {
      this.random = new SplittableRandom(seed);
      this.disk = new CrashingDisk(random.split());
      this.fixture = new IndexFixture(disk, random, 20 << random.nextInt(8));
    }

    void run() throws IOException {
      for (int i = 0; i < OPERATIONS; i++) {
        try {
          step();
        } catch (IOException e) {
          assertThat(disk.hasCrashed()).as(e.toString()).isTrue();
          restart(random.nextBoolean() ? disk.afterCrash() : disk.afterKill());
        }
      }
      fixture.assertAllRight();
      assertThat(disk.list(IndexFixture.FOLDER)).noneMatch(name -> name.contains("-0-"));
    }

    private void step() throws IOException {
      switch (random.nextInt(24)) {
        case 0 -> fixture.freeze();
        case 1, 2 -> fixture.index().seal();
        case 3, 4 -> fixture.index().mergeStep();
        case 5 -> restartSometimes();
        case 6, 7 -> fixture.remove();
        case 8, 9 -> fixture.move();
        case 10, 11, 12, 13, 14, 15 -> fixture.put();
        default -> fixture.assertRight(fixture.ids().get(random.nextInt(fixture.ids().size())));
      }
    }

    private void restartSometimes() throws IOException {
      switch (random.nextInt(20)) {
        case 0 -> restart(disk.afterCrash());
        case 1 -> restart(disk.afterKill());
        case 2 -> disk.crashAfter(random.nextInt(30));
        default -> fixture.assertAllRight();
      }
    }

    private void restart(CrashingDisk found) throws IOException {
      disk = found;
      disk.syncFolder(IndexFixture.FOLDER);
      fixture.goOnWith(disk);
    }
  }
}
