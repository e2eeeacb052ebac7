package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.PlaceTag;
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
 * The segments of one store. Reads may come from any disk thread; segments are added by the writer
 * and replaced by compaction.
 */
public final class RecordLog implements AutoCloseable {
  private static final int FIRST_SEGMENT = 1;

  private final LogFiles files;
  private final long segmentBytes;

  /** Guards the changing of the list, by the writer and by compaction. */
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

  /** Makes the first segment of a new store. */
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
   * Opens what is there.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when a segment is missing or not one
   */
  public static RecordLog open(Disk disk, String folder, UUID store, long segmentBytes)
      throws IOException {
    LogFiles files = new LogFiles(disk, folder, store);
    return new RecordLog(files, segmentBytes, files.open());
  }

  /** Adds an empty segment, durably. */
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
   * Puts a finished file in place of those whose records it has, durably. Who reads them goes on
   * until the read is done.
   *
   * @throws io.aumbry.store.disk.NoSpaceException when nothing was changed
   * @throws IOException when it is not known which of the files the next start will find to be the
   *     log: until then all of them must stay
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

  /** Durably deletes the files that others have replaced. */
  public void removeReplaced() throws IOException {
    List<Integer> gone = retired;
    files.remove(gone);
    try (Mutex.Hold _ = changing.hold()) {
      retired = retired.stream().filter(number -> !gone.contains(number)).toList();
    }
  }

  /** A number for a file that nobody else will have. */
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

  public Disk disk() {
    return files.disk();
  }

  public LogFiles files() {
    return files;
  }

  public UUID store() {
    return files.store();
  }

  /** Whether a record says that it was first written at {@code home}. */
  public boolean isInPlace(LogPosition home, RecordHeader header) {
    return PlaceTag.of(store(), home.segment(), home.offset()) == header.stamp().tag();
  }

  /** Whether the record that was first written at {@code home} is still here. */
  public boolean holds(LogPosition home) {
    return segments
        .holding(home.segment())
        .filter(segment -> segment.places().find(home).isPresent())
        .isPresent();
  }

  /** The first sequence number of the file that has what was first written to a segment. */
  public OptionalLong firstSequenceOf(int home) {
    return segments.holding(home).stream().mapToLong(LogSegment::firstSequence).findFirst();
  }

  /** The largest record that a segment can hold. */
  public long maxRecord() {
    return segmentBytes - FileMark.LENGTH;
  }

  public static LogPosition start() {
    return new LogPosition(FIRST_SEGMENT, FileMark.LENGTH);
  }

  /**
   * A file that is not written to any more.
   *
   * @param size in bytes
   * @param firstHome number of the first segment that its records were first written to
   */
  public record SealedSegment(int number, long size, int firstHome, int lastHome) {}

  /** In the order of their records. */
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
   * Proves the list of the files, as it is on the medium, against the one that is in use.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is another one
   */
  public void proveLists() throws IOException {
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

  /** Of the files that come before the one that has, or had, a record. */
  public long bytesBefore(long sequence) {
    SegmentList list = segments;
    LogSegment covering = list.covering(sequence);
    return list.segments().stream()
        .takeWhile(segment -> segment != covering)
        .mapToLong(LogSegment::allocated)
        .sum();
  }

  /** Behind a place in a file, to the end of the log; empty when the file has been replaced. */
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

  /**
   * About so many bytes lie behind a record: of its own file as large a part as of the numbers that
   * the file covers.
   *
   * @param last the last number of all
   */
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
   * Reads into {@code target} up to its limit or the end of the segment, from where the bytes are
   * now that were first written at {@code home}.
   *
   * @throws io.aumbry.store.disk.NotCachedException in mode {@link ReadMode#NOW}
   * @throws AumbryException {@code CORRUPT_RECORD} when compaction has dropped them, {@code
   *     REPLICA_UNAVAILABLE} when the log was closed meanwhile, which is no failure of the disk
   */
  public int read(LogPosition home, ByteBuffer target, ReadMode mode) throws IOException {
    int start = target.position();
    OptionalInt read = OptionalInt.empty();
    while (read.isEmpty()) {
      // A file that was replaced between the look at the list and the read is looked up again.
      LogSegment segment = segments.holding(home.segment()).orElseThrow(() -> gone(home));
      long offset = segment.places().find(home).orElseThrow(() -> gone(home));
      target.position(start);
      read = readFrom(segment, target, offset, mode);
    }
    return read.getAsInt();
  }

  /**
   * Says that so many bytes from those on will be read that were first written at {@code home}; a
   * place that is gone is for the read to say.
   */
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
        ErrorCode.CORRUPT_RECORD, files.folder() + " has no record of " + home + " any more");
  }

  /** A place before all records of the file in which {@code sequence} is, or was. */
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
