package io.aumbry.bench.network.multiplex;

import io.aumbry.protocol.message.Envelope;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.transport.node.NodeHandler;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;

/** The server's side of a stream. It collects the message and handles it on a virtual thread. */
final class IncomingStream extends SimpleChannelInboundHandler<Http2StreamFrame> {
  private final Carrier carrier;
  private final NodeHandler handler;
  private final Header header = new Header();

  IncomingStream(Carrier carrier, NodeHandler handler) {
    this.carrier = carrier;
    this.handler = handler;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, Http2StreamFrame frame) {
    if (frame instanceof Http2DataFrame data) {
      ByteBuf bytes = data.content();
      header.feed(bytes);
      if (data.isEndStream()) {
        start(ctx.channel());
      }
    }
  }

  private void start(Channel stream) {
    Envelope envelope = MessageCodec.decodeRequest(header.bytes());
    carrier.start("message", () -> handler.handle(new StreamExchange(stream, envelope, carrier)));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    var _ = ctx.close();
  }
}
