package io.aumbry.store.index;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.index.segment.SegmentLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged index files are detected and never give a wrong answer. */
@Timeout(600)
final class IndexDamageTest {
  private static final int ROUNDS = Integer.getInteger("aumbry.index.damages", 600);
  private static final int BLOCK = 512;

  private final SplittableRandom random = new SplittableRandom(6);
  private final CrashingDisk disk = new CrashingDisk(random.split());
  private final IndexFixture fixture;

  IndexDamageTest() throws IOException {
    fixture = new IndexFixture(disk, random, 2000);
    fixture.fill(2 * IndexLimits.FAN_IN);
    fixture.index().seal();
    fixture.mergeAll();
    fixture.fill(3);
    fixture.index().seal();
    fixture.index().close();
  }

  private List<String> files(CrashingDisk on) throws IOException {
    return on.list(IndexFixture.FOLDER).stream()
        .map(name -> IndexFixture.FOLDER + "/" + name)
        .toList();
  }

  private interface Damage {
    void to(CrashingDisk copy, String path) throws IOException;
  }

  private void flipBit(CrashingDisk copy, String path) {
    copy.flip(path, random.nextInt(copy.bytes(path).length), random.nextInt(8));
  }

  private void zeroBlock(CrashingDisk copy, String path) {
    int at = random.nextInt(copy.bytes(path).length / BLOCK) * BLOCK;
    copy.overwrite(path, at, new byte[BLOCK]);
  }

  private void swapPages(CrashingDisk copy, String path) {
    byte[] bytes = copy.bytes(path);
    int page = SegmentLayout.PAGE;
    int a = random.nextInt(1, bytes.length / page) * page;
    int b = random.nextInt(1, bytes.length / page) * page;
    copy.overwrite(path, a, Arrays.copyOfRange(bytes, b, b + page));
    copy.overwrite(path, b, Arrays.copyOfRange(bytes, a, a + page));
  }

  private void takePageOfAnotherFile(CrashingDisk copy, String path) throws IOException {
    List<String> paths = files(copy);
    byte[] other = copy.bytes(paths.get(random.nextInt(paths.size())));
    int page = SegmentLayout.PAGE;
    copy.overwrite(path, page, Arrays.copyOfRange(other, page, 2 * page));
  }

  private void truncate(CrashingDisk copy, String path) throws IOException {
    try (var file = copy.open(path)) {
      file.truncate(random.nextInt(copy.bytes(path).length));
      file.force();
    }
  }

  private void delete(CrashingDisk copy, String path) throws IOException {
    copy.delete(path);
  }

  @Test
  void damageAnywhereIsFoundAndTheIndexIsRebuilt() throws IOException {
    List<Damage> damages =
        List.of(
            this::flipBit,
            this::zeroBlock,
            this::swapPages,
            this::takePageOfAnotherFile,
            this::truncate,
            this::delete);
    assertThat(files(disk)).hasSizeGreaterThan(2);
    int found = 0;
    for (int round = 0; round < ROUNDS; round++) {
      CrashingDisk copy = disk.copy();
      List<String> paths = files(copy);
      String path = paths.get(random.nextInt(paths.size()));
      try {
        damages.get(round % damages.size()).to(copy, path);
        found += findsDamage(copy) ? 1 : 0;
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("round " + round + " in " + path, e);
      }
    }
    assertThat(found).isGreaterThan(ROUNDS / 3);
  }

  /** A missing newest file is not damage: recovery reads the log from there. */
  private boolean findsDamage(CrashingDisk copy) throws IOException {
    try (BlobIndex index = IndexFixture.open(copy)) {
      if (index.lastSequence() == 0) {
        assertThat(copy.list(IndexFixture.FOLDER)).isEmpty();
        return true;
      }
      if (index.segments() < files(disk).size()) {
        return false;
      }
      boolean found = false;
      for (BlobId id : fixture.ids()) {
        found |= isRefused(index, id);
      }
      if (found) {
        assertThat(index.damage()).isPresent();
        assertThat(copy.list(IndexFixture.FOLDER)).as("rebuilt at the next start").isEmpty();
      }
      return found;
    }
  }

  private boolean isRefused(BlobIndex index, BlobId id) throws IOException {
    try {
      assertThat(index.find(id)).isEqualTo(fixture.expected(id));
      return false;
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
      return true;
    }
  }

  /** The part would hide later entries, which the log may no longer have. */
  @Test
  void aCrashWhileADamagedIndexIsRemovedLeavesNoOlderPart() throws IOException {
    int all = files(disk).size();
    for (int changes = 0; changes <= 2 * all; changes++) {
      CrashingDisk copy = disk.copy();
      copy.flip(files(copy).getLast(), SegmentLayout.PAGE + 100, 1);
      try (BlobIndex index = IndexFixture.open(copy)) {
        copy.crashAfter(changes);
        for (int i = 0; index.damage().isEmpty(); i++) {
          isRefused(index, fixture.ids().get(i));
        }
      }
      try (BlobIndex again = IndexFixture.open(copy.afterCrash())) {
        assertThat(again.segments()).as("after %d changes", changes).isIn(0, all);
      }
    }
  }

  @Test
  void aDamagedPageIsNotMerged() throws IOException {
    CrashingDisk copy = disk.copy();
    IndexFixture more = new IndexFixture(copy, random, 300);
    more.fill(
        IndexLimits.FAN_IN - more.index().segments() % IndexLimits.FAN_IN + IndexLimits.FAN_IN);
    more.index().seal();
    String newest = files(copy).getLast();
    copy.flip(newest, SegmentLayout.PAGE + 100, 1);
    assertCode(more::mergeAll, ErrorCode.CORRUPT_RECORD);
    assertThat(more.index().damage()).isPresent();
    assertThat(more.index().mergeStep()).isFalse();
    more.index().close();
    try (BlobIndex again = IndexFixture.open(copy)) {
      assertThat(again.lastSequence()).isZero();
    }
  }
}
