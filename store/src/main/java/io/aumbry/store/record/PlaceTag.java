package io.aumbry.store.record;

import io.aumbry.protocol.buffer.Crc32c;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Binds a record to its store and position. It exposes misplaced disk blocks, blocks of other
 * files, and client content that imitates a record.
 */
public final class PlaceTag {
  private PlaceTag() {}

  public static int of(UUID store, int segment, long offset) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES + Long.BYTES);
    bytes
        .putLong(store.getMostSignificantBits())
        .putLong(store.getLeastSignificantBits())
        .putInt(segment)
        .putLong(offset);
    return Crc32c.of(bytes.flip());
  }
}
