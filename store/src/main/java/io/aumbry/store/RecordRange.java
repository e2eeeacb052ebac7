package io.aumbry.store;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.BlobStore.RecordBatch;
import io.aumbry.store.log.LogPosition;
import io.aumbry.store.log.RecordCodec;
import io.aumbry.store.log.RecordHeader;
import io.aumbry.store.log.RecordLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/** Reads runs of records out of a log for other replicas. Disk threads. */
final class RecordRange {
  /** As far as one look-up of a position may be before what is looked for. */
  private static final int SCAN = 512 * 1024;

  private final StoreParts parts;
  private final BufferPool buffers;

  /** Where the batch that was read last ended: whoever follows the log asks for what comes next. */
  private final AtomicReference<Hint> hint = new AtomicReference<>(new Hint(0, RecordLog.start()));

  private record Hint(long after, LogPosition position) {}

  /** Whole records up to {@code to}. */
  private record Run(int to, long last) {}

  RecordRange(StoreParts parts, BufferPool buffers) {
    this.parts = parts;
    this.buffers = buffers;
  }

  /** The records behind {@code after}, up to the last that is there; all of one segment. */
  RecordBatch read(long after, int maxBytes) throws IOException {
    long last = parts.followers().last();
    if (after >= last) {
      return new RecordBatch(Body.empty(), after);
    }
    LogPosition at = find(after);
    int length = Math.max(maxBytes, recordLengthAt(at));
    length = (int) Math.min(length, parts.log().bytesIn(at.segment()) - at.offset());
    try (Buffer bytes = fill(at, length)) {
      Run run = whole(bytes.view(), after, last);
      if (run.to() == 0) {
        throw corrupt(at, after + 1);
      }
      hint.set(new Hint(run.last(), new LogPosition(at.segment(), at.offset() + run.to())));
      return new RecordBatch(Body.of(bytes.slice(0, run.to())), run.last());
    }
  }

  /** Summaries of the records behind {@code after}, at least one. */
  RecordBatch summaries(long after, int maxBytes) throws IOException {
    int count =
        (int)
            Math.min(parts.followers().last() - after, Math.max(1, maxBytes / RecordSummary.SIZE));
    ByteBuffer written = ByteBuffer.allocate(count * RecordSummary.SIZE);
    LogPosition at = find(after);
    while (written.hasRemaining() && at.offset() < parts.log().bytesIn(at.segment())) {
      long next = summarise(at, written);
      if (next == at.offset()) {
        break;
      }
      at = new LogPosition(at.segment(), next);
    }
    int summaries = written.flip().remaining() / RecordSummary.SIZE;
    if (summaries == 0) {
      throw corrupt(at, after + 1);
    }
    return new RecordBatch(Body.of(HeapBuffer.copyOf(written)), after + summaries);
  }

  /** Summarises what is near {@code at}; returns where the next record begins. */
  private long summarise(LogPosition at, ByteBuffer to) throws IOException {
    int length = (int) Math.min(SCAN, parts.log().bytesIn(at.segment()) - at.offset());
    long offset = 0;
    try (Buffer bytes = fill(at, length)) {
      ByteBuffer view = bytes.view();
      while (to.hasRemaining() && offset + RecordCodec.FIXED_LENGTH <= length) {
        int header = RecordCodec.headerLengthAt(view, (int) offset);
        if (header == 0 || offset + header > length) {
          break;
        }
        RecordHeader record = RecordCodec.decode(view, (int) offset);
        RecordSummary.of(record).write(to);
        offset += record.recordLength();
      }
    }
    return at.offset() + offset;
  }

  /** Where the record behind {@code after}, which is there, begins. */
  private LogPosition find(long after) throws IOException {
    Hint near = hint.get();
    LogPosition at =
        near.after() == after ? near.position() : parts.index().positionBefore(after + 1);
    while (true) {
      int length = (int) Math.min(SCAN, parts.log().bytesIn(at.segment()) - at.offset());
      long offset = length < RecordCodec.FIXED_LENGTH ? -1 : hop(at, length, after + 1);
      if (offset >= 0 && offset < length) {
        return new LogPosition(at.segment(), at.offset() + offset);
      }
      if (offset > 0) {
        at = new LogPosition(at.segment(), at.offset() + offset);
      } else if (at.segment() < parts.log().lastSegment()) {
        at = RecordLog.startOf(at.segment() + 1);
      } else {
        throw corrupt(at, after + 1);
      }
    }
  }

  /**
   * How far from {@code at} the record {@code sequence} is, or if it is not within {@code length}
   * the next record to go on from; -1 when there are no more records in this segment.
   */
  private long hop(LogPosition at, int length, long sequence) throws IOException {
    try (Buffer bytes = fill(at, length)) {
      ByteBuffer view = bytes.view();
      int offset = 0;
      while (offset + RecordCodec.FIXED_LENGTH <= length) {
        int header = RecordCodec.headerLengthAt(view, offset);
        if (header == 0) {
          return -1;
        }
        if (RecordCodec.sequenceAt(view, offset) >= sequence) {
          return offset;
        }
        offset += RecordCodec.recordLengthAt(view, offset);
      }
      return offset == 0 ? -1 : Math.max(offset, length);
    }
  }

  private Run whole(ByteBuffer bytes, long after, long last) {
    int end = 0;
    long sequence = after;
    while (sequence < last && bytes.limit() - end >= RecordCodec.FIXED_LENGTH) {
      int header = RecordCodec.headerLengthAt(bytes, end);
      if (header == 0 || RecordCodec.recordLengthAt(bytes, end) > bytes.limit() - end) {
        break;
      }
      RecordHeader record = RecordCodec.decode(bytes, end);
      if (record.stamp().sequence() != sequence + 1 || !contentMatches(record, bytes, end)) {
        break;
      }
      end += record.recordLength();
      sequence++;
    }
    return new Run(end, sequence);
  }

  private static boolean contentMatches(RecordHeader record, ByteBuffer bytes, int at) {
    ByteBuffer content = bytes.slice(at + record.headerLength(), record.contentLength());
    return RecordCodec.matches(content, RecordCodec.checksums(bytes, at, record));
  }

  private int recordLengthAt(LogPosition at) throws IOException {
    ByteBuffer fixed = ByteBuffer.allocate(RecordCodec.FIXED_LENGTH);
    parts.log().read(at, fixed);
    return fixed.hasRemaining() || RecordCodec.headerLengthAt(fixed, 0) == 0
        ? 0
        : RecordCodec.recordLengthAt(fixed, 0);
  }

  private Buffer fill(LogPosition at, int length) throws IOException {
    return buffers.fill(
        length,
        target -> {
          parts.log().read(at, target);
          // The room behind the last record is given back when the store is closed.
          while (target.hasRemaining()) {
            target.put((byte) 0);
          }
        });
  }

  private static AumbryException corrupt(LogPosition at, long sequence) {
    return new AumbryException(
        ErrorCode.CORRUPT_RECORD, "Record " + sequence + " at " + at + " is not what was written");
  }
}
