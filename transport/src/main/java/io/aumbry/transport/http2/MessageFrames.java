package io.aumbry.transport.http2;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.transport.buffer.NettyBuffer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import java.util.Iterator;

/** Sends node messages as data frames. */
public record MessageFrames(FrameConnection frames, ChannelHandlerContext ctx) {
  /**
   * Loop: ends the stream with {@code header} and {@code content}, which it takes over. If this
   * fails, for lack of memory, the content is freed.
   */
  public void write(int streamId, ByteBuffer header, Body content) {
    int left = content.size();
    Iterator<Buffer> slices = content.slices().iterator();
    try {
      ByteBuf first = ctx.alloc().directBuffer(header.remaining()).writeBytes(header);
      write(streamId, first, left == 0);
      while (slices.hasNext()) {
        Buffer slice = slices.next();
        left -= slice.size();
        ByteBuf part = NettyBuffer.take(slice, ctx.alloc());
        if (part.isReadable()) {
          write(streamId, part, left == 0);
        } else {
          part.release();
        }
      }
    } finally {
      slices.forEachRemaining(Buffer::close);
    }
  }

  private void write(int streamId, ByteBuf bytes, boolean end) {
    var _ = frames.encoder().writeData(ctx, streamId, bytes, 0, end, ctx.newPromise());
  }
}
