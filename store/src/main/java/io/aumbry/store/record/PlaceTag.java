package io.aumbry.store.record;

import io.aumbry.protocol.buffer.Crc32c;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * A number that a record carries and that only a record of this store, written for this place, has:
 * so blocks that the disk put elsewhere, that belonged to another file, or that a client made to
 * look like a record are not taken for one.
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
