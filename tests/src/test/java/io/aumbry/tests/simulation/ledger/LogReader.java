package io.aumbry.tests.simulation.ledger;

import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Reads a log file by the format in {@code io.aumbry.store.log}, without code of the product. */
final class LogReader {
  static final long START = 64;

  private static final int LOG = 0x41754C47;
  private static final int COMPACTED = 0x41754C43;
  private static final int INDEX = 0x41754958;
  private static final int IDENTITY = 0x41755354;
  private static final int RECORD = 0x41755243;
  private static final int BLOCK = 64 << 10;
  private static final int ALIGNED = 8;
  private static final int VERSION_AT = 8;
  private static final byte VERSION = 1;
  private static final int CRC_AT = 4;
  private static final int CRC_FROM = 8;
  private static final int MAX_METADATA = 1 << 20;

  private final DiskFile file;
  private long position;

  LogReader(DiskFile file, long position) {
    this.file = file;
    this.position = position;
  }

  /**
   * The header of a file.
   *
   * @param first sequence number that the file covers
   * @param last the last one, for a compacted file or a file of an index
   */
  record Mark(UUID store, boolean isCompacted, long first, long last) {}

  static Optional<Mark> mark(DiskFile file) {
    ByteBuffer bytes = read(file, 0, (int) START);
    int magic = bytes.getInt(0);
    return magic == LOG || magic == COMPACTED
        ? Optional.of(
            new Mark(uuid(bytes), magic == COMPACTED, bytes.getLong(40), bytes.getLong(48)))
        : Optional.empty();
  }

  /** Returns the mark of a file of an index. */
  static Optional<Mark> indexMark(DiskFile file) {
    ByteBuffer bytes = read(file, 0, (int) START);
    return bytes.getInt(0) == INDEX
        ? Optional.of(new Mark(uuid(bytes), false, bytes.getLong(40), bytes.getLong(48)))
        : Optional.empty();
  }

  /** Returns the id of the store, from a file {@code store.id}. */
  static Optional<UUID> identity(DiskFile file) {
    ByteBuffer bytes = read(file, 0, (int) START);
    return bytes.getInt(0) == IDENTITY ? Optional.of(uuid(bytes)) : Optional.empty();
  }

  private static UUID uuid(ByteBuffer mark) {
    return new UUID(mark.getLong(16), mark.getLong(24));
  }

  long position() {
    return position;
  }

  /**
   * Returns the record at the position and advances the position, or returns empty if there is no
   * intact header.
   */
  Optional<LoggedRecord> next() {
    ByteBuffer fixed = read(file, position, LoggedRecord.HEADER);
    int content = fixed.getInt(12);
    int metadata = fixed.getInt(16);
    boolean isPossible = content >= 0 && metadata >= 0 && metadata <= MAX_METADATA;
    if (fixed.getInt(0) != RECORD || !isPossible) {
      return Optional.empty();
    }
    int blocks = Math.ceilDiv(content, BLOCK);
    int length = LoggedRecord.HEADER + metadata + Integer.BYTES * blocks;
    if (!isWhole(read(file, position, length))) {
      return Optional.empty();
    }
    long end = position + length + content;
    position = (end + ALIGNED - 1) / ALIGNED * ALIGNED;
    return Optional.of(LoggedRecord.read(fixed));
  }

  /**
   * As {@link #next}, but returns empty also if the content of the record does not match its
   * checksums. A store that opens drops such a record from the end of its log.
   */
  Optional<LoggedRecord> nextWhole() {
    long start = position;
    Optional<LoggedRecord> record = next().filter(_ -> hasWholeContent(start));
    position = record.isPresent() ? position : start;
    return record;
  }

  private boolean hasWholeContent(long start) {
    ByteBuffer fixed = read(file, start, LoggedRecord.HEADER);
    int content = fixed.getInt(12);
    int blocks = Math.ceilDiv(content, BLOCK);
    long checksumsAt = start + LoggedRecord.HEADER + fixed.getInt(16);
    ByteBuffer checksums = read(file, checksumsAt, Integer.BYTES * blocks);
    long contentAt = checksumsAt + checksums.capacity();
    for (int done = 0; done < content; done += BLOCK) {
      CRC32C crc = new CRC32C();
      crc.update(read(file, contentAt + done, Math.min(BLOCK, content - done)));
      if (checksums.getInt() != (int) crc.getValue()) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing is written at the position. */
  boolean isAtNothing() {
    ByteBuffer nothing = ByteBuffer.allocate(LoggedRecord.HEADER);
    return read(file, position, LoggedRecord.HEADER).equals(nothing);
  }

  /**
   * Whether a record of an unknown version begins at the position. A store does not touch such a
   * record.
   */
  boolean isAtUnknownVersion() {
    ByteBuffer fixed = read(file, position, LoggedRecord.HEADER);
    return fixed.getInt(0) == RECORD && fixed.get(VERSION_AT) != VERSION;
  }

  /**
   * Verifies the header by its checksum. The checksum follows the magic number and covers all bytes
   * after itself.
   */
  private static boolean isWhole(ByteBuffer header) {
    CRC32C crc = new CRC32C();
    crc.update(header.slice(CRC_FROM, header.capacity() - CRC_FROM));
    return header.getInt(CRC_AT) == (int) crc.getValue();
  }

  private static ByteBuffer read(DiskFile file, long from, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    try {
      file.read(bytes, from);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.clear();
  }
}
