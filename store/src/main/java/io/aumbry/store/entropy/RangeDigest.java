package io.aumbry.store.entropy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

public record RangeDigest(int blobs, long high, long low) {
  /** In bytes. */
  static final int SIZE = Integer.BYTES + 2 * Long.BYTES;

  public static Body write(List<RangeDigest> digests) {
    ByteBuffer to = ByteBuffer.allocate(digests.size() * SIZE);
    digests.forEach(each -> to.putInt(each.blobs).putLong(each.high).putLong(each.low));
    return Body.of(HeapBuffer.copyOf(to.flip()));
  }

  /**
   * Reads digests from a message.
   *
   * @throws AumbryException {@code CORRUPT_TRANSFER} when there are not {@code count} digests
   */
  public static List<RangeDigest> read(Body digests, int count) {
    ByteBuffer from = ByteBuffer.wrap(digests.toByteArray());
    if (from.remaining() != (long) count * SIZE) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          from.remaining() + " bytes are not the digests of " + count + " ranges");
    }
    List<RangeDigest> read = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      read.add(new RangeDigest(from.getInt(), from.getLong(), from.getLong()));
    }
    return read;
  }
}
