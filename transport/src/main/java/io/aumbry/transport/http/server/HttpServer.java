package io.aumbry.transport.http.server;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.transport.http.HttpHandler;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.loop.LoopCarrier;
import io.aumbry.transport.socket.UnsentLimiter;
import io.aumbry.transport.tls.LiveTls;
import io.aumbry.transport.tls.TlsConfig;
import io.aumbry.transport.tls.TlsContexts;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Listens on a port for one handler, over HTTP/1.1 and HTTP/2, with or without TLS. */
public final class HttpServer implements AutoCloseable {
  private static final int BACKLOG = 4096;

  /**
   * The percentage of connections that one address may have. A quarter is reserved for claimants
   * that hold little, so a tenth remains for all others.
   */
  private static final int MOST_OF_ADDRESS = 65;

  /**
   * Limit of unsent bytes in a client's socket. The default would be several MiB, all of which must
   * be read from disk even if the client reads nothing.
   */
  private static final long UNSENT_IN_SOCKET = 256 * 1024;

  private final HttpServerConfig config;
  private final EventLoops loops;
  private final List<ServerLoop> servers = new ArrayList<>();
  private final ServerFigures figures = new ServerFigures();
  private final Optional<LiveTls> tls;
  private final Budget slots;
  private final AddressLoads loads;
  private final Channel listener;

  /** Set before the loops drain, so that none accepts a connection after that. */
  private volatile boolean closing;

  private HttpServer(
      EventLoops loops, HttpServerConfig config, Optional<TlsConfig> tls, HttpHandler handler) {
    this.loops = loops;
    this.config = config;
    this.tls = tls.map(t -> LiveTls.server(loops, t, TlsContexts.HTTP_2, TlsContexts.HTTP_1));
    loops.loops().forEach(l -> servers.add(ServerLoop.of(l, config, handler, figures)));
    this.loads = new AddressLoads(config.clients().addressRequests());
    this.slots =
        new Budget(
            "connections",
            config.clients().maxConnections(),
            Shares.defaults().withAddressPercent(MOST_OF_ADDRESS),
            loops.carriers().getFirst().time());
    this.listener = bind();
  }

  /**
   * Binds the port and starts to serve.
   *
   * @throws UncheckedIOException if the port cannot be bound or the files of {@code tls} cannot be
   *     read
   */
  public static HttpServer start(
      EventLoops loops, HttpServerConfig config, Optional<TlsConfig> tls, HttpHandler handler) {
    return new HttpServer(loops, config, tls, handler);
  }

  private Channel bind() {
    int unsent = config.http2().unsent().most();
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops.loops().get(0).loop(), loops.group())
            .channel(loops.serverChannel())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, loops.readSizes())
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            // A node never closes only its side, so the end of its input means that it is gone.
            .childOption(
                ChannelOption.ALLOW_HALF_CLOSURE,
                config.protocols() == HttpServerConfig.Protocols.WEB)
            .childOption(ChannelOption.ALLOCATOR, loops.buffers().allocator())
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(unsent / 2, unsent))
            .childHandler(new Accept());
    if (config.protocols() == HttpServerConfig.Protocols.WEB) {
      loops.unsentOption().ifPresent(option -> bootstrap.childOption(option, UNSENT_IN_SOCKET));
    } else {
      bootstrap
          .childOption(ChannelOption.SO_SNDBUF, unsent)
          .childOption(ChannelOption.SO_RCVBUF, config.http2().connectionWindow());
    }
    ChannelFuture bound = bootstrap.bind(config.host(), config.port()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new UncheckedIOException(
          new IOException(
              "Cannot listen on " + config.host() + ":" + config.port(), bound.cause()));
    }
    return bound.channel();
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  public ServerFigures figures() {
    return figures;
  }

  /**
   * Refuses new connections, waits for open requests up to the drain timeout, and closes all
   * connections. Returns when they are closed.
   */
  @Override
  public void close() {
    closing = true;
    tls.ifPresent(LiveTls::close);
    listener.close().awaitUninterruptibly();
    CountDownLatch closed = new CountDownLatch(servers.size());
    servers.forEach(server -> server.carrier().loop().execute(() -> drain(server, closed)));
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void drain(ServerLoop server, CountDownLatch closed) {
    List<ConnectionSweep.Watched> open = server.sweep().all();
    if (open.isEmpty()) {
      closed.countDown();
      return;
    }
    server.sweep().onEmpty(closed::countDown);
    open.forEach(ConnectionSweep.Watched::drain);
    server
        .carrier()
        .schedule(
            config.timeouts().drain(),
            () -> server.sweep().all().forEach(ConnectionSweep.Watched::kill));
  }

  /** Accepts a connection, or closes it if there are too many or the server is closing. */
  private final class Accept extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      Claim slot = slots.open(new PeerAddress((InetSocketAddress) channel.remoteAddress()));
      if (closing || !figures.admit(slot.tryGrow(1), config.clients().maxConnections())) {
        slot.close();
        var _ = channel.close();
        return;
      }
      ConnectionLoad load = HttpServer.this.loads.open((InetSocketAddress) channel.remoteAddress());
      LoopCarrier carrier = loops.carrierOf(channel.eventLoop());
      carrier.connections().incrementAndGet();
      channel
          .closeFuture()
          .addListener(_ -> {
            carrier.connections().decrementAndGet();
            slot.close();
            load.close();
            figures.leave();
          });
      if (config.protocols() == HttpServerConfig.Protocols.NODE) {
        UnsentLimiter.join(channel.pipeline(), config.http2().unsent(), loops);
      }
      tls.ifPresent(t -> channel.pipeline().addLast(secured(t.context(), channel)));
      channel.pipeline().addLast(new ProtocolChoice(servers.get(carrier.index()), channel, load));
    }

    private SslHandler secured(SslContext context, Channel channel) {
      SslHandler handler = context.newHandler(channel.alloc(), loops.helpers());
      handler.setHandshakeTimeoutMillis(config.timeouts().head().toMillis());
      return handler;
    }
  }
}
