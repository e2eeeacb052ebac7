package io.aumbry.store.index;

import static io.aumbry.store.index.EntryFormat.INT;
import static io.aumbry.store.index.EntryFormat.LONG;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.FileMark;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.UUID;

/** Writes a full active index as a segment. */
final class IndexSegmentWriter {
  private IndexSegmentWriter() {}

  static void write(Disk disk, String path, UUID store, ActiveIndex source) throws IOException {
    int[] offsets = source.sortedOffsets();
    IndexLayout layout = new IndexLayout(offsets.length, source.positions().count(), source.end());
    FileMark mark =
        new FileMark(IndexLayout.MAGIC, store, 0, source.firstSequence(), source.lastSequence());
    try (Arena arena = Arena.ofConfined();
        DiskFile file = disk.create(path)) {
      MemorySegment image = arena.allocate(layout.size(), 64);
      MemorySegment.copy(MemorySegment.ofBuffer(mark.encode()), 0, image, 0, FileMark.LENGTH);
      layout.write(image);
      writeEntries(source, offsets, layout, image);
      writePositions(source.positions(), layout, image);
      seal(layout, image);
      file.write(image.asByteBuffer(), 0);
      file.force();
    }
  }

  private static void writeEntries(
      ActiveIndex source, int[] offsets, IndexLayout layout, MemorySegment image) {
    MemorySegment entries = source.entries();
    BloomFilter bloom = new BloomFilter(image.asSlice(layout.bloomAt(), layout.bloomLength()));
    for (int i = 0; i < offsets.length; i++) {
      int page = i / IndexLayout.ENTRIES_IN_PAGE;
      int inPage = i % IndexLayout.ENTRIES_IN_PAGE;
      long at = layout.pageAt(page) + (long) inPage * EntryFormat.SIZE;
      MemorySegment.copy(entries, offsets[i], image, at, EntryFormat.SIZE);
      if (inPage == 0) {
        MemorySegment.copy(image, at, image, layout.fenceAt(page), IndexLayout.FENCE);
      }
      bloom.add(EntryKey.at(image, at).hash());
    }
  }

  private static void writePositions(
      PositionTable positions, IndexLayout layout, MemorySegment image) {
    for (int i = 0; i < layout.positions(); i++) {
      image.set(LONG, layout.positionAt(i), positions.sequenceAt(i));
      image.set(LONG, layout.positionAt(i) + Long.BYTES, positions.packedAt(i));
    }
  }

  private static void seal(IndexLayout layout, MemorySegment image) {
    for (int page = 0; page < layout.pages(); page++) {
      int length = IndexLayout.PAGE - Integer.BYTES;
      long at = layout.pageAt(page);
      image.set(INT, at + length, Crc32c.of(image.asSlice(at, length).asByteBuffer()));
    }
    MemorySegment covered =
        image.asSlice(IndexLayout.CRC_FROM, layout.tablesEnd() - IndexLayout.CRC_FROM);
    image.set(INT, IndexLayout.CRC_AT, Crc32c.of(covered.asByteBuffer()));
  }
}
