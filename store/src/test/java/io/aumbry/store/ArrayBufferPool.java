package io.aumbry.store;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** A heap buffer pool that counts unreleased buffers and rejects use after release. */
public final class ArrayBufferPool implements BufferPool {
  private final AtomicInteger open = new AtomicInteger();

  /** Number of buffers and slices that are still owned. */
  public int open() {
    return open.get();
  }

  @Override
  public Buffer fill(int size, Filler filler) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size);
    filler.fill(bytes);
    if (bytes.hasRemaining()) {
      throw new IllegalStateException(bytes.remaining() + " bytes left unwritten");
    }
    open.incrementAndGet();
    return new Counted(bytes.flip().asReadOnlyBuffer());
  }

  private final class Counted implements Buffer {
    private final ByteBuffer bytes;
    private final AtomicInteger owners = new AtomicInteger(1);

    Counted(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    @Override
    public int size() {
      return bytes.capacity();
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
      open.incrementAndGet();
      return new Counted(bytes.slice(from, length));
    }

    @Override
    public Buffer retain() {
      requireOpen();
      owners.incrementAndGet();
      return this;
    }

    @Override
    public void close() {
      int left = owners.decrementAndGet();
      if (left < 0) {
        throw new IllegalStateException("closed more often than owned");
      }
      if (left == 0) {
        open.decrementAndGet();
      }
    }

    private void requireOpen() {
      if (owners.get() <= 0) {
        throw new IllegalStateException("used after it was closed");
      }
    }
  }
}
