package io.aumbry.store.index.segment;

import static io.aumbry.store.index.segment.EntryFormat.LONG;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.log.Pace;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries of some parts, sorted, in a file that never changes. What says in which page an entry
 * would be is held in memory outside the heap, about two and a half bytes for each entry, so that a
 * look-up reads that page and nothing else.
 *
 * <p>Lives as long as a view of the index names it: whoever looks holds such a view.
 */
public final class IndexSegment {
  private static final Logger LOG = LoggerFactory.getLogger(IndexSegment.class);
  private static final int COPIED_AT_ONCE = 1 << 20;
  private static final int PROVED_AT_ONCE = 64;

  private final String path;
  private final DiskFile file;
  private final Coverage coverage;
  private final SegmentLayout layout;
  private final int tag;
  private final Arena arena;
  private final MemorySegment tables;
  private final BloomFilter bloom;
  private final IndexPages pages;

  /** Number of the first page among all of the disk. */
  private final long firstPage;

  private final AtomicInteger holders = new AtomicInteger();

  private IndexSegment(
      String path,
      DiskFile file,
      SegmentHeader header,
      Arena arena,
      MemorySegment tables,
      IndexPages pages) {
    this.path = path;
    this.file = file;
    this.coverage = header.coverage();
    this.layout = header.layout();
    this.tag = SegmentHeader.tagOf(header.store(), coverage);
    this.arena = arena;
    this.tables = tables;
    this.bloom = new BloomFilter(tables.asSlice(layout.bloomAt(), layout.bloomLength()));
    this.pages = pages;
    this.firstPage = pages.number(layout.pages());
  }

  /**
   * Opens a file and reads its tables.
   *
   * @param pages shared by the segments of a disk
   * @throws AumbryException {@code CORRUPT_RECORD} when it is not what was written
   */
  public static IndexSegment open(Disk disk, String path, UUID store, IndexPages pages)
      throws IOException {
    DiskFile file = disk.open(path);
    Arena arena = Arena.ofShared();
    try {
      SegmentHeader header = SegmentHeader.read(file, path, store);
      MemorySegment tables = arena.allocate(header.layout().tablesLength(), 64);
      read(file, header.layout().tablesAt(), tables);
      if (Crc32c.of(tables.asByteBuffer()) != header.tablesCrc()) {
        throw SegmentHeader.corrupt(path, "has a wrong checksum in its tables");
      }
      return new IndexSegment(path, file, header, arena, tables, pages);
    } catch (IOException | RuntimeException | Error e) {
      arena.close();
      file.close();
      throw e;
    }
  }

  private static void read(DiskFile file, long at, MemorySegment into) throws IOException {
    ByteBuffer target = into.asByteBuffer();
    for (int from = 0; from < target.capacity(); from += COPIED_AT_ONCE) {
      target.limit(Math.min(target.capacity(), from + COPIED_AT_ONCE)).position(from);
      file.read(target, at + from);
    }
  }

  /**
   * Proves the file as it is on the medium, all of it.
   *
   * @return bytes that were read
   * @throws AumbryException {@code CORRUPT_RECORD} when it is not what was written
   * @throws java.nio.file.NoSuchFileException when it is not there any more
   */
  public long verify(Disk disk, UUID store, Pace pace) throws IOException {
    try (DiskFile medium = disk.openUncached(path)) {
      SegmentHeader header = SegmentHeader.read(medium, path, store);
      CRC32C crc = new CRC32C();
      ByteBuffer part =
          ByteBuffer.allocateDirect((int) Math.min(COPIED_AT_ONCE, layout.tablesLength()));
      long end = layout.tablesAt() + layout.tablesLength();
      for (long at = layout.tablesAt(); at < end; at += part.limit()) {
        part.clear().limit((int) Math.min(part.capacity(), end - at));
        medium.read(part, at);
        crc.update(part.flip());
        pace.moved(part.limit());
      }
      if (!header.coverage().equals(coverage) || (int) crc.getValue() != header.tablesCrc()) {
        throw SegmentHeader.corrupt(path, "has a wrong checksum in its tables");
      }
      PageReader reader = new PageReader(Math.min(PROVED_AT_ONCE, layout.pages()));
      for (int page = 0; page < layout.pages(); page += PROVED_AT_ONCE) {
        int count = Math.min(PROVED_AT_ONCE, layout.pages() - page);
        reader.read(medium, page, count, ReadMode.STREAM);
        proveAll(reader, page, count);
        pace.moved((long) count * SegmentLayout.PAGE);
      }
    }
    return bytes();
  }

  public String path() {
    return path;
  }

  public Coverage coverage() {
    return coverage;
  }

  public int entries() {
    return layout.entries();
  }

  /** Bytes of the file. */
  public long bytes() {
    return layout.fileLength();
  }

  /** Bytes held in memory. */
  public long bytesInMemory() {
    return tables.byteSize();
  }

  public void hold() {
    holders.incrementAndGet();
  }

  /** Gives back what {@link #hold} has taken; the last to do so closes the file. */
  public void release() {
    if (holders.decrementAndGet() > 0) {
      return;
    }
    arena.close();
    try {
      file.close();
    } catch (IOException e) {
      // Nothing was written, so nothing is lost.
      LOG.atWarn().addKeyValue("file", path).setCause(e).log("index segment could not be closed");
    }
  }

  /**
   * The entry of a blob; reads one page at most, with some beside it when that has to wait.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the page is not what was written
   */
  public Optional<IndexEntry> find(BlobId id, EntryKey key, long hash, ReadMode mode)
      throws IOException {
    if (!needsPage(key, hash)) {
      return Optional.empty();
    }
    PageReader reader = pages.takeReader();
    try {
      int page = pageOf(key);
      MemorySegment memory = reader.memory();
      return switch (pages.copyEntry(firstPage + page, layout.entriesIn(page), key, memory)) {
        case COPIED -> Optional.of(EntryFormat.read(id, memory, 0));
        case ABSENT -> Optional.empty();
        case NOTHING -> {
          long at = readPage(reader, page, mode);
          long entry = EntryFormat.find(key, memory, at, layout.entriesIn(page));
          yield entry < 0 ? Optional.empty() : Optional.of(EntryFormat.read(id, memory, entry));
        }
      };
    } finally {
      pages.giveBack(reader);
    }
  }

  /** Reads a page, and returns where in the memory of the reader it is. */
  private long readPage(PageReader reader, int page, ReadMode mode) throws IOException {
    int first = mode == ReadMode.NOW ? page : page / reader.capacity() * reader.capacity();
    int count = mode == ReadMode.NOW ? 1 : Math.min(reader.capacity(), layout.pages() - first);
    reader.read(file, first, count, mode);
    reader.requireWhole(path);
    prove(reader, page - first, page);
    long at = (long) (page - first) * SegmentLayout.PAGE;
    pages.offer(firstPage + page, reader.memory(), at);
    return at;
  }

  /** Reads pages with a reader that has room for them. */
  public void readPages(PageReader reader, int first, int count, ReadMode mode) throws IOException {
    reader.read(file, first, count, mode);
    proveAll(reader, first, count);
  }

  private void proveAll(PageReader reader, int first, int count) {
    reader.requireWhole(path);
    for (int i = 0; i < count; i++) {
      prove(reader, i, first + i);
    }
  }

  /** Proves the {@code i}-th page that was read, which is to be page {@code page} of this. */
  private void prove(PageReader reader, int i, int page) {
    reader.prove(path, tag, i, page);
    EntryKey fence = EntryKey.at(tables, SegmentLayout.fenceAt(page));
    if (fence.compareTo(reader.memory(), (long) i * SegmentLayout.PAGE) != 0) {
      throw SegmentHeader.corrupt(path, "has other entries in page " + page);
    }
  }

  public SegmentLayout layout() {
    return layout;
  }

  /**
   * Whether a page must be read to know whether an entry is here. Ids begin with the time of their
   * making, so the smallest and the largest alone answer for most segments.
   */
  public boolean needsPage(EntryKey key, long hash) {
    return layout.entries() > 0
        && key.compareTo(tables, SegmentLayout.fenceAt(0)) >= 0
        && key.compareTo(tables, SegmentLayout.fenceAt(layout.pages())) <= 0
        && bloom.mayContain(hash);
  }

  /** Whether a blob of {@code range} may be here, by the smallest and the largest id. */
  public boolean mayContain(IdRange range) {
    return layout.entries() > 0
        && IdRange.compare(uuidAt(layout.pages()), range.after()) > 0
        && IdRange.compare(uuidAt(0), range.upTo()) <= 0;
  }

  private UUID uuidAt(int fence) {
    return EntryKey.at(tables, SegmentLayout.fenceAt(fence)).uuid();
  }

  /** The last page that does not begin behind {@code key}, which is within this. */
  public int pageOf(EntryKey key) {
    int low = 0;
    int high = layout.pages() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (key.compareTo(tables, SegmentLayout.fenceAt(middle)) >= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Which entry of a page, from 0, is that of {@code key}; -1 if none is. */
  public int slotIn(MemorySegment bytes, int page, EntryKey key) {
    long at = EntryFormat.find(key, bytes, 0, layout.entriesIn(page));
    return at < 0 ? -1 : (int) (at / EntryFormat.SIZE);
  }

  /** Pairs of a sequence number and a packed position, ascending. */
  public long[] positions() {
    long[] pairs = new long[2 * layout.positions()];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = tables.get(LONG, layout.positionAt(0) + (long) i * Long.BYTES);
    }
    return pairs;
  }

  /** The position of a record at or before the one numbered {@code sequence}. */
  public LogPosition positionBefore(long sequence) {
    int low = 0;
    int high = layout.positions() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (tables.get(LONG, layout.positionAt(middle)) <= sequence) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return LogPosition.unpack(tables.get(LONG, layout.positionAt(low) + Long.BYTES));
  }
}
