package io.aumbry.protocol.buffer;

import java.nio.ByteBuffer;
import java.util.Objects;

/** A small buffer on the heap, for headers, responses and tests. */
public final class HeapBuffer implements Buffer {
  private final ByteBuffer bytes;

  private HeapBuffer(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  public static HeapBuffer copyOf(byte[] bytes) {
    return new HeapBuffer(ByteBuffer.wrap(bytes.clone()).asReadOnlyBuffer());
  }

  /** Copies the remaining bytes. Does not move the position of {@code bytes}. */
  public static HeapBuffer copyOf(ByteBuffer bytes) {
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
    copy.put(0, bytes, bytes.position(), bytes.remaining());
    return new HeapBuffer(copy.asReadOnlyBuffer());
  }

  @Override
  public int size() {
    return bytes.capacity();
  }

  @Override
  public ByteBuffer view() {
    return bytes.duplicate();
  }

  @Override
  public Buffer slice(int from, int length) {
    Objects.checkFromIndexSize(from, length, size());
    return new HeapBuffer(bytes.slice(from, length));
  }

  @Override
  public Buffer retain() {
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeapBuffer that && bytes.equals(that.bytes);
  }

  @Override
  public int hashCode() {
    return bytes.hashCode();
  }

  @Override
  public void close() {
    // The garbage collector frees the memory.
  }
}
