package io.aumbry.store.index.segment;

import static io.aumbry.store.index.segment.EntryFormat.INT;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.ReadMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Reads and verifies index pages. Not thread-safe. */
public final class PageReader {
  private final ByteBuffer bytes;
  private final MemorySegment memory;

  public PageReader(int pages) {
    this(ByteBuffer.allocateDirect(pages * SegmentLayout.PAGE));
  }

  private PageReader(ByteBuffer bytes) {
    this.bytes = bytes;
    this.memory = MemorySegment.ofBuffer(bytes);
  }

  /** For short-lived readers: memory outside the heap is freed late. */
  static PageReader onHeap(int pages) {
    return new PageReader(ByteBuffer.allocate(pages * SegmentLayout.PAGE));
  }

  public MemorySegment memory() {
    return memory;
  }

  int capacity() {
    return bytes.capacity() / SegmentLayout.PAGE;
  }

  /** Without verification. */
  void read(DiskFile file, int first, int count, ReadMode mode) throws IOException {
    bytes.clear().limit(count * SegmentLayout.PAGE);
    mode.read(file, bytes, SegmentLayout.pageAt(first));
  }

  /**
   * Requires that the last read filled the buffer.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the file ended before the last page
   */
  void requireWhole(String path) {
    if (bytes.hasRemaining()) {
      throw SegmentHeader.corrupt(path, "is truncated");
    }
  }

  /**
   * Verifies the {@code i}-th page of the buffer.
   *
   * @param tag of the file
   * @param number of the page in the file
   * @throws AumbryException {@code CORRUPT_RECORD} when the page is damaged
   */
  void prove(String path, int tag, int i, int number) {
    if (!isIntact(i * SegmentLayout.PAGE, tag, number)) {
      throw SegmentHeader.corrupt(path, "is damaged in page " + number);
    }
  }

  private boolean isIntact(int at, int tag, int number) {
    return Crc32c.of(bytes.slice(at, SegmentLayout.AT_PAGE_CRC))
            == memory.get(INT, at + (long) SegmentLayout.AT_PAGE_CRC)
        && memory.get(INT, at + (long) SegmentLayout.AT_TAG) == tag
        && memory.get(INT, at + (long) SegmentLayout.AT_NUMBER) == number;
  }
}
