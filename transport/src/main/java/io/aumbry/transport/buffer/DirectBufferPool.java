package io.aumbry.transport.buffer;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Direct memory, in arenas as many as there are loops. */
public final class DirectBufferPool implements BufferPool {
  private static final int PAGE_SIZE = 8192;

  /** Chunks of 16 MiB, so that a whole 4 MiB content with its header is still pooled. */
  private static final int CHUNK_ORDER = 11;

  private static final int SMALL_CACHE = 256;
  private static final int NORMAL_CACHE = 64;

  private final PooledByteBufAllocator allocator;

  public DirectBufferPool(int arenas) {
    this.allocator =
        new PooledByteBufAllocator(
            true, 0, arenas, PAGE_SIZE, CHUNK_ORDER, SMALL_CACHE, NORMAL_CACHE, false);
  }

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

  /** Registers how much memory is reserved and how much of it is in use. */
  public void register(MetricRegistry metrics) {
    metrics.register(
        "transport.buffers.reserved.bytes",
        (Gauge<Long>) () -> allocator.metric().usedDirectMemory());
    metrics.register("transport.buffers.used.bytes", (Gauge<Long>) allocator::pinnedDirectMemory);
  }
}
