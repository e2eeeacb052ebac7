package io.aumbry.transport.buffer;

import io.aumbry.protocol.buffer.Buffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A buffer over Netty's. */
public final class NettyBuffer implements Buffer {
  /** A part that is smaller than its memory by more than this factor is copied, not kept. */
  private static final int WORST_WASTE = 4;

  private final ByteBuf bytes;

  private NettyBuffer(ByteBuf bytes) {
    this.bytes = bytes;
  }

  /** Takes over the readable bytes of {@code bytes}, which nobody changes from now on. */
  static NettyBuffer over(ByteBuf bytes) {
    return new NettyBuffer(bytes);
  }

  /**
   * What was received, as a buffer of its own, the readable bytes of {@code bytes} still belonging
   * to the caller: shares the memory if it fills a fair part of it, else copies.
   */
  public static NettyBuffer received(ByteBuf bytes, ByteBufAllocator copies) {
    int length = bytes.readableBytes();
    if ((long) length * WORST_WASTE < memoryOf(bytes) || !bytes.isContiguous()) {
      return new NettyBuffer(
          copies.directBuffer(length, length).writeBytes(bytes, bytes.readerIndex(), length));
    }
    return new NettyBuffer(bytes.retainedSlice());
  }

  private static int memoryOf(ByteBuf bytes) {
    ByteBuf root = bytes;
    for (ByteBuf next = root.unwrap(); next != null; next = root.unwrap()) {
      root = next;
    }
    return root.capacity();
  }

  /**
   * The bytes of any buffer as Netty's, for sending; takes over {@code buffer}. Other owners of the
   * same bytes may send them at the same time, so each has indices of its own.
   */
  public static ByteBuf take(Buffer buffer, ByteBufAllocator copies) {
    if (buffer instanceof NettyBuffer ours) {
      return ours.bytes.duplicate();
    }
    try (buffer) {
      return copies.directBuffer(buffer.size(), buffer.size()).writeBytes(buffer.view());
    }
  }

  @Override
  public int size() {
    return bytes.readableBytes();
  }

  @Override
  public ByteBuffer view() {
    if (bytes.refCnt() == 0) {
      throw new IllegalStateException("Buffer is closed");
    }
    return bytes.nioBuffer(bytes.readerIndex(), bytes.readableBytes()).asReadOnlyBuffer();
  }

  @Override
  public Buffer slice(int from, int length) {
    Objects.checkFromIndexSize(from, length, size());
    return new NettyBuffer(bytes.retainedSlice(bytes.readerIndex() + from, length));
  }

  @Override
  public Buffer retain() {
    bytes.retain();
    return this;
  }

  @Override
  public void close() {
    bytes.release();
  }

  @Override
  public String toString() {
    return "buffer of " + bytes.readableBytes() + " bytes";
  }
}
