package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The ordered list of the files of a log.
 *
 * @param next number of the next file; no number is used twice
 * @param retired replaced files, which may still exist
 */
public record LogManifest(int next, List<Entry> segments, List<Integer> retired) {
  public static final String NAME = "manifest";

  private static final int COMPACTED = 1;
  private static final int COUNTS = 12;

  public LogManifest {
    segments = List.copyOf(segments);
    retired = List.copyOf(retired);
  }

  /**
   * A file of the log.
   *
   * @param first sequence number that it covers, dropped or not
   * @param footer checksum of the footer of a compacted file, otherwise 0
   */
  public record Entry(
      int number, boolean compacted, long first, int firstHome, int lastHome, int footer) {
    static final int LENGTH = 32;

    private void write(ByteBuffer to) {
      to.putInt(number).putInt(compacted ? COMPACTED : 0).putLong(first);
      to.putInt(firstHome).putInt(lastHome).putInt(footer).putInt(0);
    }

    private static Entry read(ByteBuffer from) {
      int number = from.getInt();
      boolean compacted = from.getInt() == COMPACTED;
      Entry entry =
          new Entry(number, compacted, from.getLong(), from.getInt(), from.getInt(), from.getInt());
      from.getInt();
      return entry;
    }
  }

  void write(Disk disk, String folder, UUID store) throws IOException {
    new MarkedFile(new FileMark(FileMark.MANIFEST, store, next, 0, 0), encode())
        .write(disk, folder, NAME);
  }

  private ByteBuffer encode() {
    int length = segments.size() * Entry.LENGTH + retired.size() * Integer.BYTES;
    ByteBuffer bytes = ByteBuffer.allocate(COUNTS + length);
    bytes.putInt(segments.size()).putInt(retired.size()).putInt(0);
    segments.forEach(entry -> entry.write(bytes));
    retired.forEach(bytes::putInt);
    return bytes.flip();
  }

  /**
   * Reads the manifest of a store.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the manifest is missing or damaged
   */
  public static LogManifest read(Disk disk, String folder, UUID store) throws IOException {
    return read(disk::open, folder + "/" + NAME, store);
  }

  /** From the medium, not the page cache. */
  static LogManifest readUncached(Disk disk, String folder, UUID store) throws IOException {
    return read(disk::openUncached, folder + "/" + NAME, store);
  }

  private interface Opening {
    DiskFile open(String path) throws IOException;
  }

  private static LogManifest read(Opening opening, String path, UUID store) throws IOException {
    try (DiskFile file = opening.open(path)) {
      MarkedFile read = MarkedFile.read(file, FileMark.MANIFEST, store, path);
      if (read.content().remaining() < COUNTS) {
        throw new AumbryException(ErrorCode.CORRUPT_RECORD, path + " is damaged");
      }
      return decode(read.mark().number(), read.content());
    } catch (NoSuchFileException e) {
      throw new AumbryException(ErrorCode.CORRUPT_RECORD, path + " is missing", e);
    }
  }

  private static LogManifest decode(int next, ByteBuffer from) {
    int segments = from.getInt();
    int retired = from.getInt();
    from.getInt();
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < segments; i++) {
      entries.add(Entry.read(from));
    }
    List<Integer> replaced = new ArrayList<>();
    for (int i = 0; i < retired; i++) {
      replaced.add(from.getInt());
    }
    return new LogManifest(next, entries, replaced);
  }
}
