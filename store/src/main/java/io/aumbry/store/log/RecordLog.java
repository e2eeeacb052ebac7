package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.PlaceTag;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The segments of one store. The writer adds segments, compaction replaces them, disk threads read.
 */
public final class RecordLog implements AutoCloseable {
  private static final int FIRST_SEGMENT = 1;

  private final LogFiles files;
  private final long segmentBytes;

  private final Mutex changing = new Mutex();

  private int next;
  private volatile List<Integer> retired;
  private volatile SegmentList segments;
  private volatile boolean closed;

  private RecordLog(LogFiles files, long segmentBytes, LogFiles.Opened found) {
    this.files = files;
    this.segmentBytes = segmentBytes;
    this.next = found.next();
    this.retired = found.retired();
    this.segments = found.segments();
  }

  public static RecordLog create(Disk disk, String folder, UUID store, long segmentBytes)
      throws IOException {
    LogFiles files = new LogFiles(disk, folder, store);
    RecordLog log =
        new RecordLog(
            files,
            segmentBytes,
            new LogFiles.Opened(FIRST_SEGMENT, List.of(), new SegmentList(List.of())));
    log.addSegment(1);
    return log;
  }

  /**
   * Opens the log of a store.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when a segment is missing or damaged
   */
  public static RecordLog open(Disk disk, String folder, UUID store, long segmentBytes)
      throws IOException {
    LogFiles files = new LogFiles(disk, folder, store);
    return new RecordLog(files, segmentBytes, files.open());
  }

  LogSegment addSegment(long firstSequence) throws IOException {
    try (Mutex.Hold _ = changing.hold()) {
      FileMark mark = new FileMark(FileMark.LOG, store(), next, firstSequence, segmentBytes);
      LogSegment segment = LogSegment.create(files.disk(), files.folder(), mark);
      try {
        commit(next + 1, segments.with(segment), retired);
      } catch (IOException | RuntimeException | Error e) {
        segment.close();
        throw e;
      }
      return segment;
    }
  }

  /**
   * Durably replaces segments with a compacted file. Reads in progress finish on the old files.
   *
   * @throws io.aumbry.store.disk.NoSpaceException when nothing was changed
   * @throws IOException when the manifest on disk is unknown; all files must then stay until the
   *     next start
   */
  public void replace(List<LogSegment> replaced, LogSegment compacted) throws IOException {
    try (Mutex.Hold _ = changing.hold()) {
      List<Integer> gone = new ArrayList<>(retired);
      replaced.forEach(segment -> gone.add(segment.number()));
      commit(next, segments.with(compacted, replaced), gone);
    }
    for (LogSegment segment : replaced) {
      segment.retire();
    }
  }

  public void removeReplaced() throws IOException {
    List<Integer> gone = retired;
    files.remove(gone);
    try (Mutex.Hold _ = changing.hold()) {
      retired = retired.stream().filter(number -> !gone.contains(number)).toList();
    }
  }

  public int takeNumber() {
    try (Mutex.Hold _ = changing.hold()) {
      return next++;
    }
  }

  private void commit(int following, SegmentList list, List<Integer> gone) throws IOException {
    files.commit(following, list, gone);
    next = following;
    retired = List.copyOf(gone);
    segments = list;
  }

  public SegmentList segments() {
    return segments;
  }

  LogSegment last() {
    return segments.last();
  }

  /**
   * Whether the last file seems to have lost the bytes before {@code end}: the file is shorter, or
   * has zeros there, as in space that is prepared for records. But content may end with zeros too.
   */
  public boolean seemsToLack(LogPosition end) throws IOException {
    long from = Math.max(FileMark.LENGTH, end.offset() - RecordCodec.FIXED_LENGTH);
    if (end.segment() != last().number() || from >= end.offset()) {
      return false;
    }
    ByteBuffer tail = ByteBuffer.allocate((int) (end.offset() - from));
    last().file().read(tail, from);
    return tail.hasRemaining() || tail.flip().equals(ByteBuffer.allocate(tail.limit()));
  }

  public Disk disk() {
    return files.disk();
  }

  public LogFiles files() {
    return files;
  }

  public UUID store() {
    return files.store();
  }

  public boolean isInPlace(LogPosition home, RecordHeader header) {
    return PlaceTag.of(store(), home.segment(), home.offset()) == header.stamp().tag();
  }

  public boolean holds(LogPosition home) {
    return segments
        .holding(home.segment())
        .filter(segment -> segment.places().find(home).isPresent())
        .isPresent();
  }

  /** Whether the log has a byte of the damage. */
  public boolean holdsPartOf(Damage damage) {
    return segments
        .holding(damage.place().segment())
        .map(LogSegment::places)
        .filter(places -> places.atOrAfter(damage.place()) < places.atOrAfter(damage.end()))
        .isPresent();
  }

  /** The first number in the file that covers a home segment. */
  public OptionalLong firstSequenceOf(int home) {
    return segments.holding(home).stream().mapToLong(LogSegment::firstSequence).findFirst();
  }

  /** Bytes of the largest record that fits. */
  public long maxRecord() {
    return segmentBytes - FileMark.LENGTH;
  }

  public static LogPosition start() {
    return new LogPosition(FIRST_SEGMENT, FileMark.LENGTH);
  }

  /**
   * A file that gets no more records.
   *
   * @param firstHome first home segment of its records
   */
  public record SealedSegment(int number, long size, int firstHome, int lastHome) {}

  /** In log order. */
  public List<SealedSegment> sealed() {
    List<LogSegment> all = segments.segments();
    return all.subList(0, all.size() - 1).stream()
        .map(segment ->
            new SealedSegment(
                segment.number(),
                segment.allocated(),
                segment.places().firstHome(),
                segment.places().lastHome()))
        .toList();
  }

  /**
   * On the medium.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it differs from the segments in use
   */
  public void verifyManifest() throws IOException {
    try (Mutex.Hold _ = changing.hold()) {
      files.prove(segments);
    }
  }

  public long usableSpace() throws IOException {
    return files.disk().usableSpace();
  }

  public long totalSpace() throws IOException {
    return files.disk().totalSpace();
  }

  /** In the files before the file that covers a record. */
  public long bytesBefore(long sequence) {
    SegmentList list = segments;
    LogSegment covering = list.covering(sequence);
    return list.segments().stream()
        .takeWhile(segment -> segment != covering)
        .mapToLong(LogSegment::allocated)
        .sum();
  }

  /** Up to the end of the log; empty if the file has been replaced. */
  public OptionalLong bytesFrom(int file, long offset) {
    long behind = 0;
    for (LogSegment segment : segments.segments().reversed()) {
      if (segment.number() == file) {
        return OptionalLong.of(behind + Math.max(0, segment.written() - offset));
      }
      behind += recordBytes(segment);
    }
    return OptionalLong.empty();
  }

  /** An estimate: within a file, bytes are taken as proportional to sequence numbers. */
  public long bytesBehind(long sequence, long last) {
    SegmentList list = segments;
    LogSegment covering = list.covering(sequence);
    long behind = 0;
    long end = last + 1;
    for (LogSegment segment : list.segments().reversed()) {
      if (segment == covering) {
        double numbers = Math.max(1, end - segment.firstSequence());
        double part = Math.min(1, (end - 1 - sequence) / numbers);
        return behind + Math.round(part * recordBytes(segment));
      }
      behind += recordBytes(segment);
      end = segment.firstSequence();
    }
    return behind;
  }

  private static long recordBytes(LogSegment segment) {
    return Math.max(0, segment.written() - FileMark.LENGTH);
  }

  public long bytesOnDisk() {
    return segments.segments().stream().mapToLong(LogSegment::allocated).sum();
  }

  /**
   * Reads from home position {@code home} up to the limit of {@code target} or the end of the
   * segment.
   *
   * @throws io.aumbry.store.disk.NotCachedException in mode {@link ReadMode#NOW}
   * @throws AumbryException {@code CORRUPT_RECORD} when compaction has dropped the bytes, {@code
   *     REPLICA_UNAVAILABLE} when the log was closed
   */
  public int read(LogPosition home, ByteBuffer target, ReadMode mode) throws IOException {
    int start = target.position();
    OptionalInt read = OptionalInt.empty();
    while (read.isEmpty()) {
      // Retry if the file was replaced after the look-up.
      LogSegment segment = segments.holding(home.segment()).orElseThrow(() -> gone(home));
      long offset = segment.places().find(home).orElseThrow(() -> gone(home));
      target.position(start);
      read = readFrom(segment, target, offset, mode);
    }
    return read.getAsInt();
  }

  public void announce(LogPosition home, long length) throws IOException {
    Optional<LogSegment> segment = segments.holding(home.segment());
    if (segment.isPresent()) {
      OptionalLong offset = segment.get().places().find(home);
      if (offset.isPresent()) {
        segment.get().announce(offset.getAsLong(), length);
      }
    }
  }

  private OptionalInt readFrom(LogSegment segment, ByteBuffer target, long offset, ReadMode mode)
      throws IOException {
    try {
      OptionalInt read = segment.read(target, offset, mode);
      if (read.isEmpty() && closed) {
        throw new ClosedChannelException();
      }
      return read;
    } catch (ClosedChannelException e) {
      if (closed) {
        throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, files.folder() + " was closed", e);
      }
      throw e;
    }
  }

  private AumbryException gone(LogPosition home) {
    return new AumbryException(
        ErrorCode.CORRUPT_RECORD, files.folder() + " no longer has the record of " + home);
  }

  public RecordCursor cursor(long sequence) {
    return new RecordCursor(this, sequence);
  }

  OptionalInt read(LogSegment segment, ByteBuffer target, long offset) throws IOException {
    return readFrom(segment, target, offset, ReadMode.STREAM);
  }

  @Override
  public void close() throws IOException {
    closed = true;
    for (LogSegment segment : segments.segments()) {
      segment.close();
    }
  }
}
