package io.aumbry.transport.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Buffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;

final class NettyBufferTest {
  private static final int LARGE = 64 * 1024;

  private final ByteBufAllocator pool = new DirectBufferPool().allocator();

  private ByteBuf received(int from, int length) {
    ByteBuf whole = pool.directBuffer(LARGE, LARGE);
    for (int i = 0; i < LARGE; i++) {
      whole.writeByte(i * 31);
    }
    return whole.setIndex(from, from + length);
  }

  private static void assertContent(Buffer buffer, int from, int length) {
    assertThat(buffer.size()).isEqualTo(length);
    for (int i = 0; i < length; i++) {
      assertThat(buffer.view().get(i)).isEqualTo((byte) ((from + i) * 31));
    }
  }

  @Test
  void aSmallPartOfALargeReadDoesNotKeepItsMemory() {
    ByteBuf whole = received(1000, 100);
    try (Buffer part = NettyBuffer.received(whole, pool)) {
      whole.release();
      assertThat(whole.refCnt()).isZero();
      assertContent(part, 1000, 100);
    }
  }

  @Test
  void aFairPartSharesTheMemoryItCameIn() {
    ByteBuf whole = received(1000, LARGE / 2);
    Buffer part = NettyBuffer.received(whole, pool);
    whole.release();
    assertThat(whole.refCnt()).isEqualTo(1);
    assertContent(part, 1000, LARGE / 2);
    part.close();
    assertThat(whole.refCnt()).isZero();
  }

  @Test
  void aClosedBufferShowsNothing() {
    ByteBuf whole = received(0, LARGE);
    Buffer part = NettyBuffer.received(whole, pool);
    whole.release();
    part.close();
    assertThatThrownBy(part::view).isInstanceOf(IllegalStateException.class);
  }
}
