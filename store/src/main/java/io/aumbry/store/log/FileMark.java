package io.aumbry.store.log;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The 64 bytes that begin every file of a disk, or that are all of it: what kind it is, whose, and
 * three numbers that depend on the kind. Drawn in the description of this package.
 *
 * @param magic the kind
 * @param owner the store, or for the identity of a disk the disk
 */
public record FileMark(int magic, UUID owner, int number, long first, long second) {
  public static final int LENGTH = 64;

  /** Identity of a disk. */
  public static final int DISK = 0x4175444B;

  /** Identity of a store; number is its partition. */
  public static final int STORE = 0x41755354;

  /** Segment of a log; number is its own, first its first sequence number, second its capacity. */
  public static final int LOG = 0x41754C47;

  /** Compacted segment; number is its own, first and second the sequence numbers it covers. */
  public static final int COMPACTED = 0x41754C43;

  /** List of the segments of a log; number is that of the next file. */
  public static final int MANIFEST = 0x41754D46;

  /** What a log reached at least; number is a segment, first a sequence number. */
  public static final int REACHED = 0x41755245;

  /** How far the scrub of a disk is; number is a partition, first a sequence number there. */
  public static final int SCRUBBED = 0x41755343;

  private static final byte VERSION = 1;
  private static final int CRC_FROM = 8;

  public ByteBuffer encode() {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    bytes.putInt(magic).putInt(0).put(VERSION).position(16);
    bytes
        .putLong(owner.getMostSignificantBits())
        .putLong(owner.getLeastSignificantBits())
        .putInt(number)
        .putInt(0)
        .putLong(first)
        .putLong(second);
    bytes.putInt(Integer.BYTES, Crc32c.of(bytes.duplicate().limit(LENGTH).position(CRC_FROM)));
    return bytes.position(0);
  }

  /**
   * Reads the mark that begins a file.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is not one, or of another kind
   */
  public static FileMark read(DiskFile file, int magic, String name) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    if (file.read(bytes, 0) < LENGTH || bytes.getInt(0) != magic) {
      throw corrupt(name, "does not begin with what every file of its kind begins with");
    }
    if (bytes.getInt(Integer.BYTES)
        != Crc32c.of(bytes.duplicate().limit(LENGTH).position(CRC_FROM))) {
      throw corrupt(name, "has a wrong checksum in its first " + LENGTH + " bytes");
    }
    if (bytes.get(CRC_FROM) != VERSION) {
      throw new AumbryException(
          ErrorCode.UNSUPPORTED_VERSION,
          name + " is of version " + bytes.get(CRC_FROM) + ", known is " + VERSION);
    }
    bytes.position(16);
    UUID owner = new UUID(bytes.getLong(), bytes.getLong());
    int number = bytes.getInt();
    bytes.getInt();
    return new FileMark(magic, owner, number, bytes.getLong(), bytes.getLong());
  }

  /** Whether a file begins as one of this kind does, whatever else is wrong with it. */
  public static boolean begins(DiskFile file, int magic) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
    return file.read(bytes, 0) == Integer.BYTES && bytes.getInt(0) == magic;
  }

  /** Writes a file that is this mark and nothing else, all or nothing. */
  public void writeAs(Disk disk, String folder, String name) throws IOException {
    String path = folder.isEmpty() ? name : folder + "/" + name;
    String unfinished = path + ".new";
    try (DiskFile file = disk.create(unfinished)) {
      file.write(encode(), 0);
      file.force();
    }
    disk.rename(unfinished, path);
    disk.syncFolder(folder);
  }

  /** Reads a file that {@link #writeAs} wrote. */
  public static FileMark readFrom(Disk disk, String path, int magic) throws IOException {
    try (DiskFile file = disk.open(path)) {
      return read(file, magic, path);
    }
  }

  private static AumbryException corrupt(String name, String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, name + " " + why);
  }
}
