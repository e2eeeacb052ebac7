package io.aumbry.store.index;

import static io.aumbry.store.index.EntryFormat.INT;
import static io.aumbry.store.index.EntryFormat.LONG;

import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogPosition;
import java.lang.foreign.MemorySegment;

/**
 * Where what is in the file of an index segment, drawn in the description of this package.
 *
 * @param end behind the last record covered
 */
record IndexLayout(int entries, int positions, LogPosition end) {
  static final int MAGIC = 0x41754958;
  static final int HEADER = 128;
  static final int CRC_AT = FileMark.LENGTH;
  static final int CRC_FROM = CRC_AT + Integer.BYTES;
  static final int PAGE = 4096;
  static final int ENTRIES_IN_PAGE = 63;
  static final int FENCE = 32;

  private static final int AT_ENTRIES = CRC_FROM;
  private static final int AT_POSITIONS = AT_ENTRIES + Integer.BYTES;
  private static final int AT_END = AT_POSITIONS + 2 * Integer.BYTES;
  private static final int POSITION = 2 * Long.BYTES;

  static IndexLayout read(MemorySegment file) {
    return new IndexLayout(
        file.get(INT, AT_ENTRIES),
        file.get(INT, AT_POSITIONS),
        LogPosition.unpack(file.get(LONG, AT_END)));
  }

  void write(MemorySegment file) {
    file.set(INT, AT_ENTRIES, entries);
    file.set(INT, AT_POSITIONS, positions);
    file.set(LONG, AT_END, end.packed());
  }

  boolean fits(long fileSize) {
    return entries >= 0 && positions > 0 && size() == fileSize;
  }

  int pages() {
    return (entries + ENTRIES_IN_PAGE - 1) / ENTRIES_IN_PAGE;
  }

  int entriesIn(int page) {
    return Math.min(ENTRIES_IN_PAGE, entries - page * ENTRIES_IN_PAGE);
  }

  long fenceAt(int page) {
    return HEADER + (long) page * FENCE;
  }

  long bloomAt() {
    long fencesEnd = fenceAt(pages());
    return (fencesEnd + 63) & -64L;
  }

  long bloomLength() {
    return BloomFilter.sizeFor(entries);
  }

  long positionAt(int i) {
    return bloomAt() + bloomLength() + (long) i * POSITION;
  }

  /** Behind all that the checksum in the header covers. */
  long tablesEnd() {
    return positionAt(positions);
  }

  long pageAt(int page) {
    return ((tablesEnd() + PAGE - 1) & -(long) PAGE) + (long) page * PAGE;
  }

  long size() {
    return pageAt(pages());
  }
}
