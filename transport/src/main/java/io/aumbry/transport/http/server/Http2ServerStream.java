package io.aumbry.transport.http.server;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.transport.buffer.NettyBuffer;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpResponse;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.HttpTimeouts;
import io.aumbry.transport.http2.FrameConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** A request of an HTTP/2 connection. Used on its loop only. */
final class Http2ServerStream implements Exchange.Port {
  private static final Http2Headers CONTINUE =
      ReadOnlyHttp2Headers.serverHeaders(false, AsciiString.cached("100"));
  private static final Http2Headers BARE_OK =
      ReadOnlyHttp2Headers.serverHeaders(false, AsciiString.cached("200"));

  private final ServerLoop server;
  private final FrameConnection frames;
  private final ChannelHandlerContext ctx;
  private final Http2Stream stream;
  private final Peer identity;
  private final boolean expectsContinue;
  private final ConnectionLoad load;
  private final TransferProgress bodyProgress;
  private final TransferProgress sendProgress;
  private @Nullable Exchange exchange;
  private int unread;
  private boolean wanted;
  private boolean headSent;
  private boolean ended;

  /** Whether the request had to give way because others needed its memory. */
  private volatile boolean brokenOff;

  /**
   * @param load of the connection
   */
  Http2ServerStream(
      ServerLoop server,
      FrameConnection frames,
      ChannelHandlerContext ctx,
      Http2Stream stream,
      Peer identity,
      boolean expectsContinue,
      ConnectionLoad load) {
    this.server = server;
    this.frames = frames;
    this.ctx = ctx;
    this.stream = stream;
    this.identity = identity;
    this.expectsContinue = expectsContinue;
    this.load = load;
    this.bodyProgress = new TransferProgress(server.sweep().now());
    this.sendProgress = new TransferProgress(server.sweep().now());
  }

  void start(HttpRequest request, boolean complete) {
    HttpServerConfig config = server.config();
    Exchange started =
        new Exchange(
            request,
            server.carrier(),
            this,
            frames.unread(),
            config.http2().streamWindow() / 8,
            config.limits().unsentBytes());
    exchange = started;
    if (isWindowShut()) {
      started.gate().shut();
    }
    load.begin();
    if (complete) {
      started.inbound().end();
    }
    started.start(server.handler());
  }

  /**
   * Handles more bytes of the body.
   *
   * @return number of bytes that need no further accounting
   */
  int received(ByteBuf bytes, boolean end) {
    Exchange current = exchange;
    int size = bytes.readableBytes();
    if (current == null) {
      return size;
    }
    bodyProgress.add(size);
    boolean dropped = current.inbound().isClosed() || current.inbound().isComplete();
    if (!dropped && size > 0) {
      unread += size;
      current.inbound().offer(NettyBuffer.received(bytes, ctx.alloc()));
    }
    if (end) {
      current.inbound().end();
    }
    return dropped ? size : 0;
  }

  void receivedTrailers() {
    if (exchange != null) {
      exchange.inbound().end();
    }
  }

  void windowChanged() {
    if (exchange != null && !isWindowShut()) {
      exchange.gate().open();
    }
  }

  private boolean isWindowShut() {
    return frames.encoder().flowController().windowSize(stream) <= 0;
  }

  void closed(String reason) {
    if (exchange != null) {
      exchange.fail(reason);
    }
  }

  @Override
  public Peer peer() {
    return identity;
  }

  @Override
  public Object connection() {
    return ctx.channel().id();
  }

  @Override
  public void giveWay(Exchange current, String reason) {
    brokenOff = true;
    if (headSent) {
      current.fail(reason);
      reset(Http2Error.ENHANCE_YOUR_CALM);
    } else {
      current.clientIsTooSlow(reason);
    }
  }

  @Override
  public void wanted(Exchange current) {
    wanted = true;
    bodyProgress.restart(server.sweep().now());
    if (expectsContinue && !headSent && isOpen()) {
      var _ = frames.encoder().writeHeaders(ctx, stream.id(), CONTINUE, 0, false, ctx.newPromise());
      frames.scheduleFlush(ctx);
    }
  }

  @Override
  public void consumed(Exchange current, int bytes) {
    unread -= bytes;
    giveBack(bytes);
  }

  @Override
  public void abandoned(Exchange current) {
    int bytes = unread;
    unread = 0;
    giveBack(bytes);
  }

  private void giveBack(int bytes) {
    if (bytes > 0 && stream.state() != Http2Stream.State.CLOSED) {
      try {
        if (frames.decoder().flowController().consumeBytes(stream, bytes)) {
          frames.scheduleFlush(ctx);
        }
      } catch (Http2Exception e) {
        frames.onError(ctx, true, e);
      }
    }
  }

  private boolean isOpen() {
    return ctx.channel().isActive() && !stream.isResetSent() && stream.state().localSideOpen();
  }

  @Override
  public void head(Exchange current, HttpResponse response, long contentLength, boolean end) {
    if (!isOpen()) {
      current.fail("The stream is closed");
      return;
    }
    headSent = true;
    ChannelPromise promise = ctx.newPromise();
    var _ =
        frames
            .encoder()
            .writeHeaders(ctx, stream.id(), fields(response, contentLength), 0, end, promise);
    ended = end;
    if (end) {
      promise.addListener(_ -> stopSender());
    }
    frames.scheduleFlush(ctx);
  }

  private Http2Headers fields(HttpResponse response, long contentLength) {
    if (server.config().protocols() == HttpServerConfig.Protocols.NODE) {
      return response.status() == 200
          ? BARE_OK
          : new DefaultHttp2Headers(false).status(Integer.toString(response.status()));
    }
    Http2Headers fields = new DefaultHttp2Headers(true);
    fields.status(Integer.toString(response.status()));
    response.headers().forEach((name, value) -> Http2Fields.add(fields, name, value));
    boolean says = fields.contains("content-length");
    if (!says && response.status() != 204 && response.status() != 304) {
      fields.setLong("content-length", contentLength);
    }
    return fields.set("date", server.date().text());
  }

  @Override
  public void data(Exchange current, Buffer bytes, boolean end) {
    int size = bytes.size();
    if (!isOpen()) {
      bytes.close();
      current.gate().sent(size);
      return;
    }
    ByteBuf piece = current.toSend(bytes, ctx.alloc());
    ended = end;
    try {
      write(current, piece, end);
    } catch (RuntimeException | Error e) {
      // The exchange may still abort the stream.
      ended = false;
      throw e;
    }
  }

  private void write(Exchange current, ByteBuf piece, boolean end) {
    int size = piece.readableBytes();
    frames
        .encoder()
        .writeData(ctx, stream.id(), piece, 0, end, ctx.newPromise())
        .addListener(_ -> {
          current.gate().sent(size);
          sendProgress.add(size);
          server.figures().countSent(size);
          if (end) {
            stopSender();
          }
        });
    frames.scheduleFlush(ctx);
  }

  /** Stops an unwanted request body once the response is complete (RFC 9113, 8.1). */
  private void stopSender() {
    if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL && ctx.channel().isActive()) {
      reset(Http2Error.NO_ERROR);
    }
  }

  @Override
  public void ended() {
    if (brokenOff) {
      var _ = server.carrier().schedule(ConnectionLoad.AFTERMATH, load::end);
    } else {
      load.end();
    }
  }

  /** The client sends nothing more. An incomplete body stays incomplete. */
  void inputClosed() {
    if (exchange != null && !exchange.inbound().isComplete()) {
      exchange.fail("The client closed its side before the end of the body");
    }
  }

  @Override
  public void abort(Exchange current) {
    if (!ended) {
      reset(Http2Error.INTERNAL_ERROR);
    }
  }

  private void reset(Http2Error error) {
    if (stream.state() != Http2Stream.State.CLOSED) {
      var _ = frames.resetStream(ctx, stream.id(), error.code(), ctx.newPromise());
      frames.scheduleFlush(ctx);
    }
  }

  void check(long now) {
    HttpTimeouts timeouts = server.config().timeouts();
    Exchange current = exchange;
    if (current == null) {
      return;
    }
    if (!wanted || unread > 0 || current.inbound().isComplete()) {
      bodyProgress.restart(now);
    } else if (bodyProgress.isTooSlow(
        now, timeouts.bodyProgress().toNanos(), timeouts.bodyProgressBytes())) {
      refuseSlowBody(current);
    }
    boolean awaitsWindow = headSent && current.gate().isShut();
    if (current.gate().unsent() == 0 && !awaitsWindow) {
      sendProgress.restart(now);
    } else if (sendProgress.isTooSlow(
        now, timeouts.idle().toNanos(), timeouts.sendProgressBytes())) {
      giveUp(current, "The client did not read the response");
    }
  }

  private void refuseSlowBody(Exchange current) {
    if (headSent) {
      giveUp(current, "The request body arrived too slowly");
    } else {
      server.figures().countTimeout();
      current.clientIsTooSlow();
    }
  }

  private void giveUp(Exchange current, String reason) {
    server.figures().countTimeout();
    current.fail(reason);
    reset(Http2Error.CANCEL);
  }
}
