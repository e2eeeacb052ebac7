package io.aumbry.bench.network.multiplex;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/** Collects the header of a node message, with its length prefix. */
final class Header {
  private final ByteBuf gathered = Unpooled.buffer();
  private int needed = Integer.BYTES;

  /** Takes the bytes of the header from the front of {@code bytes}. */
  void feed(ByteBuf bytes) {
    take(bytes);
    if (needed == Integer.BYTES && gathered.readableBytes() == needed) {
      needed += gathered.getInt(0);
      take(bytes);
    }
  }

  private void take(ByteBuf bytes) {
    gathered.writeBytes(bytes, Math.min(needed - gathered.readableBytes(), bytes.readableBytes()));
  }

  /** The complete header without its length. */
  ByteBuffer bytes() {
    return gathered.nioBuffer(Integer.BYTES, needed - Integer.BYTES);
  }
}
