package io.aumbry.store.entropy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

final class BlobList {
  private static final byte VERSION = 1;
  private static final int FRAME = 1 + Integer.BYTES;

  private BlobList() {}

  static Body write(List<KnownBlob> blobs) {
    ByteBuffer to = ByteBuffer.allocate(FRAME + blobs.size() * KnownBlob.SIZE).put(VERSION);
    blobs.forEach(blob -> blob.write(to));
    to.putInt(Crc32c.of(to.duplicate().flip()));
    return Body.of(HeapBuffer.copyOf(to.flip()));
  }

  /**
   * Reads a list of blobs from a message.
   *
   * @throws AumbryException {@code CORRUPT_TRANSFER} when the list is damaged or not sorted
   */
  static List<KnownBlob> read(Body list) {
    ByteBuffer from = ByteBuffer.wrap(list.toByteArray());
    int end = from.limit() - Integer.BYTES;
    boolean whole =
        end >= 1
            && (end - 1) % KnownBlob.SIZE == 0
            && Crc32c.of(from.slice(0, end)) == from.getInt(end)
            && from.get() == VERSION;
    if (!whole) {
      throw broken("wrong length (" + list.size() + " bytes), checksum or version");
    }
    try {
      return read(from.limit(end));
    } catch (AumbryException | IllegalArgumentException e) {
      throw broken(String.valueOf(e.getMessage()));
    }
  }

  private static List<KnownBlob> read(ByteBuffer from) {
    List<KnownBlob> blobs = new ArrayList<>(from.remaining() / KnownBlob.SIZE);
    while (from.hasRemaining()) {
      KnownBlob next = KnownBlob.read(from);
      if (!blobs.isEmpty() && blobs.getLast().id().compareTo(next.id()) >= 0) {
        throw new IllegalArgumentException(next.id() + " is not in order");
      }
      blobs.add(next);
    }
    return blobs;
  }

  private static AumbryException broken(String why) {
    return new AumbryException(
        ErrorCode.CORRUPT_TRANSFER, "The blob list of another replica is broken: " + why);
  }
}
