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
 * The first 64 bytes of every file of a disk; some files have no others.
 *
 * @param magic the kind of file, which defines the three numbers
 * @param owner the disk for {@link #DISK}, otherwise the store
 */
public record FileMark(int magic, UUID owner, int number, long first, long second) {
  public static final int LENGTH = 64;

  /** Identity of a disk. */
  public static final int DISK = 0x4175444B;

  /** Identity of a store: its partition. */
  public static final int STORE = 0x41755354;

  /** Log segment: its number, first sequence number and capacity. */
  public static final int LOG = 0x41754C47;

  /** Compacted segment: its number, first and last sequence numbers covered. */
  public static final int COMPACTED = 0x41754C43;

  /** List of a log's segments: the next number. */
  public static final int MANIFEST = 0x41754D46;

  /** Least end of a log: segment, sequence number. */
  public static final int REACHED = 0x41755245;

  /** Progress of a scrub: partition, sequence number. */
  public static final int SCRUBBED = 0x41755343;

  /** Openings of a store: how many. */
  public static final int OPENINGS = 0x41754F50;

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
   * Reads and verifies the mark of a file.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the mark is damaged or of another kind
   */
  public static FileMark read(DiskFile file, int magic, String name) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    if (file.read(bytes, 0) < LENGTH || bytes.getInt(0) != magic) {
      throw corrupt(name, "does not begin with the mark of its kind");
    }
    if (bytes.getInt(Integer.BYTES)
        != Crc32c.of(bytes.duplicate().limit(LENGTH).position(CRC_FROM))) {
      throw corrupt(name, "has a wrong checksum in its first " + LENGTH + " bytes");
    }
    if (bytes.get(CRC_FROM) != VERSION) {
      throw new AumbryException(
          ErrorCode.UNSUPPORTED_VERSION,
          name + " has version " + bytes.get(CRC_FROM) + ", supported is " + VERSION);
    }
    bytes.position(16);
    UUID owner = new UUID(bytes.getLong(), bytes.getLong());
    int number = bytes.getInt();
    bytes.getInt();
    return new FileMark(magic, owner, number, bytes.getLong(), bytes.getLong());
  }

  /** Verifies the magic only. */
  public static boolean begins(DiskFile file, int magic) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
    return file.read(bytes, 0) == Integer.BYTES && bytes.getInt(0) == magic;
  }

  /** Atomically writes a file that consists of this mark. */
  public void writeAs(Disk disk, String folder, String name) throws IOException {
    replace(disk, folder, name, encode());
    disk.syncFolder(folder);
  }

  /** Atomically replaces a file. A sync of the folder makes this durable. */
  static void replace(Disk disk, String folder, String name, ByteBuffer bytes) throws IOException {
    String path = folder.isEmpty() ? name : folder + "/" + name;
    String unfinished = path + ".new";
    try (DiskFile file = disk.create(unfinished)) {
      file.write(bytes, 0);
      file.force();
    }
    disk.rename(unfinished, path);
  }

  public static FileMark readFrom(Disk disk, String path, int magic) throws IOException {
    try (DiskFile file = disk.open(path)) {
      return read(file, magic, path);
    }
  }

  private static AumbryException corrupt(String name, String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, name + " " + why);
  }
}
