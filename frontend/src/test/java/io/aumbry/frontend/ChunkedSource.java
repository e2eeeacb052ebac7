package io.aumbry.frontend;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Content in small pieces that may break off. Remembers whether it was closed. */
final class ChunkedSource implements ByteSource {
  private static final int PIECE = 1000;

  private final byte[] bytes;
  private final OptionalInt breaksAt;
  private final Supplier<RuntimeException> failure;
  private int at;
  private int reads;
  private volatile boolean closed;

  private ChunkedSource(byte[] bytes, OptionalInt breaksAt, Supplier<RuntimeException> failure) {
    this.bytes = bytes;
    this.breaksAt = breaksAt;
    this.failure = failure;
  }

  static ChunkedSource of(byte[] bytes) {
    return new ChunkedSource(
        bytes, OptionalInt.empty(), () -> new IllegalStateException("does not break"));
  }

  static ChunkedSource breakingAt(int offset, byte[] bytes, Supplier<RuntimeException> failure) {
    return new ChunkedSource(bytes, OptionalInt.of(offset), failure);
  }

  @Override
  public Optional<Buffer> next() {
    reads++;
    int end = breaksAt.orElse(bytes.length);
    if (at >= end) {
      if (breaksAt.isPresent()) {
        throw failure.get();
      }
      return Optional.empty();
    }
    int to = Math.min(end, at + PIECE);
    Buffer piece = HeapBuffer.copyOf(Arrays.copyOfRange(bytes, at, to));
    at = to;
    return Optional.of(piece);
  }

  int reads() {
    return reads;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
