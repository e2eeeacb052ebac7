package io.aumbry.bench.network.multiplex;

import io.aumbry.transport.http2.Http2Config;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;

/** The handlers of a connection, with the settings of our transport. */
final class FrameCodecs {
  private FrameCodecs() {}

  /**
   * Adds the codecs of HTTP/2 frames to a channel.
   *
   * @param streams receives a channel for each stream that the other side opens
   */
  static void add(
      ChannelPipeline pipeline,
      Http2FrameCodecBuilder builder,
      Http2Config config,
      ChannelHandler streams) {
    Http2Settings settings =
        new Http2Settings()
            .headerTableSize(config.headers().tableBytes())
            .initialWindowSize(config.streamWindow())
            .maxFrameSize(config.frameSize())
            .maxHeaderListSize(config.headers().maxBytes());
    pipeline.addLast(
        builder.initialSettings(settings).build(),
        new Http2MultiplexHandler(streams),
        new ConnectionWindow(config.connectionWindow()));
  }

  /** Sets the connection's window, which starts at 64 KiB regardless of the settings. */
  private static final class ConnectionWindow extends ChannelInboundHandlerAdapter {
    private final int bytes;

    ConnectionWindow(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      int more = bytes - Http2CodecUtil.DEFAULT_WINDOW_SIZE;
      if (more > 0) {
        var _ = ctx.writeAndFlush(new DefaultHttp2WindowUpdateFrame(more));
      }
      ctx.fireChannelActive();
    }
  }
}
