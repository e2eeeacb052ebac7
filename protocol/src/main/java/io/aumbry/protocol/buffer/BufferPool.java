package io.aumbry.protocol.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where buffers come from; callable from any thread. */
public interface BufferPool {
  /** Writes the bytes of a new buffer, before anyone else sees it. */
  @FunctionalInterface
  interface Filler {
    /** Must fill {@code target} to its limit. */
    void fill(ByteBuffer target) throws IOException;
  }

  /**
   * A buffer of exactly {@code size} bytes as {@code filler} wrote them.
   *
   * @throws IOException as thrown by {@code filler}; the memory is given back
   * @throws IllegalStateException when {@code filler} left bytes unwritten
   */
  Buffer fill(int size, Filler filler) throws IOException;
}
