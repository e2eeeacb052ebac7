package io.aumbry.transport.http2;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LifecycleManager;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection when the peer causes more control frames than it reads: a flood of PING,
 * SETTINGS or resets (CVE-2019-9512, 9514 and 9515).
 */
final class ControlFrameLimit extends DecoratingHttp2ConnectionEncoder {
  private final int limit;
  private @Nullable Http2LifecycleManager lifecycle;
  private int unsent;

  ControlFrameLimit(Http2ConnectionEncoder delegate, int limit) {
    super(delegate);
    this.limit = limit;
  }

  @Override
  public void lifecycleManager(Http2LifecycleManager lifecycleManager) {
    lifecycle = lifecycleManager;
    super.lifecycleManager(lifecycleManager);
  }

  @Override
  public ChannelFuture writeSettingsAck(ChannelHandlerContext ctx, ChannelPromise promise) {
    return super.writeSettingsAck(ctx, counted(ctx, promise));
  }

  @Override
  public ChannelFuture writePing(
      ChannelHandlerContext ctx, boolean ack, long data, ChannelPromise promise) {
    return super.writePing(ctx, ack, data, ack ? counted(ctx, promise) : promise);
  }

  @Override
  public ChannelFuture writeRstStream(
      ChannelHandlerContext ctx, int streamId, long errorCode, ChannelPromise promise) {
    return super.writeRstStream(ctx, streamId, errorCode, counted(ctx, promise));
  }

  private ChannelPromise counted(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (unsent == limit && lifecycle != null) {
      lifecycle.onError(
          ctx,
          true,
          Http2Exception.connectionError(
              Http2Error.ENHANCE_YOUR_CALM, "More than %d control frames unread", limit));
    }
    unsent++;
    return promise.unvoid().addListener(sent -> unsent--);
  }
}
