package io.aumbry.transport.buffer;

import io.aumbry.protocol.buffer.Buffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A {@link Buffer} over a Netty buffer. */
public final class NettyBuffer implements Buffer {
  /** A part is copied if its memory is larger than the part by more than this factor. */
  private static final int WORST_WASTE = 4;

  private final ByteBuf bytes;

  private NettyBuffer(ByteBuf bytes) {
    this.bytes = bytes;
  }

  /** Takes over {@code bytes}, which must not change any more. */
  static NettyBuffer over(ByteBuf bytes) {
    return new NettyBuffer(bytes);
  }

  /**
   * Returns the readable bytes of {@code bytes}, which the caller still owns. Shares the memory if
   * they fill a fair part of it, otherwise copies them.
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
   * Converts a buffer to Netty's for sending, and takes it over. Each result has its own indices,
   * because several owners may send the same bytes at once.
   */
  public static ByteBuf take(Buffer buffer, ByteBufAllocator copies) {
    if (buffer instanceof NettyBuffer ours) {
      return ours.bytes.duplicate();
    }
    try (buffer) {
      ByteBuffer view = buffer.view();
      return copies.directBuffer(buffer.size(), buffer.size()).writeBytes(view);
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
