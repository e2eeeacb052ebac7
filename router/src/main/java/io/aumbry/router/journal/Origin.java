package io.aumbry.router.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Which file a journal is, since which start of which machine. It is the header of the file.
 *
 * @param boot id of the machine's start
 */
record Origin(UUID boot, long device, long inode) {
  private static final long MAGIC = 0x41554D424C454654L;
  private static final int VERSION = 1;
  private static final int BODY = 16;

  /** Of a file that is there. */
  static Origin of(Path file, UUID boot) throws IOException {
    Map<String, Object> attributes = Files.readAttributes(file, "unix:dev,ino");
    if (attributes.get("dev") instanceof Long device
        && attributes.get("ino") instanceof Long inode) {
      return new Origin(boot, device, inode);
    }
    throw new IOException("the file system tells no inode of " + file);
  }

  byte[] header() {
    ByteBuffer bytes = ByteBuffer.allocate(Line.SIZE);
    bytes.putLong(MAGIC).putInt(VERSION).putInt(0);
    bytes.putLong(boot.getMostSignificantBits()).putLong(boot.getLeastSignificantBits());
    bytes.putLong(device).putLong(inode);
    bytes.putInt(BODY - Integer.BYTES, checksum(bytes.array()));
    return bytes.array();
  }

  private static int checksum(byte[] header) {
    CRC32C crc = new CRC32C();
    crc.update(header, BODY, Line.SIZE - BODY);
    return (int) crc.getValue();
  }

  /** What a header says; empty when it is none, or one of another version. */
  static Optional<Origin> read(byte[] header) {
    ByteBuffer from = ByteBuffer.wrap(header);
    if (from.getLong() != MAGIC || from.getInt() != VERSION || from.getInt() != checksum(header)) {
      return Optional.empty();
    }
    UUID boot = new UUID(from.getLong(), from.getLong());
    return Optional.of(new Origin(boot, from.getLong(), from.getLong()));
  }

  /** The id of the machine's start, from the file in which the system tells it. */
  static Optional<UUID> boot(Path file) {
    try {
      return Optional.of(
          UUID.fromString(Files.readString(file, StandardCharsets.US_ASCII).strip()));
    } catch (IOException | IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }
}
