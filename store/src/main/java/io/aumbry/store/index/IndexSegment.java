package io.aumbry.store.index;

import static io.aumbry.store.index.EntryFormat.INT;
import static io.aumbry.store.index.EntryFormat.LONG;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogPosition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.UUID;

/** The entries of a part of the log, sorted, in a mapped file that never changes. */
final class IndexSegment {
  private final String path;
  private final MemorySegment file;
  private final IndexLayout layout;
  private final FileMark mark;
  private final BloomFilter bloom;

  private IndexSegment(String path, MemorySegment file, FileMark mark) {
    this.path = path;
    this.file = file;
    this.mark = mark;
    this.layout = IndexLayout.read(file);
    requireIntact();
    this.bloom = new BloomFilter(file.asSlice(layout.bloomAt(), layout.bloomLength()));
  }

  /**
   * Maps a file.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is not what was written
   */
  static IndexSegment open(Disk disk, String path, UUID store) throws IOException {
    try (DiskFile file = disk.open(path)) {
      FileMark mark = FileMark.read(file, IndexLayout.MAGIC, path);
      long size = file.size();
      if (!mark.owner().equals(store) || size < IndexLayout.HEADER) {
        throw corrupt(path, "belongs to store " + mark.owner() + " and has " + size + " bytes");
      }
      return new IndexSegment(path, file.map(size), mark);
    }
  }

  private void requireIntact() {
    if (!layout.fits(file.byteSize())) {
      throw corrupt(path, "is cut short");
    }
    MemorySegment covered =
        file.asSlice(IndexLayout.CRC_FROM, layout.tablesEnd() - IndexLayout.CRC_FROM);
    if (Crc32c.of(covered.asByteBuffer()) != file.get(INT, IndexLayout.CRC_AT)) {
      throw corrupt(path, "has a wrong checksum");
    }
  }

  long firstSequence() {
    return mark.first();
  }

  long lastSequence() {
    return mark.second();
  }

  /** Behind the last record covered. */
  LogPosition end() {
    return layout.end();
  }

  int count() {
    return layout.entries();
  }

  /**
   * The entry of a blob.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when its page is not what was written
   */
  Optional<IndexEntry> find(BlobId id, EntryKey key, long hash) {
    if (!bloom.mayContain(hash)) {
      return Optional.empty();
    }
    int page = pageOf(key);
    return page < 0 ? Optional.empty() : findIn(page, id, key);
  }

  /** The last page that does not begin behind {@code key}, -1 if there is none. */
  private int pageOf(EntryKey key) {
    int low = -1;
    int high = layout.pages() - 1;
    while (low < high) {
      int middle = (low + high + 1) >> 1;
      if (key.compareTo(file, layout.fenceAt(middle)) >= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private Optional<IndexEntry> findIn(int page, BlobId id, EntryKey key) {
    long start = layout.pageAt(page);
    long crcAt = start + IndexLayout.PAGE - Integer.BYTES;
    if (Crc32c.of(file.asSlice(start, crcAt - start).asByteBuffer()) != file.get(INT, crcAt)) {
      throw corrupt(path, "has a wrong checksum in page " + page);
    }
    int low = 0;
    int high = layout.entriesIn(page) - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long at = start + (long) middle * EntryFormat.SIZE;
      int order = key.compareTo(file, at);
      if (order == 0) {
        return Optional.of(EntryFormat.read(id, file, at));
      }
      low = order > 0 ? middle + 1 : low;
      high = order < 0 ? middle - 1 : high;
    }
    return Optional.empty();
  }

  /** The position of a record at or before the one numbered {@code sequence}. */
  LogPosition positionBefore(long sequence) {
    int low = 0;
    int high = layout.positions() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (file.get(LONG, layout.positionAt(middle)) <= sequence) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return LogPosition.unpack(file.get(LONG, layout.positionAt(low) + Long.BYTES));
  }

  long bytes() {
    return file.byteSize();
  }

  private static AumbryException corrupt(String path, String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, path + " " + why);
  }
}
