package io.aumbry.store.scrub;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.MarkedFile;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

final class QuarantineFile {
  static final String NAME = "quarantine";

  private static final int MAGIC = 0x41755155;
  private static final int ENTRY = 44;

  private QuarantineFile() {}

  /**
   * Empty if the file does not exist.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is damaged
   */
  static List<Quarantine.Entry> read(Disk disk, String folder, UUID store) throws IOException {
    String path = folder + "/" + NAME;
    if (!disk.exists(path)) {
      return List.of();
    }
    try (DiskFile file = disk.open(path)) {
      MarkedFile read = MarkedFile.read(file, MAGIC, store, path);
      return readEntries(read.content(), read.mark().number(), path);
    }
  }

  private static List<Quarantine.Entry> readEntries(ByteBuffer from, int count, String path) {
    List<Quarantine.Entry> entries = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        entries.add(readEntry(from));
      }
    } catch (AumbryException | BufferUnderflowException | IllegalArgumentException e) {
      throw new AumbryException(ErrorCode.CORRUPT_RECORD, path + " has invalid entries", e);
    }
    return entries;
  }

  private static Quarantine.Entry readEntry(ByteBuffer from) {
    LogPosition place = LogPosition.unpack(from.getLong());
    long length = from.getLong();
    long first = from.getLong();
    long last = from.getLong();
    long healedBy = from.getLong();
    int count = from.getInt();
    List<BlobId> blobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      blobs.add(BlobId.read(from));
    }
    return new Quarantine.Entry(new Damage(place, length, first, last, blobs), healedBy);
  }

  static void write(Disk disk, String folder, UUID store, List<Quarantine.Entry> entries)
      throws IOException {
    if (entries.isEmpty()) {
      disk.delete(folder + "/" + NAME);
      disk.syncFolder(folder);
    } else {
      new MarkedFile(new FileMark(MAGIC, store, entries.size(), 0, 0), encode(entries))
          .write(disk, folder, NAME);
    }
  }

  private static ByteBuffer encode(List<Quarantine.Entry> entries) throws IOException {
    long ids = entries.stream().mapToLong(entry -> entry.damage().blobs().size()).sum();
    long size = (long) entries.size() * ENTRY + ids * BlobId.SIZE;
    if (size > MarkedFile.MOST) {
      throw new IOException(
          "The list of damage needs " + size + " bytes; the limit is " + MarkedFile.MOST);
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) size);
    for (Quarantine.Entry entry : entries) {
      Damage damage = entry.damage();
      bytes.putLong(damage.place().packed()).putLong(damage.length());
      bytes.putLong(damage.firstSequence()).putLong(damage.lastSequence());
      bytes.putLong(entry.healedBy()).putInt(damage.blobs().size());
      damage.blobs().forEach(id -> id.write(bytes));
    }
    return bytes.flip();
  }
}
