package io.aumbry.bench.network.multiplex;

import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.loop.LoopCarrier;
import io.aumbry.transport.node.NodeHandler;
import io.aumbry.transport.tls.LiveTls;
import io.aumbry.transport.tls.TlsConfig;
import io.aumbry.transport.tls.TlsContexts;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import java.net.InetSocketAddress;
import java.util.Optional;

/** A node on its own port. */
public final class MultiplexServer implements AutoCloseable {
  private final EventLoops loops;
  private final Http2Config http2;
  private final NodeHandler handler;
  private final Optional<LiveTls> tls;
  private final Channel listener;

  private MultiplexServer(
      EventLoops loops, Http2Config http2, Optional<TlsConfig> tls, NodeHandler handler) {
    this.loops = loops;
    this.http2 = http2;
    this.handler = handler;
    this.tls = tls.map(config -> LiveTls.server(loops, config, TlsContexts.HTTP_2));
    this.listener = bind();
  }

  /** Listens on the loopback interface, on a port that the system chooses. */
  public static MultiplexServer start(
      EventLoops loops, Http2Config http2, Optional<TlsConfig> tls, NodeHandler handler) {
    return new MultiplexServer(loops, http2, tls, handler);
  }

  private Channel bind() {
    int mark = http2.unsent().most();
    return new ServerBootstrap()
        .group(loops.loops().getFirst().loop(), loops.group())
        .channel(loops.serverChannel())
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, loops.readSizes())
        .childOption(ChannelOption.ALLOCATOR, loops.buffers().allocator())
        .childOption(
            ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(mark / 2, mark))
        .childOption(ChannelOption.SO_SNDBUF, mark)
        .childOption(ChannelOption.SO_RCVBUF, http2.connectionWindow())
        .childHandler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                accept(channel);
              }
            })
        .bind("127.0.0.1", 0)
        .syncUninterruptibly()
        .channel();
  }

  private void accept(Channel channel) {
    LoopCarrier carrier = loops.carrierOf(channel.eventLoop());
    carrier.connections().incrementAndGet();
    channel.closeFuture().addListener(_ -> carrier.connections().decrementAndGet());
    tls.ifPresent(live ->
        channel.pipeline().addLast(live.context().newHandler(channel.alloc(), loops.helpers())));
    FrameCodecs.add(
        channel.pipeline(),
        Http2FrameCodecBuilder.forServer(),
        http2,
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel stream) {
            stream.pipeline().addLast(new IncomingStream(carrier, handler));
          }
        });
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Stops listening. The loops close the existing connections. */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    tls.ifPresent(LiveTls::close);
  }
}
