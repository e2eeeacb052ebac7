package io.aumbry.transport.node;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.http2.FrameConnection;
import io.aumbry.transport.http2.FrameEvents;
import io.aumbry.transport.http2.MessageFrames;
import io.aumbry.transport.loop.Deadlines;
import io.aumbry.transport.loop.LoopCarrier;
import io.aumbry.transport.stream.UnreadBytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An HTTP/2 connection to a node. Methods run on its loop unless they say otherwise. */
final class Http2NodeConnection extends FrameEvents implements NodeConnection {
  /** All fields are in HPACK's static table, three bytes on the wire. Never modified. */
  private static final Http2Headers POST =
      new DefaultHttp2Headers(false).method("POST").scheme("https").path("/");

  private final Owner owner;
  private final LoopCarrier carrier;
  private final NodeClientConfig config;
  private final LivenessProbe probe;
  private final Deadlines deadlines;
  private final int attempt;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private volatile @Nullable Link link;

  /** The node's limit of open streams. Only the loop writes it. */
  private volatile long maxStreams = Long.MAX_VALUE;

  private String reason = "The connection was closed";
  private boolean up;
  private volatile boolean served;
  private boolean leaving;
  private boolean closed;

  /** The members that exist once the connection is established. */
  private record Link(
      FrameConnection frames,
      ChannelHandlerContext ctx,
      Http2Connection.PropertyKey key,
      OutgoingCall.Inbox inbox) {}

  Http2NodeConnection(Owner owner, LoopCarrier carrier, NodeClientConfig config, int attempt) {
    this.attempt = attempt;
    this.owner = owner;
    this.carrier = carrier;
    this.config = config;
    this.probe = new LivenessProbe(this, carrier, config.liveness());
    this.deadlines = new Deadlines(carrier, this::sweep);
  }

  @Override
  public LoopCarrier carrier() {
    return carrier;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public void connected(FrameConnection connection, ChannelHandlerContext context) {
    if (closed) {
      var _ = context.close();
      return;
    }
    OutgoingCall.Inbox inbox =
        new OutgoingCall.Inbox(
            context.alloc(), connection.unread(), config.http2().streamWindow() / 8);
    link = new Link(connection, context, connection.connection().newKey(), inbox);
    probe.start();
    context
        .channel()
        .closeFuture()
        .addListener(_ -> {
          probe.stop();
          deadlines.stop();
        });
  }

  /** From any thread. */
  @Override
  public long unreadBytes() {
    Link at = link;
    return at == null ? 0 : at.frames.unread().count();
  }

  /** From any thread. */
  @Override
  public boolean hasRoom(int size) {
    Link at = link;
    return at != null
        && !at.frames.unread().isFull()
        && calls.get() < Math.min(config.maxCalls(), maxStreams)
        && bytes.get() + size <= config.maxBytes();
  }

  /** Calls start after the node's settings have arrived, so that they respect them. */
  @Override
  public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) {
    probe.heard();
    Long limit = settings.maxConcurrentStreams();
    if (limit != null) {
      maxStreams = limit;
    }
    up = true;
    owner.up(this);
  }

  @Override
  public void broken(Throwable cause) {
    reason = "The connection broke: " + cause.getMessage();
  }

  @Override
  public String reason() {
    return reason;
  }

  @Override
  public boolean wasUp() {
    return up;
  }

  /** From any thread. */
  @Override
  public boolean isProven() {
    return served;
  }

  @Override
  public void join(ChannelPipeline pipeline) {
    pipeline.addLast(FrameConnection.nodeClient(config.http2(), this));
  }

  /** From any thread. */
  @Override
  public void submit(OutgoingCall call) {
    call.assign(this);
    if (calls.incrementAndGet() > config.maxCalls()) {
      calls.decrementAndGet();
      call.fail(
          ErrorCode.OVERLOADED,
          "More than " + config.maxCalls() + " calls on a connection to " + call.node().id());
      return;
    }
    int size = call.size();
    if (bytes.addAndGet(size) > config.maxBytes()) {
      release(size);
      call.fail(
          ErrorCode.OVERLOADED,
          "More than " + config.maxBytes() + " bytes on a connection to " + call.node().id());
      return;
    }
    carrier.loop().execute(() -> begin(call, size));
  }

  private void release(int size) {
    calls.decrementAndGet();
    bytes.addAndGet(-size);
  }

  private void begin(OutgoingCall call, int size) {
    Link at = link;
    if (call.isCancelled() || at == null || !acceptsCalls(at)) {
      release(size);
      call.fail(ErrorCode.CONNECTION_LOST, "The connection to " + call.node().id() + " is closed");
      return;
    }
    Http2Connection connection = at.frames.connection();
    if (!connection.local().canOpenStream() || at.frames.unread().isFull()) {
      release(size);
      call.fail(ErrorCode.OVERLOADED, overload(call, at));
      return;
    }
    deadlines.expect(call.deadline());
    try {
      open(call, size, at);
    } catch (RuntimeException | OutOfMemoryError e) {
      if (call.sized() == 0) {
        release(size);
      }
      call.fail(ErrorCode.OVERLOADED, "The " + call + " could not be sent: " + e);
      reset(call, Http2Error.CANCEL);
    }
  }

  private void open(OutgoingCall call, int size, Link at) {
    Http2Connection connection = at.frames.connection();
    int id = connection.local().incrementAndGetNextStreamId();
    var _ = at.frames.encoder().writeHeaders(at.ctx, id, POST, 0, false, at.ctx.newPromise());
    Http2Stream stream = connection.stream(id);
    if (stream == null) {
      release(size);
      call.fail(ErrorCode.CONNECTION_LOST, "The connection to " + call.node().id() + " is used up");
      leave();
      return;
    }
    call.streamId(id);
    call.sized(size);
    stream.setProperty(at.key, call);
    new MessageFrames(at.frames, at.ctx).write(id, call.header(), call.takeContent());
    at.frames.scheduleFlush(at.ctx);
  }

  private boolean acceptsCalls(Link at) {
    return !leaving && !closed && at.ctx.channel().isActive();
  }

  private static String overload(OutgoingCall call, Link at) {
    UnreadBytes unread = at.frames.unread();
    return unread.isFull()
        ? "More than "
            + unread.limit()
            + " bytes of responses of "
            + call.node().id()
            + " are unread"
        : call.node().id()
            + " accepts no more than "
            + at.frames.connection().local().maxActiveStreams()
            + " calls on a connection";
  }

  /** From any thread. */
  @Override
  public void cancel(OutgoingCall call) {
    carrier
        .loop()
        .execute(() -> {
          boolean whole = call.isComplete();
          call.dropAnswer();
          if (!whole) {
            reset(call, Http2Error.CANCEL);
          }
        });
  }

  /** From any thread. */
  @Override
  public void consumed(OutgoingCall call, int count) {
    carrier
        .loop()
        .execute(() -> {
          call.read(count);
          giveBack(call, count);
        });
  }

  private void giveBack(OutgoingCall call, int count) {
    Link at = link;
    Http2Stream stream = at == null ? null : at.frames.connection().stream(call.streamId());
    if (at == null || stream == null || count == 0) {
      return;
    }
    try {
      if (at.frames.decoder().flowController().consumeBytes(stream, count)) {
        at.frames.scheduleFlush(at.ctx);
      }
    } catch (Http2Exception e) {
      at.frames.onError(at.ctx, true, e);
    }
  }

  private void reset(OutgoingCall call, Http2Error error) {
    Link at = link;
    if (at != null
        && call.streamId() > 0
        && at.frames.connection().stream(call.streamId()) != null) {
      var _ = at.frames.resetStream(at.ctx, call.streamId(), error.code(), at.ctx.newPromise());
      at.frames.scheduleFlush(at.ctx);
    }
  }

  private @Nullable OutgoingCall callOf(@Nullable Http2Stream stream) {
    Link at = link;
    return stream == null || at == null ? null : stream.getProperty(at.key);
  }

  private @Nullable OutgoingCall callOf(int streamId) {
    Link at = link;
    return at == null ? null : callOf(at.frames.connection().stream(streamId));
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx,
      int streamId,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endOfStream) {
    onHeadersRead(ctx, streamId, headers, padding, endOfStream);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean end) {
    probe.heard();
    OutgoingCall call = callOf(streamId);
    CharSequence status = headers.status();
    if (call == null || status == null) {
      return;
    }
    if (!"200".contentEquals(status)) {
      call.fail(ErrorCode.CONNECTION_LOST, call.node().id() + " answered with status " + status);
      reset(call, Http2Error.CANCEL);
    } else if (end) {
      receive(call, Unpooled.EMPTY_BUFFER, true);
    }
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean endOfStream) {
    probe.heard();
    OutgoingCall call = callOf(streamId);
    int size = data.readableBytes();
    return padding + (call == null ? size : receive(call, data, endOfStream));
  }

  private int receive(OutgoingCall call, ByteBuf data, boolean end) {
    int size = data.readableBytes();
    Link at = link;
    if (at == null) {
      return size;
    }
    boolean before = call.isReplied();
    try {
      int done = call.received(data, end, at.inbox);
      if (!before && !call.isComplete()) {
        deadlines.expect(call.due(carrier.time().monotonicNanos(), stallNanos()));
      }
      return done;
    } catch (AumbryException e) {
      call.fail(e.code(), e.getMessage() == null ? e.code().name() : e.getMessage());
      reset(call, Http2Error.PROTOCOL_ERROR);
      return size;
    }
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext ctx, int streamId, long errorCode) {
    probe.heard();
    OutgoingCall call = callOf(streamId);
    if (call == null || call.isComplete()) {
      return;
    }
    Http2Error error = Http2Error.valueOf(errorCode);
    boolean notBegun = error == Http2Error.REFUSED_STREAM || error == Http2Error.ENHANCE_YOUR_CALM;
    call.fail(
        notBegun ? ErrorCode.OVERLOADED : ErrorCode.CONNECTION_LOST,
        call.node().id() + " reset the call: " + error);
  }

  @Override
  public void onWindowUpdateRead(ChannelHandlerContext ctx, int streamId, int increment) {
    probe.heard();
  }

  @Override
  public void onPingAckRead(ChannelHandlerContext ctx, long data) {
    probe.heard();
  }

  @Override
  public void onPingRead(ChannelHandlerContext ctx, long data) {
    probe.heard();
  }

  @Override
  public void onStreamClosed(Http2Stream stream) {
    OutgoingCall call = callOf(stream);
    if (call != null) {
      release(call.sized());
      served |= call.isComplete();
      call.close();
    }
    closeIfLeft();
  }

  @Override
  public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
    leave();
  }

  /** Accepts no new calls, and closes when the last one is done. */
  private void leave() {
    if (!leaving) {
      leaving = true;
      owner.lost(this, "The node is closing the connection");
      carrier.loop().execute(this::closeIfLeft);
    }
  }

  private void closeIfLeft() {
    Link at = link;
    if (at != null && leaving && at.frames.connection().numActiveStreams() == 0) {
      var _ = at.ctx.close();
    }
  }

  private void sweep(long now) {
    Link at = link;
    if (at == null) {
      return;
    }
    long stall = stallNanos();
    List<OutgoingCall> late = new ArrayList<>();
    forEachCall(call -> {
      if (call.expire(now, stall)) {
        late.add(call);
      } else {
        deadlines.expect(call.due(now, stall));
      }
    });
    late.forEach(call -> reset(call, Http2Error.CANCEL));
  }

  private long stallNanos() {
    return config.liveness().stall().toNanos();
  }

  private void forEachCall(Consumer<OutgoingCall> action) {
    Link at = link;
    if (at == null) {
      return;
    }
    try {
      at.frames
          .connection()
          .forEachActiveStream(stream -> {
            OutgoingCall call = callOf(stream);
            if (call != null) {
              action.accept(call);
            }
            return true;
          });
    } catch (Http2Exception e) {
      at.frames.onError(at.ctx, true, e);
    }
  }

  boolean hasCalls() {
    return calls.get() > 0;
  }

  void ping() {
    Link at = link;
    if (at != null) {
      var _ = at.frames.encoder().writePing(at.ctx, false, 0, at.ctx.newPromise());
      at.frames.scheduleFlush(at.ctx);
    }
  }

  /** From any thread. TLS may wait for unsent bytes before the channel closes. */
  @Override
  public void close(ErrorCode code, String reason) {
    owner.lost(this, reason);
    carrier
        .loop()
        .execute(() -> {
          closed = true;
          forEachCall(call -> call.failUnlessComplete(code, reason));
          Link at = link;
          if (at != null) {
            var _ = at.ctx.close();
          }
        });
  }
}
