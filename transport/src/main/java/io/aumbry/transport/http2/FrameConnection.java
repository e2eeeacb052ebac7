package io.aumbry.transport.http2;

import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.stream.UnreadBytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2LocalFlowController;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An HTTP/2 connection. Its {@link FrameEvents} interpret the frames. */
public final class FrameConnection extends Http2ConnectionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(FrameConnection.class);

  /** CVE-2019-9518. */
  private static final int MAX_EMPTY_DATA_FRAMES = 2;

  /** CVE-2024-27316. */
  private static final int MAX_SMALL_CONTINUATIONS = 16;

  private static final int MAX_UNREAD_CONTROL_FRAMES = 10_000;

  /** Unread bytes, in windows and including closed streams, at which new streams are refused. */
  private static final int MAX_UNREAD_WINDOWS = 16;

  /** The kind of process at the other end. */
  private enum Peer {
    /** Any client. The connection's window opens as bytes are read. */
    CLIENT,
    /**
     * A process of the cluster, which multiplexes the calls of many clients. The connection's
     * window opens as bytes arrive, because a slow reader must not block the calls of others.
     */
    NODE
  }

  private final Http2Config config;
  private final FrameEvents events;
  private final StreamingFrameReader reader;
  private final ResetLimit resets;
  private final boolean limitsSentResets;
  private final UnreadBytes unread;
  private boolean begun;
  private boolean flushScheduled;

  private FrameConnection(
      Http2ConnectionDecoder decoder,
      Http2ConnectionEncoder encoder,
      Http2Settings settings,
      Builder builder) {
    super(decoder, encoder, settings);
    this.config = builder.config;
    this.events = builder.events;
    this.reader = builder.reader;
    this.resets = builder.resets;
    this.limitsSentResets = builder.peer == Peer.CLIENT;
    this.unread = new UnreadBytes((long) MAX_UNREAD_WINDOWS * config.connectionWindow());
  }

  /** The server side for clients. */
  public static FrameConnection server(Http2Config config, FrameEvents events, Time time) {
    return new Builder(config, events, Peer.CLIENT, ResetLimit.of(time)).build(true);
  }

  /**
   * The server side of a node. Its peers reset calls for clients that are gone, so resets are not
   * limited.
   */
  public static FrameConnection nodeServer(Http2Config config, FrameEvents events) {
    return new Builder(config, events, Peer.NODE, ResetLimit.none()).build(true);
  }

  /** The client side towards a node. */
  public static FrameConnection nodeClient(Http2Config config, FrameEvents events) {
    return new Builder(config, events, Peer.NODE, ResetLimit.none()).build(false);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
    ctx.pipeline().addBefore(ctx.name(), null, new WrittenFlushes());
    super.handlerAdded(ctx);
    if (ctx.channel().isActive()) {
      begin(ctx);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) throws Exception {
    super.channelActive(ctx);
    begin(ctx);
  }

  /** The connection's window starts at 64 KiB regardless of the settings. */
  private void begin(ChannelHandlerContext ctx) throws Http2Exception {
    if (begun) {
      return;
    }
    begun = true;
    Http2Stream whole = connection().connectionStream();
    int more = config.connectionWindow() - decoder().flowController().initialWindowSize(whole);
    if (more > 0) {
      decoder().flowController().incrementWindowSize(whole, more);
      ctx.flush();
    }
    events.connected(this, ctx);
  }

  /** Counts bytes of all streams that wait for their readers. */
  public UnreadBytes unread() {
    return unread;
  }

  /** A number that identifies the incomplete frame or header block being gathered, 0 if none. */
  public long gathering() {
    return reader.gathering();
  }

  /** Flushes after the pending tasks of the loop. */
  public void scheduleFlush(ChannelHandlerContext ctx) {
    if (!flushScheduled) {
      flushScheduled = true;
      ctx.executor()
          .execute(() -> {
            flushScheduled = false;
            flush(ctx);
          });
    }
  }

  /** Errors outside of HTTP/2, such as a reset socket or broken TLS, end the connection. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
    if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
      super.exceptionCaught(ctx, cause);
    } else {
      LOG.atDebug().setCause(cause).log("A connection broke");
      events.broken(cause);
      var _ = ctx.close();
    }
  }

  /**
   * Every reset passes through this method, whatever caused it. Resets by nodes are not limited,
   * because a slow disk may make a node refuse many legitimate calls. {@code NO_ERROR} does not
   * count, because it follows a complete response.
   */
  @Override
  public ChannelFuture resetStream(
      ChannelHandlerContext ctx, int streamId, long errorCode, ChannelPromise promise) {
    Http2Stream stream = connection().stream(streamId);
    if (stream == null ? resets.remembers(streamId) : stream.isResetSent()) {
      return promise.unvoid().setSuccess();
    }
    resets.remember(streamId);
    ChannelFuture sent = super.resetStream(ctx, streamId, errorCode, promise);
    boolean counts = limitsSentResets && errorCode != Http2Error.NO_ERROR.code();
    if (counts && !reader.isStopped() && resets.exceeds()) {
      onError(ctx, true, resets.exceeded());
    }
    return sent;
  }

  /** After a connection error no more frames are read, even while the connection is still open. */
  @Override
  protected void onConnectionError(
      ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception failure) {
    reader.stop();
    super.onConnectionError(ctx, outbound, cause, failure);
  }

  /** Netty's reason is only logged. The peer gets the error code. */
  @Override
  public ChannelFuture goAway(
      ChannelHandlerContext ctx,
      int lastStreamId,
      long errorCode,
      ByteBuf reason,
      ChannelPromise promise) {
    LOG.atDebug()
        .addKeyValue("peer", ctx.channel().remoteAddress())
        .addKeyValue("code", errorCode)
        .addKeyValue("reason", () -> reason.toString(StandardCharsets.UTF_8))
        .log("A connection is being closed");
    reason.release();
    return super.goAway(ctx, lastStreamId, errorCode, Unpooled.EMPTY_BUFFER, promise);
  }

  /** The peer sends nothing more but may wait for responses, at most until the drain timeout. */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    super.userEventTriggered(ctx, event);
    if (event instanceof ChannelInputShutdownEvent) {
      events.inputClosed();
      close(ctx, ctx.newPromise());
    }
  }

  /**
   * Headers that are too large get a response without a reset. A reset would discard the unsent
   * part of the response, and would make many clients discard the rest.
   */
  @Override
  protected void onStreamError(
      ChannelHandlerContext ctx,
      boolean outbound,
      Throwable cause,
      Http2Exception.StreamException failure) {
    boolean tooLarge =
        failure instanceof Http2Exception.HeaderListSizeException size && size.duringDecode();
    if (!tooLarge || !connection().isServer() || !answerTooLarge(failure.streamId())) {
      super.onStreamError(ctx, outbound, cause, failure);
    }
  }

  /**
   * Creates the stream if needed, because a stream does not exist before its headers are decoded.
   */
  private boolean answerTooLarge(int streamId) {
    try {
      Http2Stream known = connection().stream(streamId);
      Http2Stream stream =
          known == null ? connection().remote().createStream(streamId, true) : known;
      return !stream.isHeadersSent() && events.headersTooLarge(stream);
    } catch (Http2Exception e) {
      return false;
    }
  }

  private static final class Builder
      extends AbstractHttp2ConnectionHandlerBuilder<FrameConnection, Builder> {
    final Http2Config config;
    final FrameEvents events;
    final Peer peer;
    final ResetLimit resets;
    final StreamingFrameReader reader;

    Builder(Http2Config config, FrameEvents events, Peer peer, ResetLimit resets) {
      this.config = config;
      this.events = events;
      this.peer = peer;
      this.resets = resets;
      this.reader =
          new StreamingFrameReader(
              new DefaultHttp2FrameReader(
                  new DefaultHttp2HeadersDecoder(true, config.headers().maxBytes()),
                  MAX_SMALL_CONTINUATIONS));
      gracefulShutdownTimeoutMillis(config.drainTimeout().toMillis());
      decoderEnforceMaxConsecutiveEmptyDataFrames(MAX_EMPTY_DATA_FRAMES);
      decoderEnforceMaxRstFramesPerWindow(0, 0);
    }

    FrameConnection build(boolean server) {
      initialSettings(settings(server));
      DefaultHttp2Connection connection = new DefaultHttp2Connection(server, 0);
      connection
          .remote()
          .flowController(
              new DefaultHttp2RemoteFlowController(
                  connection, new UniformStreamByteDistributor(connection)));
      connection
          .local()
          .flowController(
              new DefaultHttp2LocalFlowController(
                  connection,
                  DefaultHttp2LocalFlowController.DEFAULT_WINDOW_UPDATE_RATIO,
                  peer == Peer.NODE));
      connection.addListener(events);
      Http2ConnectionEncoder encoder = encoder(connection);
      codec(decoder(connection, encoder), encoder);
      frameListener(resets.counting(events));
      return build();
    }

    private Http2Settings settings(boolean server) {
      Http2Settings settings =
          new Http2Settings()
              .headerTableSize(config.headers().tableBytes())
              .initialWindowSize(config.streamWindow())
              .maxFrameSize(config.frameSize())
              .maxHeaderListSize(config.headers().maxBytes());
      return server
          ? settings.maxConcurrentStreams(config.maxStreams())
          : settings.pushEnabled(false);
    }

    private static Http2ConnectionEncoder encoder(Http2Connection connection) {
      return new ControlFrameLimit(
          new DefaultHttp2ConnectionEncoder(connection, new DefaultHttp2FrameWriter()),
          MAX_UNREAD_CONTROL_FRAMES);
    }

    private Http2ConnectionDecoder decoder(
        Http2Connection connection, Http2ConnectionEncoder encoder) {
      return new DefaultHttp2ConnectionDecoder(
          connection,
          encoder,
          reader,
          Http2PromisedRequestVerifier.ALWAYS_VERIFY,
          true,
          true,
          true);
    }

    @Override
    protected FrameConnection build(
        Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
      return new FrameConnection(decoder, encoder, settings, this);
    }
  }
}
