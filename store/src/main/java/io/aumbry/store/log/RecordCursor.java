package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A position between two records of a log. It sees the segments as of its creation. Once compaction
 * has replaced its file, {@link #read} throws {@link ReplacedException}. Not thread-safe.
 */
public final class RecordCursor {
  private final RecordLog log;
  private final SegmentList list;
  private LogSegment segment;
  private long offset = FileMark.LENGTH;

  /** At the start of the file that covers {@code sequence}. */
  RecordCursor(RecordLog log, long sequence) {
    this.log = log;
    this.list = log.segments();
    this.segment = list.covering(sequence);
  }

  public static final class ReplacedException extends IOException {
    private static final long serialVersionUID = 1L;

    private ReplacedException(int segment) {
      super("segment " + segment + " was replaced");
    }
  }

  /** Moves to a known record at or before the wanted one, if this file covers it. */
  public void startNear(LogPosition home) {
    boolean here =
        home.segment() >= segment.places().firstHome()
            && home.segment() <= segment.places().lastHome();
    if (here) {
      offset = segment.places().atOrAfter(home);
    }
  }

  public int segment() {
    return segment.number();
  }

  /** In bytes. */
  public long offset() {
    return offset;
  }

  public LogPosition home(int bytes) {
    return segment.places().homeOf(offset + bytes);
  }

  /** Moves to the start or end of a record in the file. */
  public void moveTo(long other) {
    offset = other;
  }

  public void skip(long bytes) {
    offset += bytes;
  }

  /** Skips the bytes that this file has of damage. */
  public void skip(Damage damage) {
    offset = segment.places().atOrAfter(damage.end());
  }

  /** Bytes up to the end of the written records. */
  public long available() {
    return Math.max(0, segment.written() - offset);
  }

  /** Whether this is the end of a compacted file, which proves that it has no more records. */
  public boolean isAtProvedEnd() {
    return segment.isCompacted() && offset == segment.limit();
  }

  public void toNextFile() {
    segment = list.after(segment);
    offset = FileMark.LENGTH;
  }

  /** The first sequence number that this file covers. */
  public long firstSequence() {
    return segment.firstSequence();
  }

  /** The number up to which a reader is complete that ended here after {@code sequence}. */
  public long coveredUpTo(long sequence) {
    return isAtProvedEnd() ? segment.lastCovered() : sequence;
  }

  /** Fills {@code target}, with zeros after the end of the file. */
  public void read(ByteBuffer target) throws IOException {
    if (log.read(segment, target, offset).isEmpty()) {
      throw new ReplacedException(segment.number());
    }
    while (target.hasRemaining()) {
      target.put((byte) 0);
    }
  }

  /**
   * Verifies the header {@code at} bytes after the cursor.
   *
   * @param before sequence number of an earlier record
   * @throws AumbryException {@code CORRUPT_RECORD} when the header is damaged or misplaced
   */
  public RecordHeader decode(ByteBuffer bytes, int at, long before) {
    RecordHeader header = RecordCodec.decode(bytes, at);
    long sequence = header.stamp().sequence();
    boolean inPlace = header.stamp().tag() == segment.tagAt(offset + at);
    if (!inPlace || sequence <= before || sequence < segment.firstSequence()) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          "Record %d is misplaced in segment %d at offset %d, after record %d"
              .formatted(sequence, segment.number(), offset + at, before));
    }
    return header;
  }

  /** Only compaction leaves gaps. */
  public boolean mayFollow(long sequence, long before) {
    return segment.isCompacted()
        ? sequence > before
        : sequence == Math.max(before + 1, segment.firstSequence());
  }

  @Override
  public String toString() {
    return "segment " + segment.number() + " offset " + offset;
  }
}
