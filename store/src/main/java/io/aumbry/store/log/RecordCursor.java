package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A place between two records, where they lie now, and a way on from there. It sees the log as it
 * was when it was made; once compaction has replaced a file, {@link #read} says so and another
 * cursor is needed. For one thread.
 */
public final class RecordCursor {
  private final RecordLog log;
  private final SegmentList list;
  private LogSegment segment;
  private long offset = FileMark.LENGTH;

  /** Before all records of the file in which {@code sequence} is, or was. */
  RecordCursor(RecordLog log, long sequence) {
    this.log = log;
    this.list = log.segments();
    this.segment = list.covering(sequence);
  }

  /** The file that a cursor reads was replaced by another one. */
  public static final class ReplacedException extends IOException {
    private static final long serialVersionUID = 1L;

    private ReplacedException(int segment) {
      super("segment " + segment + " was replaced");
    }
  }

  /** Goes to a record that is known to be at or before the one looked for. */
  public void startNear(LogPosition home) {
    boolean here =
        home.segment() >= segment.places().firstHome()
            && home.segment() <= segment.places().lastHome();
    if (here) {
      offset = segment.places().atOrAfter(home);
    }
  }

  /** Number of the file. */
  public int segment() {
    return segment.number();
  }

  /** In the file, in bytes. */
  public long offset() {
    return offset;
  }

  /** Where what is so many bytes from here was first written. */
  public LogPosition home(int bytes) {
    return segment.places().homeOf(offset + bytes);
  }

  /** Goes to another place in the same file, at which a record is known to begin or to end. */
  public void moveTo(long other) {
    offset = other;
  }

  public void skip(long bytes) {
    offset += bytes;
  }

  /** Bytes that may be records, from here to the end of what was written. */
  public long available() {
    return Math.max(0, segment.written() - offset);
  }

  /** Whether a compacted file, which alone may lack numbers, proves that it has no more records. */
  public boolean isAtProvedEnd() {
    return segment.isCompacted() && offset == segment.limit();
  }

  /** Goes to the start of the next file. */
  public void toNextFile() {
    segment = list.after(segment);
    offset = FileMark.LENGTH;
  }

  /** The first sequence number that this file covers. */
  public long firstSequence() {
    return segment.firstSequence();
  }

  /**
   * Up to which number all is said when the record {@code sequence} was the last one before here.
   */
  public long coveredUpTo(long sequence) {
    return isAtProvedEnd() ? segment.lastCovered() : sequence;
  }

  /** Fills {@code target}, with zeros behind the end of the file. */
  public void read(ByteBuffer target) throws IOException {
    if (log.read(segment, target, offset).isEmpty()) {
      throw new ReplacedException(segment.number());
    }
    while (target.hasRemaining()) {
      target.put((byte) 0);
    }
  }

  /**
   * The record {@code at} bytes into what was read here, its header proved.
   *
   * @param before number of the record before it, or a smaller one if that is not known
   * @throws AumbryException {@code CORRUPT_RECORD} when it is not the one that was written there
   */
  public RecordHeader decode(ByteBuffer bytes, int at, long before) {
    RecordHeader header = RecordCodec.decode(bytes, at);
    long sequence = header.stamp().sequence();
    boolean inPlace = header.stamp().tag() == segment.tagAt(offset + at);
    if (!inPlace || sequence <= before || sequence < segment.firstSequence()) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          "Record %d is in segment %d at %d, behind record %d"
              .formatted(sequence, segment.number(), offset + at, before));
    }
    return header;
  }

  /** Whether the record {@code sequence} may follow {@code before}: only compaction leaves gaps. */
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
