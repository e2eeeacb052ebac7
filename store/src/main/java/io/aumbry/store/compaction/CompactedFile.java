package io.aumbry.store.compaction;

import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.CompactedFooter;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogFiles;
import io.aumbry.store.log.LogSegment;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.PositionMap;
import io.aumbry.store.log.RunTable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A compacted segment under a temporary name. */
final class CompactedFile implements AutoCloseable {
  private static final int BUFFER = 1 << 20;

  /** Avoids a large sync at the end, which would delay the writer's syncs. */
  private static final long SYNC_EVERY = 8 << 20;

  private final LogFiles files;
  private final FileMark mark;
  private final DiskFile file;
  private final Pace pace;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
  private long written;
  private long unsynced;

  CompactedFile(LogFiles files, FileMark mark, Pace pace) throws IOException {
    this.files = files;
    this.mark = mark;
    this.pace = pace;
    this.file = files.disk().create(unfinishedPath());
    append(mark.encode());
  }

  private String path() {
    return files.folder() + "/" + LogSegment.nameOf(mark.number());
  }

  private String unfinishedPath() {
    return path() + LogSegment.UNFINISHED;
  }

  long end() {
    return written + buffer.position();
  }

  void append(ByteBuffer bytes) throws IOException {
    ByteBuffer rest = bytes.duplicate();
    while (rest.hasRemaining()) {
      int step = Math.min(rest.remaining(), buffer.remaining());
      buffer.put(rest.slice(rest.position(), step));
      rest.position(rest.position() + step);
      if (!buffer.hasRemaining()) {
        flush();
      }
    }
  }

  private void flush() throws IOException {
    int length = buffer.flip().remaining();
    file.write(buffer, written);
    buffer.clear();
    written += length;
    unsynced += length;
    if (unsynced >= SYNC_EVERY) {
      file.force();
      unsynced = 0;
    }
    pace.moved(length);
  }

  /** Appends the run table and the footer, and durably renames the file. */
  LogSegment finish(MemorySegment table, PositionMap homes, long records) throws IOException {
    long recordsEnd = end();
    CRC32C crc = new CRC32C();
    for (long at = 0; at < table.byteSize(); at += BUFFER) {
      ByteBuffer part = table.asSlice(at, Math.min(BUFFER, table.byteSize() - at)).asByteBuffer();
      crc.update(part.duplicate());
      append(part);
    }
    CompactedFooter footer =
        new CompactedFooter(
            recordsEnd,
            table.byteSize() / RunTable.RUN,
            records,
            homes.firstHome(),
            homes.lastHome(),
            (int) crc.getValue());
    append(footer.encode());
    flush();
    file.force();
    file.close();
    files.disk().rename(unfinishedPath(), path());
    files.disk().syncFolder(files.folder());
    return LogSegment.openCompacted(files.disk(), files.folder(), mark.number(), mark.owner());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** Under either name. */
  void discard() throws IOException {
    files.disk().delete(unfinishedPath());
    files.disk().delete(path());
  }
}
