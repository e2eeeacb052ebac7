package io.aumbry.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Silence;
import io.aumbry.store.Blobs;
import io.aumbry.store.check.StoppedIndex;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.index.segment.SegmentHeader;
import io.aumbry.store.index.segment.SegmentLayout;
import io.aumbry.store.log.FileMark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Arbitrary bytes in place of an index segment are decoded or refused. Also with correct checksums,
 * which would otherwise shield the fields behind them.
 */
@Timeout(600)
@ExtendWith(Silence.class)
final class SegmentFuzzTest {
  private static final long SEED = Long.getLong("aumbry.segments.seed", 1);
  private static final int DAMAGES = Integer.getInteger("aumbry.segments.damages", 2000);
  private static final int CHANGE = 5;
  private static final int MAX_CHANGES = 16;
  private static final int CRC_FROM = FileMark.LENGTH + Integer.BYTES;

  private static final Template TEMPLATE = new Template();

  /** A segment of several pages that is a whole index. */
  private static final class Template {
    final IndexFixture fixture;
    final String path;
    final byte[] bytes;
    final SegmentLayout layout;

    Template() {
      CrashingDisk disk = new CrashingDisk(new SplittableRandom(4));
      try {
        fixture = new IndexFixture(disk, new SplittableRandom(5), 400);
        fixture.fill(2 * IndexLimits.FAN_IN);
        fixture.index().seal();
        fixture.mergeAll();
        path =
            disk.files().stream()
                .max(Comparator.comparingInt(name -> disk.bytes(name).length))
                .orElseThrow();
        bytes = disk.bytes(path);
        layout = SegmentHeader.read(disk.open(path), path, IndexFixture.STORE).layout();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @FuzzTest(maxDuration = "30s")
  void bytesAreASegmentOrRefused(byte[] bytes) throws IOException {
    use(bytes);
  }

  /** The script contains pairs of position and new bytes. */
  @FuzzTest(maxDuration = "30s")
  void aChangedSegmentWithRightChecksumsIsReadOrRefused(byte[] script) throws IOException {
    byte[] bytes = TEMPLATE.bytes.clone();
    ByteBuffer changes = ByteBuffer.wrap(script);
    for (int i = 0; i < MAX_CHANGES && changes.remaining() >= CHANGE; i++) {
      bytes[Integer.remainderUnsigned(changes.getInt(), bytes.length)] = changes.get();
    }
    makeRight(ByteBuffer.wrap(bytes));
    use(bytes);
  }

  @Test
  void randomlyChangedSegmentsAreReadOrRefused() {
    for (long seed = SEED; seed < SEED + DAMAGES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] script = new byte[CHANGE * (1 + random.nextInt(MAX_CHANGES))];
      random.nextBytes(script);
      try {
        aChangedSegmentWithRightChecksumsIsReadOrRefused(script);
      } catch (IOException | AssertionError | RuntimeException e) {
        String again = "-Daumbry.segments.damages=1 -Daumbry.segments.seed=" + seed;
        throw new AssertionError(again + ", " + HexFormat.of().formatHex(script), e);
      }
    }
  }

  /** Corrects the checksums of mark, header, pages and tables. */
  private static void makeRight(ByteBuffer bytes) {
    SegmentLayout layout = TEMPLATE.layout;
    for (int page = 0; page < layout.pages(); page++) {
      int at = (int) SegmentLayout.pageAt(page);
      // Otherwise the fence would reveal a changed first entry.
      bytes.put(
          (int) (layout.tablesAt() + SegmentLayout.fenceAt(page)), bytes, at, SegmentLayout.FENCE);
      seal(bytes, at + SegmentLayout.AT_PAGE_CRC, at, SegmentLayout.AT_PAGE_CRC);
    }
    int tables = (int) layout.tablesAt();
    seal(bytes, CRC_FROM, tables, (int) layout.tablesLength());
    seal(bytes, FileMark.LENGTH, CRC_FROM, SegmentHeader.LENGTH - CRC_FROM);
    bytes.putInt(0, SegmentHeader.MAGIC);
    seal(bytes, Integer.BYTES, 2 * Integer.BYTES, FileMark.LENGTH - 2 * Integer.BYTES);
  }

  private static void seal(ByteBuffer bytes, int crcAt, int from, int length) {
    bytes.putInt(crcAt, Crc32c.of(bytes.slice(from, length)));
  }

  /** Every operation on the segment ends, with a defined error at worst. */
  private static void use(byte[] bytes) throws IOException {
    CrashingDisk disk = new CrashingDisk(new SplittableRandom(1));
    disk.cache(CrashingDisk.Cached.ALL);
    disk.createFolder(IndexFixture.FOLDER);
    disk.create(TEMPLATE.path).close();
    disk.overwrite(TEMPLATE.path, 0, bytes);
    attempt(() -> inspect(disk));
    BlobIndex index = IndexFixture.open(disk);
    attempt(() -> index.positionBefore(bytes.length));
    for (BlobId id : TEMPLATE.fixture.ids()) {
      attempt(() -> index.find(id));
    }
    attempt(() -> index.blobsAt(place -> true, Blobs.PARTITION));
    attempt(() -> index.verify(moved -> {}));
    index.close();
  }

  private static void inspect(CrashingDisk disk) throws IOException {
    StoppedIndex.Owner owner =
        new StoppedIndex.Owner(disk, IndexFixture.FOLDER, IndexFixture.STORE, Blobs.PARTITION);
    try (StoppedIndex index = StoppedIndex.open(owner, finding -> {})) {
      index.verify(moved -> {});
      index.visit((file, offset, entry, hidden) -> assertThat(entry.isRemoval()).isIn(true, false));
    }
  }

  private interface Action {
    void perform() throws IOException;
  }

  private static void attempt(Action action) throws IOException {
    try {
      action.perform();
    } catch (AumbryException e) {
      assertThat(e.code())
          .as(e.getMessage())
          .isIn(ErrorCode.CORRUPT_RECORD, ErrorCode.UNSUPPORTED_VERSION);
    }
  }
}
