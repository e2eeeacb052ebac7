package io.aumbry.store.log;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A part of a segment held in memory, which moves as the segment is read from start to end. */
final class SegmentWindow {
  /** In bytes; larger than all that must be seen at once. */
  static final int SIZE = 4 << 20;

  private final LogSegment segment;
  private final long fileSize;
  private final ByteBuffer bytes;
  private long start;

  SegmentWindow(LogSegment segment) throws IOException {
    this.segment = segment;
    this.fileSize = segment.file().size();
    this.bytes = ByteBuffer.allocateDirect((int) Math.min(SIZE, fileSize)).limit(0);
  }

  boolean covers(long offset, long length) {
    return offset + length <= fileSize;
  }

  /** What is in memory from {@code offset} on, at least {@code length} bytes. */
  ByteBuffer at(long offset, int length) throws IOException {
    if (offset < start || offset + length > start + bytes.limit()) {
      load(offset);
    }
    int from = Math.toIntExact(offset - start);
    if (bytes.limit() - from < length) {
      throw new EOFException("segment " + segment.number() + " ends before " + (offset + length));
    }
    return bytes.slice(from, bytes.limit() - from);
  }

  /** Behind the last byte that is not zero; {@code from} if there is none behind that. */
  long endOfBytes(long from) throws IOException {
    long end = from;
    for (long at = from; at < fileSize; ) {
      ByteBuffer part = at(at, 1);
      int last = lastNonZero(part);
      end = last < 0 ? end : at + last + 1;
      at += part.limit();
    }
    return end;
  }

  private static int lastNonZero(ByteBuffer part) {
    int last = part.limit() - 1;
    while (last >= 7 && part.getLong(last - 7) == 0) {
      last -= 8;
    }
    while (last >= 0 && part.get(last) == 0) {
      last--;
    }
    return last;
  }

  private void load(long offset) throws IOException {
    bytes.clear().limit((int) Math.min(bytes.capacity(), fileSize - offset));
    segment.file().read(bytes, offset);
    bytes.flip();
    start = offset;
  }
}
