package io.aumbry.store.index.segment;

import static io.aumbry.store.index.segment.EntryFormat.LONG;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.DeviceException;
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
 * An immutable file with sorted entries. Memory outside the heap, about two and a half bytes an
 * entry, locates the page of an entry, so that a look-up reads only that page.
 *
 * <p>Lives as long as an index view refers to it. Readers hold a view.
 */
public final class IndexSegment {
  private static final Logger LOG = LoggerFactory.getLogger(IndexSegment.class);
  private static final int COPIED_AT_ONCE = 1 << 20;
  private static final int PROVED_AT_ONCE = 64;

  private final String path;
  private final DiskFile file;
  private final IndexPart coverage;
  private final SegmentLayout layout;
  private final int tag;
  private final int usageCrc;
  private final Arena arena;
  private final MemorySegment tables;
  private final BloomFilter bloom;
  private final IndexPages pages;

  /** Unique on the disk. */
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
    this.usageCrc = header.usageCrc();
    this.arena = arena;
    this.tables = tables;
    this.bloom = new BloomFilter(tables.asSlice(layout.bloomAt(), layout.bloomLength()));
    this.pages = pages;
    this.firstPage = pages.number(layout.pages());
  }

  /**
   * Opens an index segment.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the file is damaged
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
   * Verifies the file on the medium.
   *
   * @return number of bytes read
   * @throws AumbryException {@code CORRUPT_RECORD} when the file is damaged
   * @throws java.nio.file.NoSuchFileException when the file no longer exists
   */
  public long verify(Disk disk, UUID store, Pace pace) throws IOException {
    try (DiskFile medium = disk.openUncached(path)) {
      SegmentHeader header = readHeader(medium, store);
      int tables = checksum(medium, layout.tablesAt(), layout.tablesLength(), pace);
      int usage = checksum(medium, layout.usageAt(), layout.usage(), pace);
      if (!header.coverage().equals(coverage)
          || tables != header.tablesCrc()
          || usage != header.usageCrc()) {
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

  private SegmentHeader readHeader(DiskFile medium, UUID store) throws IOException {
    try {
      return SegmentHeader.read(medium, path, store);
    } catch (DeviceException e) {
      throw SegmentHeader.corrupt(path, "cannot be read: " + e);
    }
  }

  private static int checksum(DiskFile medium, long from, long length, Pace pace)
      throws IOException {
    CRC32C crc = new CRC32C();
    ByteBuffer part = ByteBuffer.allocateDirect((int) Math.min(COPIED_AT_ONCE, length));
    for (long at = from; at < from + length; at += part.limit()) {
      part.clear().limit((int) Math.min(part.capacity(), from + length - at));
      ReadMode.STREAM.read(medium, part, at);
      crc.update(part.flip());
      pace.moved(part.limit());
    }
    return (int) crc.getValue();
  }

  public String path() {
    return path;
  }

  public IndexPart coverage() {
    return coverage;
  }

  public int entries() {
    return layout.entries();
  }

  public long bytes() {
    return layout.fileLength();
  }

  public long bytesInMemory() {
    return tables.byteSize();
  }

  public void hold() {
    holders.incrementAndGet();
  }

  /** The last holder closes the file. */
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
   * Reads one page at most, or with {@link ReadMode#WAIT} also adjacent pages.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the page is damaged
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

  /** Returns the offset of the page in the memory of the reader. */
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

  /** Verifies the {@code i}-th page of the reader as page {@code page} of this segment. */
  private void prove(PageReader reader, int i, int page) {
    reader.prove(path, tag, i, page);
    EntryKey fence = EntryKey.at(tables, SegmentLayout.fenceAt(page));
    if (fence.compareTo(reader.memory(), (long) i * SegmentLayout.PAGE) != 0) {
      throw SegmentHeader.corrupt(path, "has the wrong entries in page " + page);
    }
  }

  public SegmentLayout layout() {
    return layout;
  }

  /** Ids begin with their creation time, so the smallest and largest id rule out most segments. */
  public boolean needsPage(EntryKey key, long hash) {
    return layout.entries() > 0
        && key.compareTo(tables, SegmentLayout.fenceAt(0)) >= 0
        && key.compareTo(tables, SegmentLayout.fenceAt(layout.pages())) <= 0
        && bloom.mayContain(hash);
  }

  public boolean mayContain(IdRange range) {
    return layout.entries() > 0
        && IdRange.compare(uuidAt(layout.pages()), range.after()) > 0
        && IdRange.compare(uuidAt(0), range.upTo()) <= 0;
  }

  private UUID uuidAt(int fence) {
    return EntryKey.at(tables, SegmentLayout.fenceAt(fence)).uuid();
  }

  /** For a key within the id range of this segment. */
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

  /** From 0; -1 if absent. */
  public int slotIn(MemorySegment bytes, int page, EntryKey key) {
    long at = EntryFormat.find(key, bytes, 0, layout.entriesIn(page));
    return at < 0 ? -1 : (int) (at / EntryFormat.SIZE);
  }

  /** Ascending pairs of a sequence number and a packed position. */
  public long[] positions() {
    long[] pairs = new long[2 * layout.positions()];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = tables.get(LONG, layout.positionAt(0) + (long) i * Long.BYTES);
    }
    return pairs;
  }

  /**
   * Reads the usage of containers after the last record covered. Empty if it is damaged, or was
   * unknown.
   */
  public Optional<ByteBuffer> usage() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(layout.usage());
    ReadMode.WAIT.read(file, bytes, layout.usageAt());
    return Optional.of(bytes.flip())
        .filter(ByteBuffer::hasRemaining)
        .filter(read -> read.remaining() == layout.usage() && Crc32c.of(read) == usageCrc);
  }

  /** The last known position at or before {@code sequence}. */
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
