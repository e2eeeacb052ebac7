package io.aumbry.protocol.buffer;

import java.nio.ByteBuffer;

/**
 * An immutable run of bytes, usually in pooled memory outside the heap, that is given back when the
 * last of its owners has closed it. Its own methods may be called from any thread.
 */
public interface Buffer extends AutoCloseable {
  int size();

  /**
   * The bytes, from position 0 to {@link #size()}, read-only, big-endian; valid until this buffer
   * is closed.
   */
  ByteBuffer view();

  /**
   * A part of these bytes as a buffer with an owner of its own; {@code 0 <= from <= from + length
   * <= size()}.
   */
  Buffer slice(int from, int length);

  /** One more owner of the same bytes. */
  Buffer retain();

  /** Gives up one ownership. Closing more often than owned is a bug and throws. */
  @Override
  void close();
}
