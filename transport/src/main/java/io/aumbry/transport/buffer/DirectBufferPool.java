package io.aumbry.transport.buffer;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.metrics.Metrics;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Pooled direct memory from Netty's adaptive allocator, which never waits for a lock. Request
 * threads, disk threads and event loops all allocate here, and a loop that waits for one of its own
 * virtual threads would deadlock (see {@code LoopRescue}).
 */
public final class DirectBufferPool implements BufferPool {
  private final AdaptiveByteBufAllocator allocator = new AdaptiveByteBufAllocator(true, false);

  @Override
  public Buffer fill(int size, Filler filler) throws IOException {
    ByteBuf bytes = allocator.directBuffer(size, size);
    boolean filled = false;
    try {
      ByteBuffer target = bytes.nioBuffer(0, size);
      filler.fill(target);
      if (target.hasRemaining()) {
        throw new IllegalStateException(
            target.remaining() + " of " + size + " bytes were not written");
      }
      bytes.writerIndex(size);
      filled = true;
      return NettyBuffer.over(bytes);
    } finally {
      if (!filled) {
        bytes.release();
      }
    }
  }

  public ByteBufAllocator allocator() {
    return allocator;
  }

  /** Bytes taken from the system, in use or not. */
  public long reserved() {
    return allocator.usedDirectMemory();
  }

  public void register(Metrics metrics) {
    metrics.gauge(
        "aumbry_transport_buffers_reserved_bytes", "Memory of the buffer pool", this::reserved);
  }
}
