package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/**
 * One file of a log. It grows by zeros written ahead of the records: overwriting zeros that are on
 * disk costs a sync half of what extending a file does.
 */
final class LogSegment implements AutoCloseable {
  private static final String PREFIX = "log-";
  private static final String SUFFIX = ".seg";
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 20).asReadOnlyBuffer();

  private final FileMark mark;
  private final DiskFile file;

  /** Guards the growing of the file, which the writer and a helper that works ahead both do. */
  private final Object growth = new Object();

  /** Guards the syncing of the file and what came of it. */
  private final Object syncing = new Object();

  private Optional<IOException> failedSync = Optional.empty();

  /** Up to here the file has been written at least once, with records or zeros. */
  private volatile long allocated;

  private LogSegment(FileMark mark, DiskFile file, long allocated) {
    this.mark = mark;
    this.file = file;
    this.allocated = allocated;
  }

  static LogSegment create(Disk disk, String folder, FileMark mark) throws IOException {
    mark.writeAs(disk, folder, nameOf(mark.number()));
    return open(disk, folder, mark.number(), mark.owner());
  }

  static LogSegment open(Disk disk, String folder, int number, UUID store) throws IOException {
    String path = folder + "/" + nameOf(number);
    DiskFile file = disk.open(path);
    try {
      FileMark mark = FileMark.read(file, FileMark.LOG, path);
      if (mark.number() != number || !mark.owner().equals(store)) {
        throw new AumbryException(
            ErrorCode.CORRUPT_RECORD,
            path + " is segment " + mark.number() + " of store " + mark.owner());
      }
      return new LogSegment(mark, file, file.size());
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  static String nameOf(int number) {
    return "%s%010d%s".formatted(PREFIX, number, SUFFIX);
  }

  static boolean isName(String name) {
    return name.length() == PREFIX.length() + 10 + SUFFIX.length()
        && name.startsWith(PREFIX)
        && name.endsWith(SUFFIX);
  }

  static int numberIn(String name) {
    return Integer.parseInt(name.substring(PREFIX.length(), PREFIX.length() + 10));
  }

  int number() {
    return mark.number();
  }

  long firstSequence() {
    return mark.first();
  }

  long capacity() {
    return mark.second();
  }

  DiskFile file() {
    return file;
  }

  long allocated() {
    return allocated;
  }

  int tagAt(long offset) {
    return PlaceTag.of(mark.owner(), mark.number(), offset);
  }

  /**
   * Makes what was written durable. Once this has failed it fails for ever: the system tells one
   * caller of a failure, whoever wrote the bytes, and the next sync of the same file succeeds
   * without them.
   */
  void force() throws IOException {
    synchronized (syncing) {
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

  /** Writes zeros behind the end of the file, up to {@code target} or the capacity. */
  void allocateTo(long target) throws IOException {
    long end = Math.min(target, capacity());
    synchronized (growth) {
      long from = allocated;
      if (from >= end) {
        return;
      }
      zero(from, end);
      force();
      allocated = end;
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

  /** Gives back what was written ahead. */
  void trimTo(long end) throws IOException {
    synchronized (growth) {
      if (allocated > end) {
        file.truncate(end);
        force();
        allocated = end;
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
