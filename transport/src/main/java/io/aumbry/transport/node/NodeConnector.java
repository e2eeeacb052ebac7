package io.aumbry.transport.node;

import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.socket.HostLookups;
import io.aumbry.transport.socket.UnsentLimiter;
import io.aumbry.transport.tls.HandshakeFailure;
import io.aumbry.transport.tls.LiveTls;
import io.aumbry.transport.tls.SessionPeer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Establishes connections to nodes: name lookup, socket, TLS, identity, protocol. */
final class NodeConnector {
  private static final Logger LOG = LoggerFactory.getLogger(NodeConnector.class);

  private static final int MAX_DOUBLINGS = 16;

  private final EventLoops loops;
  private final NodeClientConfig config;
  private final Optional<LiveTls> tls;
  private final HostLookups lookups;
  private final RandomGenerator random = SystemRandom.fast();

  NodeConnector(
      EventLoops loops, NodeClientConfig config, Optional<LiveTls> tls, HostLookups lookups) {
    this.loops = loops;
    this.config = config;
    this.tls = tls;
    this.lookups = lookups;
  }

  /**
   * Starts to connect. {@code owner} learns of a failure from this class, and of success from the
   * connection.
   */
  void connect(NodeConnection connection, NodeConnection.Owner owner) {
    Lookup lookup = new Lookup(connection, owner);
    lookups.find(owner.node().endpoint().host(), lookup);
    var _ = connection.carrier().schedule(config.reconnect().timeout(), lookup::expire);
  }

  /** The lookup of a node's address. Name servers may take longer than the node to connect. */
  private final class Lookup implements Consumer<Optional<InetAddress>> {
    private final NodeConnection connection;
    private final NodeConnection.Owner owner;
    private final AtomicBoolean isOver = new AtomicBoolean();

    Lookup(NodeConnection connection, NodeConnection.Owner owner) {
      this.connection = connection;
      this.owner = owner;
    }

    @Override
    public void accept(Optional<InetAddress> found) {
      Endpoint endpoint = owner.node().endpoint();
      if (isOver.compareAndSet(false, true)) {
        found.ifPresentOrElse(
            address -> open(connection, owner, new InetSocketAddress(address, endpoint.port())),
            () -> owner.lost(connection, "Unknown host " + endpoint.host()));
      }
    }

    void expire() {
      if (isOver.compareAndSet(false, true)) {
        String host = owner.node().endpoint().host();
        lookups.leave(host, this);
        owner.lost(connection, "The lookup of " + host + " takes too long");
      }
    }
  }

  private void open(
      NodeConnection connection, NodeConnection.Owner owner, InetSocketAddress address) {
    int mark = config.http2().unsent().most();
    new Bootstrap()
        .group(connection.carrier().loop())
        .channel(loops.socketChannel())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.RECVBUF_ALLOCATOR, loops.readSizes())
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.SO_SNDBUF, mark)
        .option(ChannelOption.SO_RCVBUF, config.http2().connectionWindow())
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) config.reconnect().timeout().toMillis())
        .option(ChannelOption.ALLOCATOR, loops.buffers().allocator())
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(mark / 2, mark))
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                fill(channel, connection, owner);
              }
            })
        .connect(address)
        .addListener(made -> {
          if (!made.isSuccess()) {
            owner.lost(connection, String.valueOf(made.cause().getMessage()));
          }
        });
  }

  private void fill(Channel channel, NodeConnection connection, NodeConnection.Owner owner) {
    connection.carrier().connections().incrementAndGet();
    Start start = new Start(connection, owner);
    UnsentLimiter.join(channel.pipeline(), config.http2().unsent(), loops);
    channel
        .closeFuture()
        .addListener(_ -> {
          connection.carrier().connections().decrementAndGet();
          // Netty closes first and then reports the cause.
          channel.eventLoop().execute(() -> owner.lost(connection, connection.reason()));
        });
    if (tls.isPresent()) {
      SslHandler handler =
          tls.get()
              .context()
              .newHandler(
                  channel.alloc(),
                  owner.node().id().name(),
                  owner.node().endpoint().port(),
                  loops.helpers());
      handler.setHandshakeTimeoutMillis(config.reconnect().timeout().toMillis());
      channel.pipeline().addLast(handler, start);
    } else {
      connection.join(channel.pipeline());
    }
    connection
        .carrier()
        .schedule(config.reconnect().timeout().multipliedBy(2), () -> checkUp(connection));
  }

  private static void checkUp(NodeConnection connection) {
    if (!connection.wasUp()) {
      connection.close(
          ErrorCode.CONNECTION_LOST, "The node did not complete the HTTP/2 handshake in time");
    }
  }

  /** Grows with the attempts. Random, so that clients of a lost node do not reconnect together. */
  Duration pause(int attempt) {
    NodeClientConfig.Reconnect reconnect = config.reconnect();
    Duration grown = reconnect.first().multipliedBy(1L << Math.min(attempt - 1, MAX_DOUBLINGS));
    Duration bounded = grown.compareTo(reconnect.longest()) < 0 ? grown : reconnect.longest();
    return bounded.dividedBy(2).plusNanos(random.nextLong(bounded.toNanos() / 2 + 1));
  }

  /** Stops reloading the TLS files. */
  void close() {
    tls.ifPresent(LiveTls::close);
  }

  /** The reason why the process at the other end is not the requested node. Empty if it is. */
  private Optional<String> fault(StorageNode node, SslHandler tls) {
    return config
        .identity()
        .flatMap(check ->
            check.fault(
                node.id(), SessionPeer.of(tls.engine().getSession(), loops.time().wallMillis())));
  }

  private boolean isEnforced() {
    return config.identity().isPresent() && config.identity().get().enforced();
  }

  /** Waits for the handshake, checks the identity of the node, then installs the protocol. */
  private final class Start extends ChannelInboundHandlerAdapter {
    private final NodeConnection connection;
    private final NodeConnection.Owner owner;

    Start(NodeConnection connection, NodeConnection.Owner owner) {
      this.connection = connection;
      this.owner = owner;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof SslHandshakeCompletionEvent handshake) {
        if (handshake.isSuccess()) {
          check(ctx);
        } else {
          refuse(ctx, HandshakeFailure.reason(handshake.cause()));
        }
      }
    }

    private void check(ChannelHandlerContext ctx) {
      Optional<String> fault = fault(owner.node(), ctx.pipeline().get(SslHandler.class));
      if (fault.isPresent() && isEnforced()) {
        refuse(ctx, fault.get());
        return;
      }
      fault.ifPresent(reason ->
          LOG.atWarn()
              .addKeyValue("node", owner.node().id())
              .addKeyValue("reason", reason)
              .log(
                  "A node does not prove its identity; tls.require-roles = required would refuse it"));
      connection.join(ctx.pipeline());
      ctx.pipeline().remove(this);
    }

    private void refuse(ChannelHandlerContext ctx, String reason) {
      owner.lost(connection, "TLS: " + reason);
      var _ = ctx.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      connection.broken(cause);
      var _ = ctx.close();
    }
  }
}
