package io.aumbry.transport.http.server;

import io.aumbry.protocol.identity.Peer;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http2.FrameConnection;
import io.aumbry.transport.tls.HandshakeFailure;
import io.aumbry.transport.tls.SessionPeer;
import io.aumbry.transport.tls.TlsContexts;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The first handler of a connection. It learns the protocol from TLS or from the first bytes, and
 * replaces itself with the handlers of that protocol. It closes connections that stay silent.
 */
final class ProtocolChoice extends ByteToMessageDecoder implements ConnectionSweep.Watched {
  /** The start of the HTTP/2 preface. No method of HTTP/1.1 starts like this. */
  private static final byte[] PREFACE = {'P', 'R', 'I', ' '};

  private static final Logger LOG = LoggerFactory.getLogger(ProtocolChoice.class);

  private final ServerLoop server;
  private final Channel channel;
  private final ConnectionLoad load;
  private final long opened;

  ProtocolChoice(ServerLoop server, Channel channel, ConnectionLoad load) {
    this.server = server;
    this.channel = channel;
    this.load = load;
    server.sweep().add(this);
    this.opened = server.sweep().now();
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (ctx.pipeline().get(SslHandler.class) != null) {
      return;
    }
    int known = Math.min(in.readableBytes(), PREFACE.length);
    for (int i = 0; i < known; i++) {
      if (in.getByte(in.readerIndex() + i) != PREFACE[i]) {
        choose(ctx, true);
        return;
      }
    }
    if (known == PREFACE.length) {
      choose(ctx, false);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (handshake.isSuccess()) {
        String protocol = ctx.pipeline().get(SslHandler.class).applicationProtocol();
        choose(ctx, !TlsContexts.HTTP_2.equals(protocol));
      } else {
        reportRefusal(handshake.cause());
      }
    } else if (event instanceof ChannelInputShutdownEvent) {
      kill();
    }
    super.userEventTriggered(ctx, event);
  }

  /**
   * Between processes of the cluster a failed handshake is a mistake. From clients it is normal.
   */
  private void reportRefusal(Throwable cause) {
    boolean ours = server.config().protocols() == HttpServerConfig.Protocols.NODE;
    LOG.atLevel(ours && !(cause instanceof ClosedChannelException) ? Level.WARN : Level.DEBUG)
        .addKeyValue("peer", channel.remoteAddress())
        .addKeyValue("reason", HandshakeFailure.reason(cause))
        .log("A connection was refused in its TLS handshake");
  }

  private void choose(ChannelHandlerContext ctx, boolean http1) {
    SslHandler tls = ctx.pipeline().get(SslHandler.class);
    Peer peer =
        tls == null
            ? new Peer.Anonymous()
            : SessionPeer.of(tls.engine().getSession(), server.carrier().time().wallMillis());
    if (http1) {
      addHttp1(ctx.pipeline(), peer);
    } else {
      ctx.pipeline().addLast(http2(peer));
    }
    server.sweep().remove(this);
    ctx.pipeline().remove(this);
  }

  private FrameConnection http2(Peer peer) {
    HttpServerConfig config = server.config();
    Http2ServerConnection events = new Http2ServerConnection(server, peer, load, opened);
    return switch (config.protocols()) {
      case WEB -> FrameConnection.server(config.http2(), events, server.carrier().time());
      case NODE -> FrameConnection.nodeServer(config.http2(), events);
    };
  }

  private void addHttp1(ChannelPipeline pipeline, Peer peer) {
    Http1Connection connection = new Http1Connection(server, channel, peer, load, opened);
    pipeline.addLast(new Received(connection), connection.decoder(), connection);
  }

  @Override
  public void check(long now) {
    if (now - opened > server.config().timeouts().idle().toNanos()) {
      kill();
    }
  }

  @Override
  public void drain() {
    kill();
  }

  @Override
  public void kill() {
    var _ = channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    server.sweep().remove(this);
    super.channelInactive(ctx);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    kill();
  }

  /** Reports received bytes to a connection before they are decoded. */
  private static final class Received extends ChannelInboundHandlerAdapter {
    private final Http1Connection connection;

    Received(Http1Connection connection) {
      this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof ByteBuf bytes) {
        connection.received(bytes.readableBytes());
      }
      ctx.fireChannelRead(message);
    }
  }
}
