package io.aumbry.store.index.segment;

import static io.aumbry.store.index.segment.EntryFormat.INT;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.ReadMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Pages of index segments in memory, proved. One thread at a time. */
public final class PageReader {
  private final ByteBuffer bytes;
  private final MemorySegment memory;

  /**
   * @param pages held at a time
   */
  public PageReader(int pages) {
    this(ByteBuffer.allocateDirect(pages * SegmentLayout.PAGE));
  }

  private PageReader(ByteBuffer bytes) {
    this.bytes = bytes;
    this.memory = MemorySegment.ofBuffer(bytes);
  }

  /** For a short time: what is outside the heap comes back late. */
  static PageReader onHeap(int pages) {
    return new PageReader(ByteBuffer.allocate(pages * SegmentLayout.PAGE));
  }

  /** Where the pages are. */
  public MemorySegment memory() {
    return memory;
  }

  int capacity() {
    return bytes.capacity() / SegmentLayout.PAGE;
  }

  /** Reads {@code count} pages from number {@code first} on, as yet unproved. */
  void read(DiskFile file, int first, int count, ReadMode mode) throws IOException {
    bytes.clear().limit(count * SegmentLayout.PAGE);
    mode.read(file, bytes, SegmentLayout.pageAt(first));
  }

  /**
   * Proves that all is there that was to be read.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is not
   */
  void requireWhole(String path) {
    if (bytes.hasRemaining()) {
      throw SegmentHeader.corrupt(path, "is cut short");
    }
  }

  /**
   * Proves the {@code i}-th page that was read.
   *
   * @param tag of the file
   * @param number of the page in it
   * @throws AumbryException {@code CORRUPT_RECORD} when it is not what was written there
   */
  void prove(String path, int tag, int i, int number) {
    if (!isIntact(i * SegmentLayout.PAGE, tag, number)) {
      throw SegmentHeader.corrupt(path, "is not what was written in page " + number);
    }
  }

  private boolean isIntact(int at, int tag, int number) {
    return Crc32c.of(bytes.slice(at, SegmentLayout.AT_PAGE_CRC))
            == memory.get(INT, at + (long) SegmentLayout.AT_PAGE_CRC)
        && memory.get(INT, at + (long) SegmentLayout.AT_TAG) == tag
        && memory.get(INT, at + (long) SegmentLayout.AT_NUMBER) == number;
  }
}
