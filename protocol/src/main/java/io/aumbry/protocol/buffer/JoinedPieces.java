package io.aumbry.protocol.buffer;

import java.nio.ByteBuffer;

/**
 * Adjacent small pieces of a body in one array: an object for each piece costs more memory than a
 * few bytes do, and a peer chooses the size of the pieces that it sends. For one thread.
 */
public final class JoinedPieces {
  private static final int SMALL = 1024;
  private static final int LEAST_CAPACITY = 1024;
  private static final int MOST = 16 * 1024;

  private final Buffer first;

  /** All pieces; empty while there is only the first. */
  private ByteBuffer joined = ByteBuffer.allocate(0);

  /** Takes over {@code first}. It is not copied if it stays alone. */
  public JoinedPieces(Buffer first) {
    this.first = first;
  }

  public static boolean isSmall(Buffer piece) {
    return piece.size() < SMALL;
  }

  /** Takes over {@code piece}, unless it does not fit. */
  public boolean append(Buffer piece) {
    boolean isSecond = joined.capacity() == 0;
    int size = piece.size() + (isSecond ? first.size() : joined.position());
    if (size > MOST) {
      return false;
    }
    try (piece) {
      if (isSecond || size > joined.capacity()) {
        grow(size);
      }
      if (isSecond) {
        joined.put(first.view());
        first.close();
      }
      joined.put(piece.view());
    }
    return true;
  }

  private void grow(int size) {
    int doubled = Math.clamp(2L * joined.capacity(), LEAST_CAPACITY, MOST);
    joined = ByteBuffer.allocate(Math.max(size, doubled)).put(joined.flip());
  }

  /** Hands over all pieces as one buffer. Nothing may be appended afterwards. */
  public Buffer take() {
    return joined.capacity() == 0 ? first : HeapBuffer.copyOf(joined.flip());
  }
}
