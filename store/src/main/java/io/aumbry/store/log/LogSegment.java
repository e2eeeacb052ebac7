package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.PlaceTag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One file of a log. The current segment grows with its records, or ahead of them by zeros or
 * allocated space. A sync after overwriting durable zeros costs half of a sync after extending the
 * file. Allocated space is cheaper to prepare than zeros, but its syncs cost more.
 */
public final class LogSegment implements AutoCloseable {
  private static final String PREFIX = "log-";
  private static final String SUFFIX = ".seg";
  public static final String UNFINISHED = ".new";
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 20).asReadOnlyBuffer();

  private final FileMark mark;
  private final PositionMap places;
  private final DiskFile file;
  private final ReadMarks reads;

  /** The readers and the owning log. The last to leave closes the file. */
  private final AtomicInteger users = new AtomicInteger(1);

  /** Guards growth by the writer and the helper. */
  private final Mutex growth = new Mutex();

  /** Guarded by {@link #growth}. */
  private boolean trimmed;

  /** False once the file system has refused to allocate space. */
  private volatile boolean canAllocateSpace = true;

  /** Guards syncs and their result. */
  private final Mutex syncing = new Mutex();

  private Optional<IOException> failedSync = Optional.empty();

  /** End of the bytes that hold records, or may hold them, or are zeros. */
  private volatile long allocated;

  /** End of the written records. */
  private volatile long written;

  private LogSegment(FileMark mark, PositionMap places, DiskFile file, long allocated) {
    this.mark = mark;
    this.places = places;
    this.file = file;
    this.reads = new ReadMarks(places instanceof RunTable ? 0 : mark.second());
    this.allocated = allocated;
    this.written = allocated;
  }

  static LogSegment create(Disk disk, String folder, FileMark mark) throws IOException {
    mark.writeAs(disk, folder, nameOf(mark.number()));
    return open(disk, folder, mark.number(), mark.owner());
  }

  public static LogSegment open(Disk disk, String folder, int number, UUID store)
      throws IOException {
    String path = folder + "/" + nameOf(number);
    DiskFile file = disk.open(path);
    try {
      FileMark mark = requireOwn(FileMark.read(file, FileMark.LOG, path), number, store, path);
      return new LogSegment(mark, new PositionMap.Original(number), file, file.size());
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  public static LogSegment openCompacted(Disk disk, String folder, int number, UUID store)
      throws IOException {
    String path = folder + "/" + nameOf(number);
    DiskFile file = disk.open(path);
    try {
      FileMark mark =
          requireOwn(FileMark.read(file, FileMark.COMPACTED, path), number, store, path);
      CompactedFooter footer = CompactedFooter.read(file, path);
      RunTable table = new RunTable(RunTable.load(file, footer, path), footer);
      return new LogSegment(mark, table, file, file.size());
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  private static FileMark requireOwn(FileMark mark, int number, UUID store, String path) {
    if (mark.number() != number || !mark.owner().equals(store)) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          path + " is segment " + mark.number() + " of store " + mark.owner());
    }
    return mark;
  }

  public static String nameOf(int number) {
    return "%s%010d%s".formatted(PREFIX, number, SUFFIX);
  }

  public static boolean isName(String name) {
    return name.length() == PREFIX.length() + 10 + SUFFIX.length()
        && name.startsWith(PREFIX)
        && name.endsWith(SUFFIX);
  }

  public static boolean isUnfinished(String name) {
    return name.endsWith(UNFINISHED)
        && isName(name.substring(0, name.length() - UNFINISHED.length()));
  }

  public static int numberIn(String name) {
    return Integer.parseInt(name.substring(PREFIX.length(), PREFIX.length() + 10));
  }

  public int number() {
    return mark.number();
  }

  public long firstSequence() {
    return mark.first();
  }

  public long capacity() {
    return mark.second();
  }

  public PositionMap places() {
    return places;
  }

  public boolean isCompacted() {
    return places instanceof RunTable;
  }

  /** For compacted segments only. */
  public long lastCovered() {
    return mark.second();
  }

  /** End of the range that may hold records. */
  public long limit() {
    return places instanceof RunTable table ? table.end() : allocated;
  }

  long written() {
    return Math.min(written, limit());
  }

  /** On the writer thread, before the records are published. */
  void writtenTo(long end) {
    written = end;
  }

  public LogManifest.Entry entry() {
    int footer = places instanceof RunTable table ? table.footer().crc() : 0;
    return new LogManifest.Entry(
        number(), isCompacted(), firstSequence(), places.firstHome(), places.lastHome(), footer);
  }

  /** Empty if the file was replaced and closed; another segment then has the records. */
  OptionalInt read(ByteBuffer target, long offset, ReadMode mode) throws IOException {
    if (!enter()) {
      return OptionalInt.empty();
    }
    try {
      if (mode != ReadMode.STREAM) {
        reads.mark(offset, offset + target.remaining());
      }
      return OptionalInt.of(mode.read(file, target, offset));
    } finally {
      leave();
    }
  }

  /** The parts of the file that were read, except sequentially. */
  ReadMarks reads() {
    return reads;
  }

  void announce(long offset, long length) throws IOException {
    if (enter()) {
      try {
        file.announce(offset, length);
      } finally {
        leave();
      }
    }
  }

  private boolean enter() {
    return users.getAndUpdate(count -> count > 0 ? count + 1 : 0) > 0;
  }

  void retire() throws IOException {
    leave();
  }

  private void leave() throws IOException {
    if (users.decrementAndGet() == 0) {
      file.close();
    }
  }

  DiskFile file() {
    return file;
  }

  public long allocated() {
    return allocated;
  }

  int tagAt(long offset) {
    LogPosition home = places.homeOf(offset);
    return PlaceTag.of(mark.owner(), home.segment(), home.offset());
  }

  /**
   * After a failure every later sync fails too: the system reports a write error only once, and the
   * next sync would succeed without the lost bytes.
   */
  void force() throws IOException {
    try (Mutex.Hold _ = syncing.hold()) {
      if (failedSync.isPresent()) {
        throw new IOException("an earlier sync of the segment failed", failedSync.get());
      }
      try {
        file.force();
      } catch (IOException e) {
        failedSync = Optional.of(e);
        throw e;
      }
    }
  }

  /**
   * Writes zeros up to {@code target}, unless the file was trimmed. Syncs in small steps, because a
   * sync of the writer waits for a sync of zeros.
   */
  void writeZerosTo(long target) throws IOException {
    long end = Math.min(target, capacity());
    boolean more = true;
    while (more) {
      more = writeSomeZeros(end);
    }
  }

  private boolean writeSomeZeros(long end) throws IOException {
    try (Mutex.Hold _ = growth.hold()) {
      long from = allocated;
      if (trimmed || from >= end) {
        return false;
      }
      long to = Math.min(end, from + ZEROS.capacity());
      zero(from, to);
      force();
      allocated = to;
      return to < end;
    }
  }

  /** Like {@link #writeZerosTo}, with allocated space where the file system supports it. */
  void allocateSpaceTo(long target) throws IOException {
    long end = Math.min(target, capacity());
    try (Mutex.Hold _ = growth.hold()) {
      if (!trimmed && allocated < end) {
        canAllocateSpace = file.allocate(allocated, end);
        allocated = canAllocateSpace ? end : allocated;
      }
    }
  }

  boolean canAllocateSpace() {
    return canAllocateSpace;
  }

  void uncache(long from, long to) {
    file.uncache(from, to);
  }

  /** Reserves the range up to {@code end} for records. Zeros are written only after it. */
  void extendTo(long end) {
    try (Mutex.Hold _ = growth.hold()) {
      allocated = Math.max(allocated, end);
    }
  }

  void zero(long from, long end) throws IOException {
    for (long at = from; at < end; ) {
      int step = (int) Math.min(ZEROS.capacity(), end - at);
      file.write(ZEROS.duplicate().limit(step), at);
      at += step;
    }
  }

  /** Frees the space behind {@code end} and prevents growth. Needs a sync to be durable. */
  void trimTo(long end) throws IOException {
    try (Mutex.Hold _ = growth.hold()) {
      trimmed = true;
      if (file.size() > end) {
        file.truncate(end);
        allocated = end;
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
