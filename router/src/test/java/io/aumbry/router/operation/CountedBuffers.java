package io.aumbry.router.operation;

import io.aumbry.protocol.buffer.Buffer;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Creates buffers, counts open ones, and fails if a closed one is used. */
final class CountedBuffers {
  private int open;

  int open() {
    return open;
  }

  Buffer of(byte[] bytes, int from, int length) {
    byte[] copy = new byte[length];
    System.arraycopy(bytes, from, copy, 0, length);
    return new Counted(ByteBuffer.wrap(copy).asReadOnlyBuffer());
  }

  /** One or more owners of the same bytes. */
  private final class Counted implements Buffer {
    private final ByteBuffer bytes;
    private int owners = 1;

    Counted(ByteBuffer bytes) {
      this.bytes = bytes;
      open++;
    }

    @Override
    public int size() {
      return bytes.remaining();
    }

    @Override
    public ByteBuffer view() {
      requireOpen();
      return bytes.duplicate();
    }

    @Override
    public Buffer slice(int from, int length) {
      requireOpen();
      Objects.checkFromIndexSize(from, length, size());
      return new Counted(bytes.slice(from, length));
    }

    @Override
    public Buffer retain() {
      requireOpen();
      owners++;
      open++;
      return this;
    }

    @Override
    public void close() {
      requireOpen();
      owners--;
      open--;
    }

    private void requireOpen() {
      if (owners < 1) {
        throw new IllegalStateException("used after it was given back");
      }
    }
  }
}
