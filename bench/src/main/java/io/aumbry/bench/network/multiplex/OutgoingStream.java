package io.aumbry.bench.network.multiplex;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.transport.buffer.NettyBuffer;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeReply;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.util.ArrayList;
import java.util.List;

/** The client's side of a stream. It collects the answer and posts it when it is complete. */
final class OutgoingStream extends SimpleChannelInboundHandler<Http2StreamFrame>
    implements NodeCall {
  private final StorageNode node;
  private final Mailbox<NodeReply> replies;
  private final Header header = new Header();
  private final List<Buffer> pieces = new ArrayList<>();
  private boolean replied;

  OutgoingStream(StorageNode node, Mailbox<NodeReply> replies) {
    this.node = node;
    this.replies = replies;
  }

  @Override
  public StorageNode node() {
    return node;
  }

  @Override
  public void cancel() {
    throw new UnsupportedOperationException("all answers are read");
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, Http2StreamFrame frame) {
    if (frame instanceof Http2DataFrame data) {
      ByteBuf bytes = data.content();
      header.feed(bytes);
      if (bytes.isReadable()) {
        pieces.add(NettyBuffer.received(bytes, ctx.alloc()));
      }
      if (data.isEndStream()) {
        replied = true;
        replies.post(
            new NodeReply.Answer(
                this, MessageCodec.decodeResponse(header.bytes()), new Pieces(pieces)));
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    fail("the stream was closed");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    fail(String.valueOf(cause.getMessage()));
    var _ = ctx.close();
  }

  /** Posts a failure, unless the answer was posted. */
  void fail(String reason) {
    if (!replied) {
      replied = true;
      pieces.forEach(Buffer::close);
      replies.post(new NodeReply.Failure(this, ErrorCode.CONNECTION_LOST, reason));
    }
  }
}
