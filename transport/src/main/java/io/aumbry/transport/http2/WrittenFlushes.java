package io.aumbry.transport.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Lets a flush pass only if something was written since the last one. Netty's HTTP/2 handler
 * flushes after every read, and TLS calls its engine and takes a buffer for a flush of nothing.
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
