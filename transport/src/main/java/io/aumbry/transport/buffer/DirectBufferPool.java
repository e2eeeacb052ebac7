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
 * Pooled direct memory. Netty's adaptive allocator, because it does not wait for locks: threads of
 * requests, of disks and the loops themselves all allocate and free here, and a loop that waited
 * behind a virtual thread of its own would wait for ever (see {@code LoopRescue}).
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

  /** Bytes of memory that are taken from the system, in use or not. */
  public long reserved() {
    return allocator.usedDirectMemory();
  }

  /** Registers how much memory is reserved. */
  public void register(Metrics metrics) {
    metrics.gauge(
        "aumbry_transport_buffers_reserved_bytes", "Memory of the buffer pool", this::reserved);
  }
}
