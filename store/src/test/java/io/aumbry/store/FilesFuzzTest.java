package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.Silence;
import io.aumbry.store.FuzzedStore.Left;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.inspect.StoppedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Damages files of a store at random: flipped bits, zeroed, swapped and stale blocks, blocks of
 * other files, truncation and extension. The store never returns a wrong byte, denies an existing
 * blob, throws an undefined error or loops, while it is read, scrubbed, compacted and reopened. If
 * {@code aumbry store check} finds no damage, everything is readable.
 */
@Timeout(600)
@ExtendWith(Silence.class)
final class FilesFuzzTest {
  private static final int BLOCK = 512;
  private static final int CHANGE = 10;
  private static final int MAX_CHANGES = 8;
  private static final long SEED = Long.getLong("aumbry.files.seed", 1);
  private static final long DAMAGES = Long.getLong("aumbry.files.damages", 500);
  private static final List<ErrorCode> DEFINED =
      List.of(ErrorCode.CORRUPT_RECORD, ErrorCode.UNSUPPORTED_VERSION, ErrorCode.DISK_FAILED);

  private static final List<FuzzedStore> STORES =
      Arrays.stream(Left.values()).map(FuzzedStore::new).toList();

  /** The operation after the reads. */
  private enum Use {
    READ,
    SCRUB,
    COMPACT,
    REOPEN
  }

  @FuzzTest(maxDuration = "2m")
  void changedFilesYieldNoWrongByte(byte[] script) throws IOException {
    ByteBuffer changes = ByteBuffer.wrap(script);
    int choice = changes.hasRemaining() ? changes.get() & 0xFF : 0;
    FuzzedStore store = STORES.get(choice % STORES.size());
    CrashingDisk disk = store.copy();
    disk.cache(CrashingDisk.Cached.ALL);
    for (int i = 0; i < MAX_CHANGES && changes.remaining() >= CHANGE; i++) {
      change(disk, changes);
    }
    Use use = Use.values()[choice / STORES.size() % Use.values().length];
    new Trial(store, disk).perform(use);
  }

  /** A search tries many more cases; the build tries some. */
  @Test
  void randomDamageNeverYieldsAWrongByte() {
    Seeds.each(
        SEED,
        DAMAGES,
        "-Daumbry.files.damages=1 -Daumbry.files.seed=",
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          byte[] script = new byte[1 + CHANGE * (1 + random.nextInt(random.nextInt(1, 5)))];
          random.nextBytes(script);
          try {
            changedFilesYieldNoWrongByte(script);
          } catch (IOException | AssertionError | RuntimeException e) {
            throw new AssertionError(HexFormat.of().formatHex(script), e);
          }
        });
  }

  private static void change(CrashingDisk disk, ByteBuffer from) {
    List<String> paths = disk.files();
    String path = paths.get((from.get() & 0xFF) % paths.size());
    int kind = from.get() & 0xFF;
    int one = from.getInt();
    int another = from.getInt();
    int size = disk.bytes(path).length;
    if (size == 0) {
      return;
    }
    int first = Integer.remainderUnsigned(one, size);
    int second = Integer.remainderUnsigned(another, size);
    switch (kind % 8) {
      case 0 -> disk.flip(path, first, second % Byte.SIZE);
      case 1 -> disk.overwrite(path, first, new byte[Math.min(BLOCK, size - first)]);
      case 2 -> copyBlock(disk, path, first, path, second);
      case 3 -> disk.cut(path, first);
      case 4 -> copyBlock(disk, paths.get(kind % paths.size()), another, path, first);
      case 5 -> swapBlocks(disk, path, first, second);
      case 6 -> disk.overwrite(path, size, new byte[1 + another & 0xFFF]);
      default -> disk.overwrite(path, first, new byte[] {(byte) second});
    }
  }

  /** The effect of a misdirected or lost write. */
  private static void copyBlock(CrashingDisk disk, String source, int from, String path, int to) {
    byte[] block = block(disk.bytes(source), from);
    int at = to / BLOCK * BLOCK;
    int length = Math.min(block.length, disk.bytes(path).length - at);
    disk.overwrite(path, at, Arrays.copyOf(block, length));
  }

  private static void swapBlocks(CrashingDisk disk, String path, int first, int second) {
    byte[] before = disk.bytes(path);
    copyBlock(disk, path, first, path, second);
    byte[] block = block(before, second);
    int at = first / BLOCK * BLOCK;
    disk.overwrite(path, at, Arrays.copyOf(block, Math.min(block.length, before.length - at)));
  }

  /** The block around a position; shorter at the end of the file. */
  private static byte[] block(byte[] bytes, int place) {
    int from = bytes.length == 0 ? 0 : Integer.remainderUnsigned(place, bytes.length);
    int at = from / BLOCK * BLOCK;
    return Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + BLOCK));
  }

  /** All operations on a damaged store. */
  private static final class Trial {
    private final FuzzedStore expected;
    private final CrashingDisk disk;
    private final StoreFixture fixture = StoreFixture.light();

    private final List<String> wrongs = new ArrayList<>();

    Trial(FuzzedStore expected, CrashingDisk disk) {
      this.expected = expected;
      this.disk = disk;
      fixture.time().advance(expected.nowMillis() - fixture.time().wallMillis());
    }

    void perform(Use use) throws IOException {
      String folder = "partition-" + Blobs.PARTITION;
      var damages = StoppedFiles.damages(disk.copy(), folder, expected.nowMillis());
      boolean known = isIdentityWhole();
      try (fixture) {
        inStore((open, store) -> {
          read(store);
          attempt("use", () -> use(use, open, store));
        });
        if (use == Use.REOPEN) {
          inStore((_, store) -> read(store));
        }
      }
      assertThat(fixture.buffers().open()).isZero();
      if (damages.isEmpty() && known) {
        assertThat(wrongs).as("wrong, and the check of the store finds nothing").isEmpty();
      }
    }

    private void use(Use use, StoreDisk open, BlobStore store) {
      switch (use) {
        case SCRUB -> {
          StoreFixture.scrub(open);
          open.followUp(moved -> {});
          read(store);
        }
        case COMPACT -> {
          FuzzedStore.compact(fixture, store);
          read(store);
        }
        case READ, REOPEN -> {}
      }
    }

    private boolean isIdentityWhole() {
      return Arrays.equals(
          disk.bytes(StoreDisk.IDENTITY), expected.copy().bytes(StoreDisk.IDENTITY));
    }

    private void inStore(BiConsumer<StoreDisk, BlobStore> then) {
      attempt(
          "opening",
          () -> {
            try (StoreDisk open = fixture.open(disk, FuzzedStore.CONFIG)) {
              then.accept(open, open.open(Blobs.PARTITION));
            }
          });
    }

    /** Whether the action succeeded; if not, the reason must be a defined one. */
    private boolean attempt(String what, Runnable action) {
      try {
        action.run();
        return true;
      } catch (AumbryException e) {
        assertThat(e.code()).as("%s: %s", what, e).isIn(DEFINED);
        wrongs.add(what + ": " + e);
        return false;
      }
    }

    private void read(BlobStore store) {
      List<Integer> missed = new ArrayList<>();
      for (int i = 0; i < expected.blobs(); i++) {
        int number = i;
        if (expected.isDamaged(number)) {
          assertThat(Blobs.codeOf(() -> readBlob(store, number, missed))).isIn(DEFINED);
        } else {
          attempt("blob " + number, () -> readBlob(store, number, missed));
        }
      }
      boolean writable =
          attempt(
              "a write",
              () ->
                  Blobs.put(
                      store, Blobs.id(new SplittableRandom(77)), new byte[10], fixture.patient()));
      if (!missed.isEmpty()) {
        wrongs.add("missed " + missed);
        assertThat(writable).as("a store that lost %s goes on", missed).isFalse();
      }
      attempt("the log", () -> readLog(store));
    }

    private void readBlob(BlobStore store, int number, List<Integer> missed) {
      Blobs.Read read = Blobs.read(store, expected.id(number), fixture.patient());
      boolean deleted = expected.isDeleted(number);
      if (read.result() instanceof ReadResult.Found) {
        assertThat(read.content()).isEqualTo(expected.content(number));
        assertThat(read.metadata()).isEqualTo(Blobs.metadata(expected.id(number)));
      }
      boolean right =
          deleted
              ? read.result().equals(new NodeResponse.Missing(Absence.DELETED))
              : read.result() instanceof ReadResult.Found;
      if (!right && !expected.isInDoubt(number)) {
        missed.add(number);
      }
    }

    private void readLog(BlobStore store) {
      long after = 0;
      while (after < store.lastSequence()) {
        RecordBatch batch = store.recordsAfter(after, 10_000, fixture.patient());
        batch.records().close();
        assertThat(batch.last()).isGreaterThan(after);
        after = batch.last();
      }
    }
  }
}
