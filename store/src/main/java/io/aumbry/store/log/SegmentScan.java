package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Goes through the records of a file that is not written to any more, each of them and their end
 * proved.
 */
public final class SegmentScan {
  /** Holds any header; contents are skipped. */
  private static final int WINDOW = 128 * 1024;

  private final LogSegment segment;
  private final long last;
  private final SegmentWindow window;
  private long offset = FileMark.LENGTH;
  private long sequence;

  /**
   * A scan from the first record on.
   *
   * @param last sequence number of the last record that was first written there
   * @param pace of its reads
   */
  public SegmentScan(LogSegment segment, long last, Pace pace) throws IOException {
    this.segment = segment;
    this.last = last;
    this.window = new SegmentWindow(segment, WINDOW, pace);
    this.sequence = segment.firstSequence() - 1;
  }

  public boolean hasNext() {
    return segment.isCompacted() ? offset < segment.limit() : sequence < last;
  }

  /** Where the next record is in the file. */
  public long offset() {
    return offset;
  }

  /**
   * Reads the next header and goes behind its record.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is not the one that was written there
   */
  public RecordHeader next() throws IOException {
    RecordHeader header = header(segment, window, offset);
    long number = header.stamp().sequence();
    boolean follows =
        segment.isCompacted() ? number > sequence && number <= last : number == sequence + 1;
    if (!follows) {
      throw corrupt(segment, offset);
    }
    sequence = number;
    offset += header.recordLength();
    return header;
  }

  /** Goes behind damage that begins where the next record should. */
  public void pass(Damage damage) {
    sequence = Math.max(sequence, damage.lastSequence());
    offset += damage.lengthFrom(segment.places().homeOf(offset));
  }

  /** The proved header of the record at {@code offset}. */
  public static RecordHeader header(LogSegment segment, SegmentWindow window, long offset)
      throws IOException {
    if (!window.covers(offset, RecordCodec.FIXED_LENGTH)) {
      throw corrupt(segment, offset);
    }
    int length = RecordCodec.headerLengthAt(window.at(offset, RecordCodec.FIXED_LENGTH), 0);
    if (length == 0 || !window.covers(offset, length)) {
      throw corrupt(segment, offset);
    }
    ByteBuffer bytes = window.at(offset, length);
    RecordHeader header = RecordCodec.decode(bytes, 0);
    if (header.stamp().tag() != segment.tagAt(offset)
        || !window.covers(offset, header.recordLength())) {
      throw corrupt(segment, offset);
    }
    return header;
  }

  public static AumbryException corrupt(LogSegment segment, long offset) {
    return new AumbryException(
        ErrorCode.CORRUPT_RECORD,
        "What is at segment %d offset %d is not the record that was written there"
            .formatted(segment.number(), offset));
  }
}
