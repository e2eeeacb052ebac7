package io.aumbry.store.index;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.index.IndexEntry.PutPlace;
import io.aumbry.store.log.LogPosition;
import io.aumbry.store.state.StoredState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The 64 bytes of an entry, drawn in the description of this package. */
final class EntryFormat {
  static final int SIZE = 64;

  static final ValueLayout.OfLong LONG = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int AT_FLAGS = 30;
  private static final int DELETED = 1;
  private static final int REMOVED = 2;

  private EntryFormat() {}

  static void write(EntryKey key, IndexEntry entry, MemorySegment to, long at) {
    StoredState state = entry.state();
    PutPlace put = entry.put();
    to.set(LONG, at, key.uuidHigh());
    to.set(LONG, at + 8, key.uuidLow());
    to.set(LONG, at + 16, key.owner());
    to.set(INT, at + 24, key.container());
    to.set(SHORT, at + 28, (short) state.lifeVersion());
    to.set(
        SHORT,
        at + AT_FLAGS,
        (short) ((state.deleted() ? DELETED : 0) | (entry.isRemoval() ? REMOVED : 0)));
    to.set(LONG, at + 32, state.changedMillis());
    to.set(LONG, at + 40, state.expiryMillis());
    to.set(LONG, at + 48, put.position().packed());
    to.set(INT, at + 56, Math.max(0, put.headerLength()));
    to.set(INT, at + 60, put.contentLength());
  }

  /** Whether the entry only hides older ones. */
  static boolean isRemoval(MemorySegment from, long at) {
    return (from.get(SHORT, at + AT_FLAGS) & REMOVED) != 0;
  }

  /**
   * The id of the blob that an entry is of.
   *
   * @throws io.aumbry.protocol.error.AumbryException when it is none
   */
  static BlobId idAt(int partition, MemorySegment from, long at) {
    ByteBuffer bytes = ByteBuffer.allocate(BlobId.SIZE);
    bytes
        .putLong(from.get(LONG, at + 16))
        .putInt(from.get(INT, at + 24))
        .putInt(partition)
        .putLong(from.get(LONG, at))
        .putLong(from.get(LONG, at + 8));
    return BlobId.read(bytes.flip());
  }

  /** Where the PUT record is that an entry names, or a place where none is. */
  static LogPosition placeIn(MemorySegment from, long at) {
    return LogPosition.unpack(from.get(LONG, at + 48));
  }

  /**
   * Where the entry of {@code key} is among {@code count} that are sorted, from {@code from} on; -1
   * if it is not there.
   */
  static long find(EntryKey key, MemorySegment in, long from, int count) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long at = from + (long) middle * SIZE;
      int order = key.compareTo(in, at);
      if (order == 0) {
        return at;
      }
      low = order > 0 ? middle + 1 : low;
      high = order < 0 ? middle - 1 : high;
    }
    return -1;
  }

  static IndexEntry read(BlobId id, MemorySegment from, long at) {
    if (isRemoval(from, at)) {
      return IndexEntry.removal(id);
    }
    StoredState state =
        new StoredState(
            from.get(SHORT, at + 28),
            (from.get(SHORT, at + AT_FLAGS) & DELETED) != 0,
            from.get(LONG, at + 32),
            from.get(LONG, at + 40));
    PutPlace put =
        new PutPlace(
            LogPosition.unpack(from.get(LONG, at + 48)),
            from.get(INT, at + 56),
            from.get(INT, at + 60));
    return new IndexEntry(id, state, put);
  }
}
