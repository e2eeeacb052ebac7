package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;

/** Reads the records of a finished file in order, and verifies their headers and their end. */
public final class SegmentScan {
  /** Holds any header. */
  private static final int WINDOW = 128 * 1024;

  private final LogSegment segment;
  private final long last;
  private final SegmentWindow window;
  private long offset = FileMark.LENGTH;
  private long sequence;

  /**
   * Creates an instance.
   *
   * @param last sequence number of the last record with its home in this file
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

  public long offset() {
    return offset;
  }

  /**
   * Reads the next record.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the next header is damaged or misplaced
   */
  public RecordHeader next() throws IOException {
    RecordHeader header = window.header(offset);
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

  /** Skips damage at the position of the next record. */
  public void pass(Damage damage) {
    sequence = Math.max(sequence, damage.lastSequence());
    offset += damage.lengthFrom(segment.places().homeOf(offset));
  }

  public static AumbryException corrupt(LogSegment segment, long offset) {
    return new AumbryException(
        ErrorCode.CORRUPT_RECORD,
        "The record at segment %d offset %d is damaged".formatted(segment.number(), offset));
  }
}
