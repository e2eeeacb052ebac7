package io.aumbry.transport.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Drops a flush if nothing was written since the last one. Netty's HTTP/2 handler flushes after
 * every read, and TLS would call its engine and allocate a buffer for an empty flush.
 */
final class WrittenFlushes extends ChannelOutboundHandlerAdapter {
  private boolean written;

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    written = true;
    var _ = ctx.write(message, promise);
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    if (written) {
      written = false;
      var _ = ctx.flush();
    }
  }
}
