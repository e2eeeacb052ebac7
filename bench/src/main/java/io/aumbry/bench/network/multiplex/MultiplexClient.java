package io.aumbry.bench.network.multiplex;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.Envelope;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.loop.LoopCarrier;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import io.aumbry.transport.tls.LiveTls;
import io.aumbry.transport.tls.TlsConfig;
import io.aumbry.transport.tls.TlsContexts;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads from nodes. It prefers a connection on the caller's own loop, as our transport does. */
public final class MultiplexClient implements NodeClient {
  private static final Http2Headers POST =
      new DefaultHttp2Headers(false).method("POST").scheme("https").path("/");

  private final EventLoops loops;
  private final int connections;
  private final Http2Config http2;
  private final Optional<LiveTls> tls;
  private final AtomicInteger turn = new AtomicInteger();
  private final Map<Endpoint, List<Channel>> known = new ConcurrentHashMap<>();

  public MultiplexClient(
      EventLoops loops, int connections, Http2Config http2, Optional<TlsConfig> tls) {
    this.loops = loops;
    this.connections = connections;
    this.http2 = http2;
    this.tls = tls.map(config -> LiveTls.client(loops, config, TlsContexts.HTTP_2));
  }

  @Override
  public NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    var header = MessageCodec.encode(Envelope.of(request, context, loops.time()));
    OutgoingStream call = new OutgoingStream(node, replies);
    new Http2StreamChannelBootstrap(choose(node, context.carrier()))
        .handler(call)
        .open()
        .addListener(opened -> {
          if (opened.isSuccess()) {
            Http2StreamChannel stream = (Http2StreamChannel) opened.getNow();
            var _ = stream.write(new DefaultHttp2HeadersFrame(POST));
            var _ =
                stream.writeAndFlush(
                    new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(header), true));
          } else {
            call.fail(String.valueOf(opened.cause().getMessage()));
          }
        });
    return call;
  }

  private Channel choose(StorageNode node, Carrier caller) {
    List<Channel> open = known.computeIfAbsent(node.endpoint(), _ -> connect(node));
    int count = loops.loops().size();
    int first = caller instanceof LoopCarrier loop ? loop.index() : 0;
    int step = Math.floorMod(turn.getAndIncrement(), Math.max(1, open.size() / count));
    return open.get((first + step * count) % open.size());
  }

  /** Spreads connections over the loops. */
  private List<Channel> connect(StorageNode node) {
    List<Channel> open = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      open.add(connect(node, loops.loops().get(i % loops.loops().size())));
    }
    return open;
  }

  private Channel connect(StorageNode node, LoopCarrier loop) {
    int mark = http2.unsent().most();
    return new Bootstrap()
        .group(loop.loop())
        .channel(loops.socketChannel())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.RECVBUF_ALLOCATOR, loops.readSizes())
        .option(ChannelOption.ALLOCATOR, loops.buffers().allocator())
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(mark / 2, mark))
        .option(ChannelOption.SO_SNDBUF, mark)
        .option(ChannelOption.SO_RCVBUF, http2.connectionWindow())
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                fill(channel, node);
              }
            })
        .connect(node.endpoint().host(), node.endpoint().port())
        .syncUninterruptibly()
        .channel();
  }

  private void fill(Channel channel, StorageNode node) {
    tls.ifPresent(live ->
        channel
            .pipeline()
            .addLast(
                live.context()
                    .newHandler(
                        channel.alloc(),
                        node.id().name(),
                        node.endpoint().port(),
                        loops.helpers())));
    FrameCodecs.add(
        channel.pipeline(),
        Http2FrameCodecBuilder.forClient(),
        http2,
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel stream) {
            var _ = stream.close();
          }
        });
  }

  @Override
  public void close() {
    tls.ifPresent(LiveTls::close);
    known.values().forEach(open -> open.forEach(channel -> channel.close().awaitUninterruptibly()));
  }
}
