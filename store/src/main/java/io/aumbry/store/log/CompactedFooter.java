package io.aumbry.store.log;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The last 64 bytes of a compacted file, which prove that it is complete.
 *
 * @param recordsEnd end of the records and start of the run table
 * @param firstHome first home segment of its records
 * @param lastHome last home segment
 * @param tableCrc checksum of the run table
 */
public record CompactedFooter(
    long recordsEnd, long runs, long records, int firstHome, int lastHome, int tableCrc) {
  public static final int LENGTH = 64;

  private static final int MAGIC = 0x41754C45;
  private static final int CRC_FROM = 8;

  public ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    bytes.putInt(MAGIC).putInt(0).putLong(recordsEnd).putLong(runs).putLong(records);
    bytes.putInt(firstHome).putInt(lastHome).putInt(tableCrc);
    bytes.putInt(Integer.BYTES, crc(bytes));
    return bytes.position(0);
  }

  /**
   * Reads and verifies the footer of a compacted file.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the file has no valid footer
   */
  public static CompactedFooter read(DiskFile file, String name) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    long size = file.size();
    boolean whole =
        size >= FileMark.LENGTH + LENGTH
            && file.read(bytes, size - LENGTH) == LENGTH
            && bytes.getInt(0) == MAGIC
            && bytes.getInt(Integer.BYTES) == crc(bytes);
    if (!whole) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD, name + " has no valid footer of a compacted segment");
    }
    bytes.position(CRC_FROM);
    CompactedFooter footer =
        new CompactedFooter(
            bytes.getLong(),
            bytes.getLong(),
            bytes.getLong(),
            bytes.getInt(),
            bytes.getInt(),
            bytes.getInt());
    if (footer.recordsEnd + footer.runs * RunTable.RUN + LENGTH != size) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          name + " has " + size + " bytes, but its footer states another size");
    }
    return footer;
  }

  /** The footer's own checksum, which the manifest records. */
  public int crc() {
    return encode().getInt(Integer.BYTES);
  }

  private static int crc(ByteBuffer bytes) {
    return Crc32c.of(bytes.duplicate().limit(LENGTH).position(CRC_FROM));
  }
}
