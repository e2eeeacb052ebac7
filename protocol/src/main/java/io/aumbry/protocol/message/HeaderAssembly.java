package io.aumbry.protocol.message;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Assembles the header of a node message from the pieces that arrive. */
public final class HeaderAssembly {
  private int length;
  private int lengthBytes;
  private @Nullable ByteBuffer header;

  /**
   * Takes bytes of the header from {@code bytes}.
   *
   * @return number of bytes taken
   * @throws AumbryException {@link ErrorCode#CORRUPT_TRANSFER} if the length is out of bounds
   */
  public int feed(ByteBuffer bytes) {
    int before = bytes.remaining();
    for (; lengthBytes < Integer.BYTES && bytes.hasRemaining(); lengthBytes++) {
      length = length << Byte.SIZE | (bytes.get() & 0xff);
    }
    if (header == null && lengthBytes == Integer.BYTES) {
      header = ByteBuffer.allocate(checked(length));
    }
    if (header != null) {
      move(bytes, header);
    }
    return before - bytes.remaining();
  }

  private static int checked(int size) {
    if (size < 0 || size > MessageCodec.MAX_HEADER_SIZE) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          "Message header of " + size + " bytes, the limit is " + MessageCodec.MAX_HEADER_SIZE);
    }
    return size;
  }

  private static void move(ByteBuffer from, ByteBuffer to) {
    int count = Math.min(from.remaining(), to.remaining());
    to.put(to.position(), from, from.position(), count).position(to.position() + count);
    from.position(from.position() + count);
  }

  public boolean isComplete() {
    return header != null && !header.hasRemaining();
  }

  /** The complete header without its length prefix. */
  public ByteBuffer header() {
    if (header == null || header.hasRemaining()) {
      throw new IllegalStateException("Header is not complete");
    }
    return header.duplicate().flip();
  }
}
