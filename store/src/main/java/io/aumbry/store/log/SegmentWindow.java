package io.aumbry.store.log;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.LongPredicate;

/** Reads the records of one segment through a buffer. Any of them may be damaged. */
public final class SegmentWindow {
  /** Larger than any single request. */
  public static final int SIZE = 4 << 20;

  private final DiskFile file;
  private final LogSegment segment;
  private final long end;
  private final ByteBuffer bytes;
  private final Pace pace;
  private final Reading reading;
  private long start;

  @FunctionalInterface
  private interface Reading {
    int read(DiskFile file, ByteBuffer target, long position) throws IOException;
  }

  public SegmentWindow(LogSegment segment) throws IOException {
    this(segment, SIZE);
  }

  /**
   * Reads at full speed.
   *
   * @param size at least the largest {@code length} passed to {@link #at}
   */
  public SegmentWindow(LogSegment segment, int size) throws IOException {
    this(segment, size, bytes -> {});
  }

  public SegmentWindow(LogSegment segment, int size, Pace pace) throws IOException {
    this(segment, segment.file(), size, pace, ReadMode.STREAM::read);
  }

  /** Fails if the device cannot read a block, so that it does not look like the end of the log. */
  static SegmentWindow ofReadable(LogSegment segment) throws IOException {
    return new SegmentWindow(segment, segment.file(), SIZE, bytes -> {}, DiskFile::read);
  }

  /**
   * Reads the segment through another descriptor.
   *
   * @param file of the segment
   */
  public SegmentWindow(LogSegment segment, DiskFile file, int size) throws IOException {
    this(segment, file, size, bytes -> {}, ReadMode.STREAM::read);
  }

  public SegmentWindow(LogSegment segment, DiskFile file, int size, Pace pace) throws IOException {
    this(segment, file, size, pace, ReadMode.STREAM::read);
  }

  private SegmentWindow(LogSegment segment, DiskFile file, int size, Pace pace, Reading reading)
      throws IOException {
    this.pace = pace;
    this.reading = reading;
    this.file = file;
    this.segment = segment;
    this.end = segment.isCompacted() ? Math.min(segment.limit(), file.size()) : file.size();
    this.bytes = ByteBuffer.allocateDirect((int) Math.min(size, end)).limit(0);
  }

  LogSegment segment() {
    return segment;
  }

  public boolean covers(long offset, long length) {
    return offset + length <= end;
  }

  /** At least {@code length} buffered bytes. */
  public ByteBuffer at(long offset, int length) throws IOException {
    if (offset < start || offset + length > start + bytes.limit()) {
      load(offset);
    }
    int from = Math.toIntExact(offset - start);
    if (bytes.limit() - from < length) {
      throw new EOFException("segment " + segment.number() + " ends before " + (offset + length));
    }
    return bytes.slice(from, bytes.limit() - from);
  }

  /**
   * The header of the record at {@code offset}.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} if the header is damaged or belongs to another
   *     position
   */
  public RecordHeader header(long offset) throws IOException {
    if (!covers(offset, RecordCodec.FIXED_LENGTH)) {
      throw corrupt(segment, offset);
    }
    int length = RecordCodec.headerLengthAt(at(offset, RecordCodec.FIXED_LENGTH), 0);
    if (length == 0 || !covers(offset, length)) {
      throw corrupt(segment, offset);
    }
    RecordHeader header = RecordCodec.decode(at(offset, length), 0);
    if (header.stamp().tag() != segment.tagAt(offset) || !covers(offset, header.recordLength())) {
      throw corrupt(segment, offset);
    }
    return header;
  }

  /** The header at {@code offset}; empty if it is damaged or belongs to another position. */
  public Optional<RecordHeader> intactHeader(long offset) throws IOException {
    try {
      return Optional.of(header(offset));
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.CORRUPT_RECORD) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Offset of the next intact header with one of these sequence numbers, or -1. */
  public long nextRecord(long from, LongPredicate numbers) throws IOException {
    long at = nextMagic(from);
    while (at >= 0 && intactHeader(at).filter(h -> numbers.test(h.stamp().sequence())).isEmpty()) {
      at = nextMagic(at + RecordCodec.ALIGNMENT);
    }
    return at;
  }

  public boolean contentMatches(RecordHeader header, long offset) throws IOException {
    return damagedBlocks(header, offset).isEmpty();
  }

  /** The numbers of the content blocks, from 0, that do not match their checksums. */
  public BitSet damagedBlocks(RecordHeader header, long offset) throws IOException {
    BlockChecksums checksums = RecordCodec.checksums(at(offset, header.headerLength()), 0, header);
    BitSet damaged = new BitSet();
    long at = offset + header.headerLength();
    long behind = at + header.contentLength();
    for (int block = 0; block < checksums.count(); block++) {
      int length = (int) Math.min(BlockChecksums.BLOCK_SIZE, behind - at);
      if (!RecordCodec.matches(at(at, length).limit(length), checksums.slice(block, block + 1))) {
        damaged.set(block);
      }
      at += length;
    }
    return damaged;
  }

  /** After the last non-zero byte, or {@code from}. */
  public long endOfBytes(long from) throws IOException {
    long found = from;
    for (long at = from; at < end; ) {
      ByteBuffer part = at(at, 1);
      int last = lastNonZero(part);
      found = last < 0 ? found : at + last + 1;
      at += part.limit();
    }
    return found;
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

  /** Or -1. */
  public long nextMagic(long from) throws IOException {
    for (long at = from; covers(at, RecordCodec.FIXED_LENGTH); ) {
      ByteBuffer part = at(at, RecordCodec.FIXED_LENGTH);
      for (int i = 0; i <= part.limit() - RecordCodec.FIXED_LENGTH; i += RecordCodec.ALIGNMENT) {
        if (part.getInt(i) == RecordCodec.MAGIC) {
          return at + i;
        }
      }
      at +=
          (part.limit() - RecordCodec.FIXED_LENGTH)
                  / RecordCodec.ALIGNMENT
                  * (long) RecordCodec.ALIGNMENT
              + RecordCodec.ALIGNMENT;
    }
    return -1;
  }

  public static AumbryException corrupt(LogSegment segment, long offset) {
    return new AumbryException(
        ErrorCode.CORRUPT_RECORD,
        "The record at segment %d offset %d is damaged".formatted(segment.number(), offset));
  }

  private void load(long offset) throws IOException {
    bytes.clear().limit((int) Math.min(bytes.capacity(), end - offset));
    reading.read(file, bytes, offset);
    bytes.flip();
    start = offset;
    pace.moved(bytes.limit());
  }
}
