package io.aumbry.store.index.segment;

import static io.aumbry.store.index.segment.EntryFormat.INT;
import static io.aumbry.store.index.segment.EntryFormat.LONG;

import io.aumbry.protocol.blob.BlobId;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.UUID;

/** The sort key of an id: its time-ordered uuid first, without the partition. */
public record EntryKey(long uuidHigh, long uuidLow, long owner, int container) {
  public static EntryKey of(BlobId id) {
    ByteBuffer bytes = ByteBuffer.allocate(BlobId.SIZE);
    id.write(bytes);
    return new EntryKey(bytes.getLong(16), bytes.getLong(24), bytes.getLong(0), bytes.getInt(8));
  }

  /** After all ids with this uuid and before those of the next. */
  public static EntryKey lastOf(UUID uuid) {
    return new EntryKey(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), -1, -1);
  }

  public UUID uuid() {
    return new UUID(uuidHigh, uuidLow);
  }

  public static EntryKey at(MemorySegment from, long at) {
    return new EntryKey(
        from.get(LONG, at),
        from.get(LONG, at + 8),
        from.get(LONG, at + 16),
        from.get(INT, at + 24));
  }

  public int compareTo(MemorySegment entries, long at) {
    int order = Long.compareUnsigned(uuidHigh, entries.get(LONG, at));
    if (order == 0) {
      order = Long.compareUnsigned(uuidLow, entries.get(LONG, at + 8));
    }
    if (order == 0) {
      order = Long.compareUnsigned(owner, entries.get(LONG, at + 16));
    }
    return order != 0 ? order : Integer.compareUnsigned(container, entries.get(INT, at + 24));
  }

  public long hash() {
    long mixed = uuidLow * 0x9E3779B97F4A7C15L + uuidHigh;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    mixed += owner * 0xC2B2AE3D27D4EB4FL + container;
    mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
    return mixed ^ (mixed >>> 32);
  }
}
