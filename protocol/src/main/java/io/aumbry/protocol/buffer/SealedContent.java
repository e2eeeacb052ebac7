package io.aumbry.protocol.buffer;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Marks and verifies small binary content: a magic number, a version, the content, and a CRC32C of
 * all preceding bytes.
 */
public final class SealedContent {
  private static final byte VERSION = 1;
  private static final int HEAD_SIZE = Integer.BYTES + 1;

  /** Bytes that a seal adds to the content. */
  public static final int OVERHEAD = HEAD_SIZE + Integer.BYTES;

  private SealedContent() {}

  /** A buffer for {@code size} bytes of content, to be filled and passed to {@link #seal}. */
  public static ByteBuffer begin(int magic, int size) {
    return ByteBuffer.allocate(OVERHEAD + size).putInt(magic).put(VERSION);
  }

  public static ByteBuffer seal(ByteBuffer to) {
    return to.putInt(Crc32c.of(to.duplicate().flip())).flip();
  }

  /** The content, if the bytes are undamaged and have this magic number and the version. */
  public static Optional<ByteBuffer> open(int magic, ByteBuffer bytes) {
    ByteBuffer from = bytes.slice();
    int crcAt = from.remaining() - Integer.BYTES;
    if (crcAt < HEAD_SIZE || Crc32c.of(from.slice(0, crcAt)) != from.getInt(crcAt)) {
      return Optional.empty();
    }
    from.limit(crcAt);
    return from.getInt() == magic && from.get() == VERSION ? Optional.of(from) : Optional.empty();
  }
}
