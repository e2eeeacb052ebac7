package io.aumbry.store.index.segment;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The header of an index segment.
 *
 * @param usageCrc checksum of the usage of containers
 */
public record SegmentHeader(
    UUID store, IndexPart coverage, SegmentLayout layout, int tablesCrc, int usageCrc) {
  public static final int MAGIC = 0x41754958;
  public static final int LENGTH = 128;

  private static final int CRC_FROM = FileMark.LENGTH + Integer.BYTES;

  ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    bytes
        .put(
            new FileMark(MAGIC, store, 0, coverage.firstSequence(), coverage.lastSequence())
                .encode())
        .putInt(0)
        .putInt(tablesCrc)
        .putLong(coverage.firstPart())
        .putLong(coverage.lastPart())
        .putLong(coverage.end().packed())
        .putInt(layout.entries())
        .putInt(layout.blocks())
        .putInt(layout.positions())
        .putInt(layout.usage())
        .putInt(usageCrc);
    return bytes.putInt(FileMark.LENGTH, crc(bytes)).position(0);
  }

  /**
   * Reads and verifies the header of a file.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the header is damaged, or belongs to
   *     another store
   */
  public static SegmentHeader read(DiskFile file, String path, UUID store) throws IOException {
    FileMark mark = FileMark.read(file, MAGIC, path);
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    if (file.read(bytes, 0) < LENGTH || bytes.getInt(FileMark.LENGTH) != crc(bytes)) {
      throw corrupt(path, "has a wrong checksum in its header");
    }
    if (!mark.owner().equals(store)) {
      throw corrupt(path, "belongs to store " + mark.owner());
    }
    bytes.position(CRC_FROM);
    int tablesCrc = bytes.getInt();
    IndexPart coverage =
        new IndexPart(
            bytes.getLong(),
            bytes.getLong(),
            mark.first(),
            mark.second(),
            LogPosition.unpack(bytes.getLong()));
    SegmentLayout layout =
        new SegmentLayout(bytes.getInt(), bytes.getInt(), bytes.getInt(), bytes.getInt());
    int usageCrc = bytes.getInt();
    if (!layout.isPossible() || layout.fileLength() != file.size()) {
      throw corrupt(
          path, "has " + file.size() + " bytes, but its header states " + layout.fileLength());
    }
    return new SegmentHeader(store, coverage, layout, tablesCrc, usageCrc);
  }

  /** Marks all pages of this file. */
  static int tagOf(UUID store, IndexPart coverage) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * Long.BYTES);
    bytes
        .putLong(store.getMostSignificantBits())
        .putLong(store.getLeastSignificantBits())
        .putLong(coverage.firstPart())
        .putLong(coverage.lastPart());
    return Crc32c.of(bytes.flip());
  }

  private static int crc(ByteBuffer bytes) {
    return Crc32c.of(bytes.duplicate().limit(LENGTH).position(CRC_FROM));
  }

  static AumbryException corrupt(String path, String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, "The index segment " + path + " " + why);
  }
}
