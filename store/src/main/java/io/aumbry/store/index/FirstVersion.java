package io.aumbry.store.index;

import static io.aumbry.store.index.EntryFormat.INT;
import static io.aumbry.store.index.EntryFormat.LONG;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogPosition;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.UUID;

/**
 * Index segments of version 1, drawn in the description of this package: writes each anew as one of
 * version 2, then deletes them. Can be repeated if it was interrupted.
 */
final class FirstVersion {
  private static final String PREFIX = "index-";
  private static final String SUFFIX = ".idx";
  private static final int DIGITS = 20;
  private static final int NAME_LENGTH = PREFIX.length() + 2 * DIGITS + 1 + SUFFIX.length();
  private static final int MAGIC = 0x41754958;
  private static final int HEADER = 128;
  private static final int CRC_AT = FileMark.LENGTH;
  private static final int CRC_FROM = CRC_AT + Integer.BYTES;
  private static final int AT_ENTRIES = CRC_FROM;
  private static final int AT_POSITIONS = AT_ENTRIES + Integer.BYTES;
  private static final int AT_END = AT_POSITIONS + 2 * Integer.BYTES;
  private static final int BITS_IN_BLOCK = 512;
  private static final int BITS_PER_ENTRY = 12;

  private final IndexFiles files;
  private final Disk disk;
  private final String folder;

  FirstVersion(IndexFiles files, String folder) {
    this.files = files;
    this.disk = files.disk();
    this.folder = folder;
  }

  static boolean isName(String name) {
    return name.length() == NAME_LENGTH && name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }

  /** Comes to an entry. */
  interface Visitor {
    void visit(MemorySegment image, long at) throws IOException;
  }

  /**
   * Shows all entries of a file, proved.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is not what was written
   */
  static void read(Disk disk, String path, UUID store, Visitor visitor) throws IOException {
    try (DiskFile file = disk.open(path);
        Arena arena = Arena.ofConfined()) {
      FileMark mark = FileMark.read(file, MAGIC, path);
      if (!mark.owner().equals(store)) {
        throw SegmentHeader.corrupt(path, "belongs to store " + mark.owner());
      }
      MemorySegment image = arena.allocate(file.size(), 64);
      file.read(image.asByteBuffer(), 0);
      visit(image, Tables.of(image, path), path, visitor);
    }
  }

  private static void visit(MemorySegment image, Tables tables, String path, Visitor visitor)
      throws IOException {
    for (int i = 0; i < tables.entries(); i++) {
      int inPage = i % SegmentLayout.ENTRIES_IN_PAGE;
      long page = tables.pageAt(i / SegmentLayout.ENTRIES_IN_PAGE);
      if (inPage == 0) {
        requireIntact(image.asSlice(page, SegmentLayout.PAGE), path);
      }
      visitor.visit(image, page + (long) inPage * EntryFormat.SIZE);
    }
  }

  /** What version 1 has and cannot be used, the log has too. */
  void migrate() throws IOException {
    List<String> old =
        disk.list(folder).stream()
            .filter(FirstVersion::isName)
            .map(name -> folder + "/" + name)
            .toList();
    long next = 1;
    for (int part = 1; part <= old.size() && next > 0; part++) {
      next = rewrite(old.get(part - 1), part, next);
    }
    files.discard(old);
  }

  /** Returns the number of the record behind those that the file covers, 0 if it is not usable. */
  private long rewrite(String path, long part, long next) throws IOException {
    try (DiskFile file = disk.open(path);
        Arena arena = Arena.ofConfined()) {
      FileMark mark = FileMark.read(file, MAGIC, path);
      if (!mark.owner().equals(files.store()) || mark.first() != next) {
        return 0;
      }
      MemorySegment image = arena.allocate(file.size(), 64);
      file.read(image.asByteBuffer(), 0);
      Tables tables = Tables.of(image, path);
      Coverage coverage = new Coverage(part, part, mark.first(), mark.second(), tables.end(image));
      write(image, tables, coverage, path);
      return mark.second() + 1;
    } catch (AumbryException e) {
      IndexFiles.unusable(path, String.valueOf(e.getMessage()));
      return 0;
    }
  }

  private void write(MemorySegment image, Tables tables, Coverage coverage, String path)
      throws IOException {
    String unfinished = files.unfinished(coverage);
    try (SegmentWriter writer =
        new SegmentWriter(disk, unfinished, files.store(), coverage, tables.entries())) {
      visit(image, tables, path, writer::add);
      writer.finish(tables.pairs(image));
    }
    IndexSegment written = files.publish(coverage);
    written.hold();
    written.release();
  }

  private static void requireIntact(MemorySegment page, String path) {
    int crc = Crc32c.of(page.asSlice(0, SegmentLayout.AT_PAGE_CRC).asByteBuffer());
    if (crc != page.get(INT, SegmentLayout.AT_PAGE_CRC)) {
      throw SegmentHeader.corrupt(path, "has a wrong checksum in a page");
    }
  }

  /** Where what is in a file of version 1. */
  private record Tables(int entries, int positions) {
    static Tables of(MemorySegment image, String path) {
      if (image.byteSize() < HEADER) {
        throw SegmentHeader.corrupt(path, "is cut short");
      }
      Tables tables = new Tables(image.get(INT, AT_ENTRIES), image.get(INT, AT_POSITIONS));
      boolean fits =
          tables.entries >= 0 && tables.positions > 0 && tables.size() == image.byteSize();
      if (!fits || image.get(INT, CRC_AT) != tables.crc(image)) {
        throw SegmentHeader.corrupt(path, "has a wrong length or checksum");
      }
      return tables;
    }

    private int crc(MemorySegment image) {
      return Crc32c.of(image.asSlice(CRC_FROM, tablesEnd() - CRC_FROM).asByteBuffer());
    }

    LogPosition end(MemorySegment image) {
      return LogPosition.unpack(image.get(LONG, AT_END));
    }

    private long pages() {
      return SegmentLayout.pagesFor(entries);
    }

    private long positionsAt() {
      long bloomAt = (HEADER + pages() * SegmentLayout.FENCE + 63) & -64L;
      long bits = Math.max(1, (long) entries * BITS_PER_ENTRY);
      return bloomAt + Math.ceilDiv(bits, (long) BITS_IN_BLOCK) * (BITS_IN_BLOCK / 8);
    }

    private long tablesEnd() {
      return positionsAt() + (long) positions * SegmentLayout.POSITION;
    }

    long pageAt(long page) {
      long first = (tablesEnd() + SegmentLayout.PAGE - 1) & -(long) SegmentLayout.PAGE;
      return first + page * SegmentLayout.PAGE;
    }

    private long size() {
      return pageAt(pages());
    }

    long[] pairs(MemorySegment image) {
      long[] pairs = new long[2 * positions];
      for (int i = 0; i < pairs.length; i++) {
        pairs[i] = image.get(LONG, positionsAt() + (long) i * Long.BYTES);
      }
      return pairs;
    }
  }
}
