package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The segments of one store. Reads may come from any disk thread; segments are added by the writer.
 */
public final class RecordLog implements AutoCloseable {
  private static final int FIRST_SEGMENT = 1;

  private final Disk disk;
  private final String folder;
  private final UUID store;
  private final long segmentBytes;

  /** In order, numbered without gaps; replaced whole. */
  private volatile List<LogSegment> segments;

  private volatile boolean closed;

  private RecordLog(Disk disk, String folder, UUID store, long segmentBytes) {
    this.disk = disk;
    this.folder = folder;
    this.store = store;
    this.segmentBytes = segmentBytes;
    this.segments = List.of();
  }

  /** Makes the first segment of a new store. */
  public static RecordLog create(Disk disk, String folder, UUID store, long segmentBytes)
      throws IOException {
    RecordLog log = new RecordLog(disk, folder, store, segmentBytes);
    log.addSegment(1);
    return log;
  }

  /**
   * Opens what is there.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when a segment is missing or not one
   */
  public static RecordLog open(Disk disk, String folder, UUID store, long segmentBytes)
      throws IOException {
    RecordLog log = new RecordLog(disk, folder, store, segmentBytes);
    List<String> names = disk.list(folder).stream().filter(LogSegment::isName).toList();
    try {
      for (String name : names) {
        log.openNext(LogSegment.numberIn(name));
      }
      if (names.isEmpty()) {
        throw new AumbryException(ErrorCode.CORRUPT_RECORD, folder + " has no log segment");
      }
      return log;
    } catch (IOException | RuntimeException | Error e) {
      log.close();
      throw e;
    }
  }

  private void openNext(int number) throws IOException {
    int expected = FIRST_SEGMENT + segments.size();
    if (number != expected) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          folder + " has log segment " + number + ", but segment " + expected + " is missing");
    }
    add(LogSegment.open(disk, folder, number, store));
  }

  /** Adds an empty segment, durably. */
  LogSegment addSegment(long firstSequence) throws IOException {
    int number = FIRST_SEGMENT + segments.size();
    FileMark mark = new FileMark(FileMark.LOG, store, number, firstSequence, segmentBytes);
    LogSegment segment = LogSegment.create(disk, folder, mark);
    add(segment);
    return segment;
  }

  private void add(LogSegment segment) {
    List<LogSegment> more = new ArrayList<>(segments);
    more.add(segment);
    segments = List.copyOf(more);
  }

  LogSegment segment(int number) {
    List<LogSegment> all = segments;
    if (number < FIRST_SEGMENT || number - FIRST_SEGMENT >= all.size()) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD, folder + " has no log segment " + number + " any more");
    }
    return all.get(number - FIRST_SEGMENT);
  }

  LogSegment last() {
    return segments.getLast();
  }

  Disk disk() {
    return disk;
  }

  public UUID store() {
    return store;
  }

  /** Whether the record at {@code offset} says that it was written there. */
  public boolean isInPlace(LogPosition position, RecordHeader header) {
    return segment(position.segment()).tagAt(position.offset()) == header.stamp().tag();
  }

  /** The largest record that a segment can hold. */
  public long maxRecord() {
    return segmentBytes - FileMark.LENGTH;
  }

  public static LogPosition start() {
    return new LogPosition(FIRST_SEGMENT, FileMark.LENGTH);
  }

  public static LogPosition startOf(int segment) {
    return new LogPosition(segment, FileMark.LENGTH);
  }

  public int lastSegment() {
    return last().number();
  }

  /** Bytes of the file of a segment. */
  public long bytesIn(int segment) {
    return segment(segment).allocated();
  }

  public long bytesOnDisk() {
    return segments.stream().mapToLong(LogSegment::allocated).sum();
  }

  /**
   * Reads into {@code target} up to its limit or the end of the segment.
   *
   * @throws AumbryException {@code REPLICA_UNAVAILABLE} when the log was closed meanwhile, which is
   *     no failure of the disk
   */
  public int read(LogPosition position, ByteBuffer target) throws IOException {
    try {
      return segment(position.segment()).file().read(target, position.offset());
    } catch (ClosedChannelException e) {
      if (closed) {
        throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, folder + " was closed", e);
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    for (LogSegment segment : segments) {
      segment.close();
    }
  }
}
