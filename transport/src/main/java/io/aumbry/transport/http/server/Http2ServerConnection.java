package io.aumbry.transport.http.server;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.transport.buffer.NettyBuffer;
import io.aumbry.transport.http.HttpAnswer;
import io.aumbry.transport.http.HttpFault;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpTarget;
import io.aumbry.transport.http.HttpTimeouts;
import io.aumbry.transport.http2.FrameConnection;
import io.aumbry.transport.http2.FrameEvents;
import io.aumbry.transport.stream.UnreadBytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AsciiString;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An HTTP/2 connection of a client. Used on its loop only. */
final class Http2ServerConnection extends FrameEvents implements ConnectionSweep.Watched {
  private static final Logger LOG = LoggerFactory.getLogger(Http2ServerConnection.class);

  private static final AsciiString CONTINUE = AsciiString.cached("100-continue");

  private final ServerLoop server;
  private final Peer identity;
  private final ConnectionLoad load;
  private long since;

  /** The incomplete frame at the last check, and when it was first seen. */
  private long gathering;

  private long gatheringSince;

  private @Nullable FrameConnection frames;
  private @Nullable ChannelHandlerContext ctx;
  private Http2Connection.@Nullable PropertyKey key;

  Http2ServerConnection(ServerLoop server, Peer identity, ConnectionLoad load, long opened) {
    this.server = server;
    this.identity = identity;
    this.load = load;
    this.since = opened;
  }

  @Override
  public void connected(FrameConnection connection, ChannelHandlerContext context) {
    frames = connection;
    ctx = context;
    key = connection.connection().newKey();
    server.sweep().add(this);
    context.channel().closeFuture().addListener(_ -> server.sweep().remove(this));
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int streamId,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    onHeadersRead(context, streamId, headers, padding, endOfStream);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int streamId,
      Http2Headers headers,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    FrameConnection connection = frames;
    if (connection == null) {
      return;
    }
    Http2Stream stream = connection.connection().stream(streamId);
    Http2ServerStream known = of(stream);
    if (known != null) {
      known.receivedTrailers();
      return;
    }
    Optional<String> obstacle = obstacle(connection.unread());
    if (obstacle.isPresent()) {
      refuse(connection, context, streamId, obstacle.get());
      return;
    }
    HttpTarget target =
        Http2Fields.target(headers)
            .orElseThrow(() ->
                Http2Exception.streamError(
                    streamId,
                    Http2Error.PROTOCOL_ERROR,
                    "Request without a valid method, scheme, authority or path"));
    CharSequence expect = headers.get("expect");
    Http2ServerStream begun =
        new Http2ServerStream(
            server,
            connection,
            context,
            stream,
            identity,
            CONTINUE.contentEqualsIgnoreCase(expect),
            load);
    stream.setProperty(key, begun);
    InetSocketAddress peer = (InetSocketAddress) context.channel().remoteAddress();
    begun.start(Http2Fields.request(headers, target, endOfStream, peer), endOfStream);
  }

  /** Netty forgets a stream that was reset, but its handler may still be running. */
  private Optional<String> obstacle(UnreadBytes unread) {
    return unread.isFull()
        ? Optional.of("More than %d bytes are unread".formatted(unread.limit()))
        : load.obstacle(server.config().http2().maxStreams());
  }

  /**
   * Refuses a request without an exception, because a stack trace would cost more than the rest.
   */
  private void refuse(
      FrameConnection connection, ChannelHandlerContext context, int streamId, String reason) {
    LOG.atDebug().addKeyValue("reason", reason).log("A stream is refused");
    server.figures().countRefusedRequest();
    var _ =
        connection.resetStream(
            context, streamId, Http2Error.REFUSED_STREAM.code(), context.newPromise());
    connection.scheduleFlush(context);
  }

  private @Nullable Http2ServerStream of(@Nullable Http2Stream stream) {
    return stream == null ? null : stream.getProperty(key);
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext context, int streamId, ByteBuf data, int padding, boolean endOfStream) {
    server.figures().countReceived(data.readableBytes());
    Http2ServerStream stream = frames == null ? null : of(frames.connection().stream(streamId));
    int done = stream == null ? data.readableBytes() : stream.received(data, endOfStream);
    return done + padding;
  }

  @Override
  public void onWindowUpdateRead(ChannelHandlerContext context, int streamId, int increment) {
    Http2ServerStream stream = frames == null ? null : of(frames.connection().stream(streamId));
    if (stream != null) {
      stream.windowChanged();
    }
  }

  /** New settings may change the windows of all streams. */
  @Override
  public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) {
    if (frames != null) {
      forEachStream(frames, Http2ServerStream::windowChanged);
    }
  }

  @Override
  public void onStreamClosed(Http2Stream closed) {
    Http2ServerStream stream = key == null ? null : of(closed);
    if (stream != null) {
      stream.closed("The client closed the stream");
    }
    since = server.sweep().now();
  }

  @Override
  public boolean headersTooLarge(Http2Stream stream) {
    FrameConnection connection = frames;
    ChannelHandlerContext context = ctx;
    if (connection == null || context == null) {
      return false;
    }
    int limit = server.config().http2().headers().maxBytes();
    HttpAnswer answer =
        server.refuse(
            HttpFault.Kind.HEADERS_TOO_LARGE,
            "The header fields are larger than " + limit + " bytes",
            HttpHeaders.builder().build(),
            context.channel());
    Http2Headers fields = new DefaultHttp2Headers(true);
    fields.status(Integer.toString(answer.head().status()));
    answer.head().headers().forEach((name, value) -> Http2Fields.add(fields, name, value));
    fields.set("date", server.date().text());
    try (Body body = answer.body()) {
      fields.setInt("content-length", body.size());
      var _ =
          connection
              .encoder()
              .writeHeaders(context, stream.id(), fields, 0, false, context.newPromise());
      for (Buffer slice : body.slices()) {
        ByteBuf bytes = NettyBuffer.take(slice, context.alloc());
        var _ =
            connection
                .encoder()
                .writeData(context, stream.id(), bytes, 0, true, context.newPromise());
      }
    }
    connection.scheduleFlush(context);
    return true;
  }

  @Override
  public void check(long now) {
    FrameConnection connection = frames;
    if (connection == null) {
      return;
    }
    HttpTimeouts timeouts = server.config().timeouts();
    if (isGatheringFor(timeouts.head().toNanos(), now, connection.gathering())) {
      server.figures().countTimeout();
      kill();
      return;
    }
    if (connection.connection().numActiveStreams() == 0) {
      if (now - since > timeouts.idle().toNanos()) {
        drain();
      }
      return;
    }
    forEachStream(connection, stream -> stream.check(now));
  }

  @Override
  public void inputClosed() {
    if (frames != null) {
      forEachStream(frames, Http2ServerStream::inputClosed);
    }
  }

  private void forEachStream(FrameConnection connection, Consumer<Http2ServerStream> action) {
    try {
      connection
          .connection()
          .forEachActiveStream(stream -> {
            Http2ServerStream open = of(stream);
            if (open != null) {
              action.accept(open);
            }
            return true;
          });
    } catch (Http2Exception e) {
      kill();
    }
  }

  /** Whether the current frame or header block has been incomplete for longer than {@code span}. */
  private boolean isGatheringFor(long span, long now, long frame) {
    if (frame != gathering) {
      gathering = frame;
      gatheringSince = now;
    }
    return frame != 0 && now - gatheringSince > span;
  }

  @Override
  public void drain() {
    if (ctx != null) {
      var _ = ctx.channel().close();
    }
  }

  @Override
  public void kill() {
    if (frames != null && ctx != null) {
      var _ = ctx.close();
    }
  }
}
