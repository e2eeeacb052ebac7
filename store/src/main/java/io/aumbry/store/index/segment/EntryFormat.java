package io.aumbry.store.index.segment;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.state.StoredState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

public final class EntryFormat {
  public static final int SIZE = 64;

  static final ValueLayout.OfLong LONG = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int AT_FLAGS = 30;
  private static final int DELETED = 1;
  private static final int REMOVED = 2;

  private EntryFormat() {}

  public static void write(EntryKey key, IndexEntry entry, MemorySegment to, long at) {
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

  public static boolean isRemoval(MemorySegment from, long at) {
    return (from.get(SHORT, at + AT_FLAGS) & REMOVED) != 0;
  }

  /**
   * Reads the id of an entry.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the id is invalid
   */
  public static BlobId idAt(int partition, MemorySegment from, long at) {
    ByteBuffer bytes = ByteBuffer.allocate(BlobId.SIZE);
    bytes
        .putLong(from.get(LONG, at + 16))
        .putInt(from.get(INT, at + 24))
        .putInt(partition)
        .putLong(from.get(LONG, at))
        .putLong(from.get(LONG, at + 8));
    try {
      return BlobId.read(bytes.flip());
    } catch (AumbryException e) {
      throw impossible(String.valueOf(e.getMessage()));
    }
  }

  /** Position of the PUT record; unused if the entry has none. */
  public static LogPosition placeIn(MemorySegment from, long at) {
    return LogPosition.unpack(from.get(LONG, at + 48));
  }

  /** Offset of a key among {@code count} sorted entries; -1 if absent. */
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

  /**
   * Reads an entry.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when the entry is invalid
   */
  public static IndexEntry read(BlobId id, MemorySegment from, long at) {
    return isRemoval(from, at)
        ? IndexEntry.removal(id)
        : new IndexEntry(id, stateAt(from, at), putAt(from, at));
  }

  private static StoredState stateAt(MemorySegment from, long at) {
    try {
      return new StoredState(
          from.get(SHORT, at + 28),
          (from.get(SHORT, at + AT_FLAGS) & DELETED) != 0,
          from.get(LONG, at + 32),
          from.get(LONG, at + 40));
    } catch (IllegalArgumentException e) {
      throw impossible(String.valueOf(e.getMessage()));
    }
  }

  private static PutPlace putAt(MemorySegment from, long at) {
    int headerLength = from.get(INT, at + 56);
    int contentLength = from.get(INT, at + 60);
    if (headerLength < 0
        || headerLength > RecordCodec.MAX_HEADER
        || contentLength < 0
        || contentLength > RecordCodec.MAX_CONTENT) {
      throw impossible("lengths " + headerLength + " and " + contentLength);
    }
    return new PutPlace(placeIn(from, at), headerLength, contentLength);
  }

  private static AumbryException impossible(String what) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, "An index entry is invalid: " + what);
  }
}
