package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.TooManyFilesException;
import io.aumbry.store.record.GatherBuffer;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.record.Stamp;
import java.io.IOException;

/**
 * The end of a log. Records are added, written and synced, in this order. For the disk's writer
 * thread, except {@link #growAhead}.
 */
public final class LogWriter {
  private static final long MIN_GROWTH = 1 << 20;
  private static final long MAX_GROWTH = 16 << 20;

  /** Zeros are worth their writes while a segment takes more syncs than this to fill. */
  private static final long SYNCS_WORTH_ZEROS = 1024;

  /** Number of syncs for the mean of synced bytes. */
  private static final long SYNCS_OF_MEAN = 8;

  private final RecordLog log;
  private final GatherBuffer gather;
  private final RecentWrites recent;
  private final long reserveBytes;
  private volatile LogSegment segment;
  private long end;
  private long written;
  private long nextSequence;
  private long durableSequence;
  private long unforcedBytes;
  private volatile long meanSyncBytes;

  /**
   * Continues a log behind its last record.
   *
   * @param gather shared by the logs of a disk, empty between calls for different logs
   * @param recent shared by the logs of a disk
   * @param reserveBytes free space that PUTs must leave
   * @param end position of the next record
   */
  public LogWriter(
      RecordLog log,
      GatherBuffer gather,
      RecentWrites recent,
      long reserveBytes,
      LogPosition end,
      long lastSequence) {
    this.log = log;
    this.gather = gather;
    this.recent = recent;
    this.reserveBytes = reserveBytes;
    this.segment = log.last();
    this.end = end.offset();
    this.written = end.offset();
    segment.writtenTo(written);
    this.nextSequence = lastSequence + 1;
    this.durableSequence = lastSequence;
  }

  public boolean isSegmentFullFor(int recordLength) {
    return end + recordLength > segment.capacity();
  }

  /**
   * All added records must be durable.
   *
   * @throws AumbryException {@code NO_SPACE}, {@code OVERLOADED}; the log is unchanged
   */
  public void startSegment() throws IOException {
    long usable = log.disk().usableSpace();
    if (usable < MIN_GROWTH) {
      throw noSpace(usable);
    }
    LogSegment full = segment;
    try {
      segment = log.addSegment(nextSequence);
    } catch (NoSpaceException e) {
      throw noSpace(usable);
    } catch (TooManyFilesException e) {
      throw new AumbryException(ErrorCode.OVERLOADED, "No segment can be opened: " + e, e);
    }
    full.trimTo(end);
    end = FileMark.LENGTH;
    written = end;
    segment.writtenTo(end);
  }

  /**
   * Adds a record, which must fit in the segment.
   *
   * @throws AumbryException {@code NO_SPACE}; the log is unchanged
   */
  public LogPosition add(RecordDraft draft) throws IOException {
    int length = draft.recordLength();
    reserve(length, draft.type() == RecordType.PUT ? reserveBytes : 0);
    if (gather.isFullFor(draft.headerLength())) {
      write();
    }
    LogPosition position = new LogPosition(segment.number(), end);
    gather.addRecord(draft, new Stamp(nextSequence, durableSequence, segment.tagAt(end)));
    end += length;
    nextSequence++;
    return position;
  }

  /** The number of the last added record. */
  public long lastSequence() {
    return nextSequence - 1;
  }

  /** The position of the next record. */
  public LogPosition end() {
    return new LogPosition(segment.number(), end);
  }

  public void write() throws IOException {
    if (gather.size() > 0) {
      unforcedBytes += gather.size();
      long meanRecord = gather.meanRecord();
      gather.writeTo(segment.file(), written);
      recent.wrote(segment, written, end, meanRecord);
      written = end;
      segment.writtenTo(end);
    }
  }

  /**
   * Drops unwritten records after a failure, so that they cannot reach the next log. No more may be
   * added.
   */
  public void discard() {
    gather.forget();
  }

  public void force() throws IOException {
    if (unforcedBytes > 0) {
      segment.force();
      long mean = meanSyncBytes;
      meanSyncBytes = mean + (unforcedBytes - mean) / SYNCS_OF_MEAN;
      unforcedBytes = 0;
      durableSequence = lastSequence();
    }
  }

  public long durableSequence() {
    return durableSequence;
  }

  public long unforcedRecords() {
    return lastSequence() - durableSequence;
  }

  public boolean isGrowthDue() {
    long allocated = segment.allocated();
    return (areZerosWorthIt(segment) || segment.canAllocateSpace())
        && allocated < segment.capacity()
        && allocated - end < growthAt(end) / 2;
  }

  private boolean areZerosWorthIt(LogSegment growing) {
    return meanSyncBytes < growing.capacity() / SYNCS_WORTH_ZEROS;
  }

  /** Called on the helper thread. */
  public void growAhead() throws IOException {
    LogSegment growing = segment;
    long allocated = growing.allocated();
    long step = Math.min(growthAt(allocated), growing.capacity() - allocated);
    if (step <= 0 || log.disk().usableSpace() - step < reserveBytes) {
      return;
    }
    if (areZerosWorthIt(growing)) {
      growing.writeZerosTo(allocated + step);
    } else {
      growing.allocateSpaceTo(allocated + step);
    }
  }

  public void trim() throws IOException {
    segment.trimTo(end);
    segment.force();
  }

  private void reserve(int length, long reserve) throws IOException {
    long needed = end + length;
    if (needed > segment.allocated()) {
      if (hasAmpleSpaceFor(needed)) {
        segment.extendTo(needed);
      } else {
        allocate(needed, reserve);
      }
    }
  }

  /** Whether the disk certainly has space for everything added and the next record. */
  private boolean hasAmpleSpaceFor(long needed) throws IOException {
    long unwritten = needed - written;
    return log.disk().usableSpace() - unwritten - growthAt(end) >= reserveBytes;
  }

  /** Before a record is added, because a failed write would stop the store. */
  private void allocate(long needed, long reserve) throws IOException {
    write();
    long usable = log.disk().usableSpace();
    if (usable - (needed - segment.allocated()) < reserve) {
      throw noSpace(usable);
    }
    try {
      segment.writeZerosTo(needed);
    } catch (NoSpaceException e) {
      throw noSpace(log.disk().usableSpace());
    }
  }

  private AumbryException noSpace(long usable) {
    return new AumbryException(
        ErrorCode.NO_SPACE,
        "The disk has " + usable + " free bytes, and " + reserveBytes + " are reserved");
  }

  private static long growthAt(long used) {
    return Math.clamp(used / 2, MIN_GROWTH, MAX_GROWTH);
  }
}
