package io.aumbry.protocol.buffer;

import java.nio.ByteBuffer;

/**
 * Immutable bytes, usually in pooled memory outside the heap. The memory is freed when the last
 * owner closes the buffer. Its methods may be called from any thread.
 */
public interface Buffer extends AutoCloseable {
  int size();

  /**
   * A read-only, big-endian view from position 0 to {@link #size()}, valid until this buffer is
   * closed.
   */
  ByteBuffer view();

  /**
   * A part of these bytes as a buffer with its own owner; {@code 0 <= from <= from + length <=
   * size()}.
   */
  Buffer slice(int from, int length);

  /** Adds an owner of the same bytes. */
  Buffer retain();

  /** Removes one owner. Closing more often than owned is a bug and throws. */
  @Override
  void close();
}
