package io.aumbry.bench.network.multiplex;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.Envelope;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.buffer.NettyBuffer;
import io.aumbry.transport.node.NodeExchange;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2Headers;
import java.time.Duration;
import java.util.List;

/** A message without content, and its answer. */
final class StreamExchange implements NodeExchange {
  private static final Http2Headers OK = new DefaultHttp2Headers(false).status("200");

  private final Channel stream;
  private final NodeRequest request;
  private final RequestContext context;

  StreamExchange(Channel stream, Envelope envelope, Carrier carrier) {
    this.stream = stream;
    this.request = envelope.request();
    this.context =
        new RequestContext(
            envelope.requestId(),
            carrier,
            Deadline.after(Duration.ofMillis(envelope.timeoutMillis()), carrier.time()));
  }

  @Override
  public NodeRequest request() {
    return request;
  }

  @Override
  public RequestContext context() {
    return context;
  }

  @Override
  public Peer peer() {
    return new Peer.Anonymous();
  }

  @Override
  public ByteSource content() {
    return new Pieces(List.of());
  }

  @Override
  public void reply(NodeResponse response, ByteSource answer) {
    int left = response.contentLength();
    boolean empty = left == 0;
    var _ = stream.write(new DefaultHttp2HeadersFrame(OK));
    var _ =
        stream.write(
            new DefaultHttp2DataFrame(
                Unpooled.wrappedBuffer(MessageCodec.encode(response)), empty));
    try (answer) {
      for (var piece = answer.next(); piece.isPresent(); piece = answer.next()) {
        Buffer bytes = piece.get();
        left -= bytes.size();
        var _ =
            stream.write(
                new DefaultHttp2DataFrame(NettyBuffer.take(bytes, stream.alloc()), left == 0));
      }
    }
    stream.flush();
  }
}
