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
 * One file of a log. The one that is written to grows by the records themselves, or ahead of them,
 * by zeros that are written or by room that the file system finds. Overwriting zeros that are on
 * disk costs a sync half of what extending a file does; room costs less than zeros, and its syncs
 * more. A compacted one never changes.
 */
public final class LogSegment implements AutoCloseable {
  private static final String PREFIX = "log-";
  private static final String SUFFIX = ".seg";
  public static final String UNFINISHED = ".new";
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 20).asReadOnlyBuffer();

  private final FileMark mark;
  private final Places places;
  private final DiskFile file;

  /** Those who read, and one for the log that has it; the last to leave closes the file. */
  private final AtomicInteger users = new AtomicInteger(1);

  /** Guards the growing of the file, which the writer and a helper that works ahead both do. */
  private final Mutex growth = new Mutex();

  /** Guarded by {@link #growth}. */
  private boolean trimmed;

  /** Once it had no room to give, or does not offer that, the file system is not asked again. */
  private volatile boolean givesRoom = true;

  /** Guards the syncing of the file and what came of it. */
  private final Mutex syncing = new Mutex();

  private Optional<IOException> failedSync = Optional.empty();

  /** Up to here the file belongs to records, written or about to be, and to zeros. */
  private volatile long allocated;

  /** Up to here records were written; what is read in search of them ends there. */
  private volatile long written;

  private LogSegment(FileMark mark, Places places, DiskFile file, long allocated) {
    this.mark = mark;
    this.places = places;
    this.file = file;
    this.allocated = allocated;
    this.written = allocated;
  }

  static LogSegment create(Disk disk, String folder, FileMark mark) throws IOException {
    mark.writeAs(disk, folder, nameOf(mark.number()));
    return open(disk, folder, mark.number(), mark.owner());
  }

  /** Opens a file that the writer writes or wrote. */
  public static LogSegment open(Disk disk, String folder, int number, UUID store)
      throws IOException {
    String path = folder + "/" + nameOf(number);
    DiskFile file = disk.open(path);
    try {
      FileMark mark = requireOwn(FileMark.read(file, FileMark.LOG, path), number, store, path);
      return new LogSegment(mark, new Places.Original(number), file, file.size());
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  /** Opens a file that compaction has made. */
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

  /** Whether a file was being made under this name. */
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

  public Places places() {
    return places;
  }

  public boolean isCompacted() {
    return places instanceof RunTable;
  }

  /** The last sequence number that a compacted file covers. */
  public long lastCovered() {
    return mark.second();
  }

  /** Behind all that may be records. */
  public long limit() {
    return places instanceof RunTable table ? table.end() : allocated;
  }

  /** Behind all records that were written, where the writer has said so. */
  long written() {
    return Math.min(written, limit());
  }

  /** Writer thread, before anyone is told of the records that end there. */
  void writtenTo(long end) {
    written = end;
  }

  public Manifest.Entry entry() {
    int footer = places instanceof RunTable table ? table.footer().crc() : 0;
    return new Manifest.Entry(
        number(), isCompacted(), firstSequence(), places.firstHome(), places.lastHome(), footer);
  }

  /**
   * Reads as {@link ReadMode#read}; empty when the file was replaced and is closed: the log then
   * has another one with these records.
   */
  OptionalInt read(ByteBuffer target, long offset, ReadMode mode) throws IOException {
    if (!enter()) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(mode.read(file, target, offset));
    } finally {
      leave();
    }
  }

  /** As {@link DiskFile#announce}. */
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

  /** Closes the file as soon as nobody reads it any more. */
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

  /** What a record at {@code offset} of this file carries. */
  int tagAt(long offset) {
    LogPosition home = places.homeOf(offset);
    return PlaceTag.of(mark.owner(), home.segment(), home.offset());
  }

  /**
   * Makes what was written durable. Once this has failed it fails for ever: the system tells one
   * caller of a failure, whoever wrote the bytes, and the next sync of the same file succeeds
   * without them.
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
   * Writes zeros behind the end of the file, up to {@code target} or the capacity; does nothing
   * when it was trimmed, for whoever works ahead may come too late. A sync of the writer has to
   * wait for that of zeros, so these are synced a few at a time.
   */
  void allocateTo(long target) throws IOException {
    long end = Math.min(target, capacity());
    boolean more = true;
    while (more) {
      more = allocateSome(end);
    }
  }

  /** Whether there is more to do. */
  private boolean allocateSome(long end) throws IOException {
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

  /** As {@link #allocateTo}, by room instead of zeros; nothing is done where there is none. */
  void makeRoomTo(long target) throws IOException {
    long end = Math.min(target, capacity());
    try (Mutex.Hold _ = growth.hold()) {
      if (!trimmed && allocated < end) {
        givesRoom = file.allocate(allocated, end);
        allocated = givesRoom ? end : allocated;
      }
    }
  }

  /** Whether {@link #makeRoomTo} may do something. */
  boolean givesRoom() {
    return givesRoom;
  }

  /** Says that what was written there is no longer likely to be read. */
  void uncache(long from, long to) {
    file.uncache(from, to);
  }

  /**
   * Leaves what is before {@code end} to records, which will extend the file: zeros ahead of them
   * are from now on written behind it only.
   */
  void extendTo(long end) {
    try (Mutex.Hold _ = growth.hold()) {
      allocated = Math.max(allocated, end);
    }
  }

  /** Writes zeros over a part of the file. */
  void zero(long from, long end) throws IOException {
    for (long at = from; at < end; ) {
      int step = (int) Math.min(ZEROS.capacity(), end - at);
      file.write(ZEROS.duplicate().limit(step), at);
      at += step;
    }
  }

  /** Gives back what was prepared ahead; no more will be. Not durable without a sync. */
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
