package io.aumbry.store.scrub;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.FileMark;
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
  private static final String UNFINISHED = ".new";
  private static final int ENTRIES_AT = FileMark.LENGTH + Integer.BYTES;
  private static final int ENTRY = 40;
  private static final long MAX = 256 << 20;

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
      FileMark mark = FileMark.read(file, MAGIC, path);
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MAX, file.size()));
      file.read(bytes, 0);
      if (!mark.owner().equals(store)
          || bytes.capacity() < ENTRIES_AT
          || bytes.getInt(FileMark.LENGTH) != crc(bytes)) {
        throw new AumbryException(ErrorCode.CORRUPT_RECORD, path + " is damaged");
      }
      return readEntries(bytes.position(ENTRIES_AT), mark.number(), path);
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
    boolean healed = from.getInt() == 1;
    int count = from.getInt();
    List<BlobId> blobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      blobs.add(BlobId.read(from));
    }
    return new Quarantine.Entry(new Damage(place, length, first, last, blobs), healed);
  }

  static void write(Disk disk, String folder, UUID store, List<Quarantine.Entry> entries)
      throws IOException {
    String path = folder + "/" + NAME;
    if (entries.isEmpty()) {
      disk.delete(path);
    } else {
      try (DiskFile file = disk.create(path + UNFINISHED)) {
        file.write(encode(store, entries), 0);
        file.force();
      }
      disk.rename(path + UNFINISHED, path);
    }
    disk.syncFolder(folder);
  }

  private static ByteBuffer encode(UUID store, List<Quarantine.Entry> entries) {
    int ids = entries.stream().mapToInt(entry -> entry.damage().blobs().size()).sum();
    ByteBuffer bytes = ByteBuffer.allocate(ENTRIES_AT + entries.size() * ENTRY + ids * BlobId.SIZE);
    bytes.put(new FileMark(MAGIC, store, entries.size(), 0, 0).encode()).putInt(0);
    for (Quarantine.Entry entry : entries) {
      Damage damage = entry.damage();
      bytes.putLong(damage.place().packed()).putLong(damage.length());
      bytes.putLong(damage.firstSequence()).putLong(damage.lastSequence());
      bytes.putInt(entry.healed() ? 1 : 0).putInt(damage.blobs().size());
      damage.blobs().forEach(id -> id.write(bytes));
    }
    return bytes.putInt(FileMark.LENGTH, crc(bytes)).position(0);
  }

  private static int crc(ByteBuffer bytes) {
    return Crc32c.of(bytes.duplicate().limit(bytes.capacity()).position(ENTRIES_AT));
  }
}
