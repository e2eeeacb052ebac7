package io.aumbry.store.index.segment;

import static io.aumbry.store.index.segment.EntryFormat.INT;
import static io.aumbry.store.index.segment.EntryFormat.LONG;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Syncs the pages in pieces, so that a large segment does not delay the syncs of the log for long.
 * The tables, about a tenth of the file, are synced at once.
 */
public final class SegmentWriter implements AutoCloseable {
  private static final int PAGES_IN_BUFFER = 64;
  private static final long FORCE_EACH = 8 << 20;

  private final UUID store;
  private final IndexPart coverage;
  private final int tag;
  private final DiskFile file;
  private final Arena arena;
  private final MemorySegment pages;
  private final MemorySegment fences;
  private final MemorySegment bloomBytes;
  private final BloomFilter bloom;
  private int entries;
  private int pagesWritten;
  private long unforced;

  public SegmentWriter(Disk disk, String path, UUID store, IndexPart coverage, int maxEntries)
      throws IOException {
    this.store = store;
    this.coverage = coverage;
    this.tag = SegmentHeader.tagOf(store, coverage);
    this.file = disk.create(path);
    this.arena = Arena.ofShared();
    int fenceCount = SegmentLayout.pagesFor(maxEntries) + 1;
    this.pages = arena.allocate((long) PAGES_IN_BUFFER * SegmentLayout.PAGE, 64);
    this.fences = arena.allocate(SegmentLayout.fenceAt(fenceCount), 64);
    this.bloomBytes =
        arena.allocate((long) BloomFilter.blocksFor(maxEntries) * BloomFilter.BLOCK, 64);
    this.bloom = new BloomFilter(bloomBytes);
  }

  /** Keys must ascend. */
  public void add(MemorySegment from, long at) throws IOException {
    int page = entries / SegmentLayout.ENTRIES_IN_PAGE;
    int inPage = entries % SegmentLayout.ENTRIES_IN_PAGE;
    if (page - pagesWritten == PAGES_IN_BUFFER) {
      flush();
    }
    long to = (long) (page - pagesWritten) * SegmentLayout.PAGE + (long) inPage * EntryFormat.SIZE;
    MemorySegment.copy(from, at, pages, to, EntryFormat.SIZE);
    if (inPage == 0) {
      MemorySegment.copy(from, at, fences, SegmentLayout.fenceAt(page), SegmentLayout.FENCE);
    }
    // Stays if this is the last entry.
    MemorySegment.copy(from, at, fences, SegmentLayout.fenceAt(page + 1), SegmentLayout.FENCE);
    bloom.add(EntryKey.at(from, at).hash());
    entries++;
  }

  /**
   * Syncs the file, which still has its temporary name.
   *
   * @param positions ascending pairs of a sequence number and a packed position
   * @param usage of containers after the last record covered; without bytes if it is unknown
   */
  public void finish(long[] positions, ByteBuffer usage) throws IOException {
    flush();
    SegmentLayout layout =
        new SegmentLayout(
            entries,
            (int) (bloomBytes.byteSize() / BloomFilter.BLOCK),
            positions.length / 2,
            usage.remaining());
    MemorySegment tables = arena.allocate(layout.tablesLength(), 64);
    MemorySegment.copy(fences, 0, tables, 0, SegmentLayout.fenceAt(layout.pages() + 1));
    MemorySegment.copy(bloomBytes, 0, tables, layout.bloomAt(), layout.bloomLength());
    for (int i = 0; i < positions.length; i++) {
      tables.set(LONG, layout.positionAt(0) + (long) i * Long.BYTES, positions[i]);
    }
    file.write(tables.asByteBuffer(), layout.tablesAt());
    int tablesCrc = Crc32c.of(tables.asByteBuffer());
    file.write(usage.duplicate(), layout.usageAt());
    int usageCrc = Crc32c.of(usage.duplicate());
    file.write(new SegmentHeader(store, coverage, layout, tablesCrc, usageCrc).encode(), 0);
    file.force();
  }

  private void flush() throws IOException {
    int count = SegmentLayout.pagesFor(entries) - pagesWritten;
    for (int i = 0; i < count; i++) {
      seal(pages.asSlice((long) i * SegmentLayout.PAGE, SegmentLayout.PAGE), pagesWritten + i);
    }
    long length = (long) count * SegmentLayout.PAGE;
    file.write(pages.asSlice(0, length).asByteBuffer(), SegmentLayout.pageAt(pagesWritten));
    pages.fill((byte) 0);
    pagesWritten += count;
    unforced += length;
    if (unforced >= FORCE_EACH) {
      file.force();
      unforced = 0;
    }
  }

  private void seal(MemorySegment page, int number) {
    page.set(INT, SegmentLayout.AT_TAG, tag);
    page.set(INT, SegmentLayout.AT_NUMBER, number);
    int crc = Crc32c.of(page.asSlice(0, SegmentLayout.AT_PAGE_CRC).asByteBuffer());
    page.set(INT, SegmentLayout.AT_PAGE_CRC, crc);
  }

  @Override
  public void close() throws IOException {
    arena.close();
    file.close();
  }
}
