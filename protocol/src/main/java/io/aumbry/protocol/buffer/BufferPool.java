package io.aumbry.protocol.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Allocates buffers. Callable from any thread. */
public interface BufferPool {
  /** Writes the bytes of a new buffer before the pool publishes it. */
  @FunctionalInterface
  interface Filler {
    /** Must fill {@code target} to its limit. */
    void fill(ByteBuffer target) throws IOException;
  }

  /**
   * Allocates a buffer of exactly {@code size} bytes and fills it.
   *
   * @throws IOException as thrown by {@code filler}; the memory is freed
   * @throws IllegalStateException if {@code filler} left bytes unwritten
   */
  Buffer fill(int size, Filler filler) throws IOException;
}
