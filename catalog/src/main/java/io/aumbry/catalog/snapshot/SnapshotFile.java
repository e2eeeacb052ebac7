package io.aumbry.catalog.snapshot;

import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonReader;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.protocol.buffer.Crc32c;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;

/**
 * The copy of the snapshot on this machine, with which a process starts while the database is down.
 * The package description has the format. A write replaces the file atomically.
 */
public final class SnapshotFile {
  private static final long MAGIC = 0x4175436174536e70L;
  private static final int VERSION = 1;
  private static final int HEADER = 2 * Long.BYTES + 2 * Integer.BYTES;
  private static final DataSize LIMIT = DataSize.parse("1 GiB");
  private static final JsonReader<SnapshotDocument> READER =
      new JsonReader<>(SnapshotDocument.class, LIMIT);

  private final Path file;

  public SnapshotFile(Path file) {
    this.file = file.toAbsolutePath();
  }

  public Path path() {
    return file;
  }

  /** Replaces the snapshot. It is on disk when this returns. */
  public void write(CatalogSnapshot snapshot) throws IOException {
    byte[] document = JsonWriter.CAMEL_CASE.bytes(SnapshotDocument.of(snapshot));
    ByteBuffer bytes = ByteBuffer.allocate(HEADER + document.length);
    bytes.putLong(MAGIC).putInt(VERSION).putInt(Crc32c.of(ByteBuffer.wrap(document)));
    bytes.putLong(document.length).put(document).flip();
    Path folder = file.getParent();
    Files.createDirectories(folder);
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    Files.deleteIfExists(draft);
    try (FileChannel channel =
        FileChannel.open(
            draft,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Reads the snapshot. Empty if there is no file.
   *
   * @throws IOException with the reason, if the file is damaged or cannot be read
   */
  public Optional<CatalogSnapshot> read() throws IOException {
    ByteBuffer bytes;
    try {
      if (Files.size(file) > LIMIT.bytes()) {
        throw new IOException(file + " has more than " + LIMIT);
      }
      bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    return Optional.of(parse(bytes));
  }

  private CatalogSnapshot parse(ByteBuffer bytes) throws IOException {
    if (bytes.remaining() < HEADER || bytes.getLong() != MAGIC) {
      throw new IOException(file + " is not a snapshot of the catalog");
    }
    int version = bytes.getInt();
    if (version != VERSION) {
      throw new IOException(file + " has version " + version + ", expected " + VERSION);
    }
    int checksum = bytes.getInt();
    long length = bytes.getLong();
    if (length != bytes.remaining() || Crc32c.of(bytes.duplicate()) != checksum) {
      throw new IOException(file + " is damaged: its length or its checksum does not match");
    }
    byte[] document = new byte[bytes.remaining()];
    bytes.get(document);
    try {
      return READER.read(document).snapshot();
    } catch (JsonException | IllegalArgumentException e) {
      throw new IOException(file + " has an unreadable document: " + e.getMessage(), e);
    }
  }
}
