package io.aumbry.transport.node;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.buffer.NettyBuffer;
import io.aumbry.transport.loop.Deadlines;
import io.aumbry.transport.loop.LoopCarrier;
import io.aumbry.transport.stream.UnreadBytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 connection to a node, with one call at a time. Cancelling a call closes the
 * connection, because nothing else stops the node. Methods run on its loop unless they say
 * otherwise.
 */
final class Http1NodeConnection extends ChannelInboundHandlerAdapter implements NodeConnection {
  private static final byte[] HEAD =
      "POST / HTTP/1.1\r\nhost: node\r\ncontent-length: ".getBytes(US_ASCII);
  private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(US_ASCII);
  private static final int MOST_DIGITS = 10;

  /** Unread bytes, in windows and including earlier calls, at which no call starts. */
  private static final int MAX_UNREAD_WINDOWS = 16;

  private final Owner owner;
  private final ConnectionPool pool;
  private final LoopCarrier carrier;
  private final NodeClientConfig config;
  private final int attempt;
  private final Deadlines deadlines;
  private final UnreadBytes unread;
  private @Nullable ChannelHandlerContext ctx;
  private OutgoingCall.@Nullable Inbox inbox;
  private @Nullable OutgoingCall current;

  /** Whether the current call is completely sent, and whether the connection can be reused. */
  private boolean sent;

  private boolean keepAlive;
  private volatile boolean proven;
  private boolean closed;
  private String reason = "The connection was closed";

  Http1NodeConnection(
      Owner owner, ConnectionPool pool, LoopCarrier carrier, NodeClientConfig config, int attempt) {
    this.owner = owner;
    this.pool = pool;
    this.carrier = carrier;
    this.config = config;
    this.attempt = attempt;
    this.deadlines = new Deadlines(carrier, this::sweep);
    this.unread = new UnreadBytes((long) MAX_UNREAD_WINDOWS * window());
  }

  private int window() {
    return config.http2().streamWindow();
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
  public long unreadBytes() {
    return unread.count();
  }

  @Override
  public boolean hasRoom(int size) {
    return !unread.isFull();
  }

  @Override
  public String reason() {
    return reason;
  }

  @Override
  public boolean wasUp() {
    return ctx != null;
  }

  @Override
  public boolean isProven() {
    return proven;
  }

  @Override
  public void broken(Throwable cause) {
    reason = "The connection broke: " + cause.getMessage();
  }

  @Override
  public void join(ChannelPipeline pipeline) {
    HttpDecoderConfig decoding =
        new HttpDecoderConfig()
            .setMaxHeaderSize(config.http2().headers().maxBytes())
            .setMaxChunkSize(Integer.MAX_VALUE)
            .setAllowPartialChunks(true)
            .setStrictLineParsing(true);
    pipeline.addLast(new HttpResponseDecoder(decoding), this);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    if (context.channel().isActive()) {
      connected(context);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    connected(context);
  }

  private void connected(ChannelHandlerContext context) {
    if (closed) {
      var _ = context.close();
    } else if (ctx == null) {
      ctx = context;
      inbox = new OutgoingCall.Inbox(context.alloc(), unread, window() / 8);
      owner.up(this);
      pool.free(this);
    }
  }

  /** From any thread, after the caller took this connection from the pool. */
  @Override
  public void submit(OutgoingCall call) {
    call.assign(this);
    carrier.loop().execute(() -> begin(call));
  }

  private void begin(OutgoingCall call) {
    ChannelHandlerContext at = ctx;
    if (at == null || closed || !at.channel().isActive()) {
      call.fail(ErrorCode.CONNECTION_LOST, "The connection to " + call.node().id() + " is closed");
    } else if (call.isCancelled()) {
      call.dropAnswer();
      pool.free(this);
    } else if (unread.isFull()) {
      call.fail(
          ErrorCode.OVERLOADED,
          "More than "
              + unread.limit()
              + " bytes of responses of "
              + call.node().id()
              + " are unread");
      pool.free(this);
    } else {
      current = call;
      deadlines.expect(call.deadline());
      try {
        send(call, at);
      } catch (RuntimeException | OutOfMemoryError e) {
        proven = true;
        breakOff(call, ErrorCode.OVERLOADED, "The " + call + " could not be sent: " + e);
      }
    }
  }

  private void send(OutgoingCall call, ChannelHandlerContext at) {
    int size = call.size();
    ByteBuf head =
        at.alloc()
            .directBuffer(
                HEAD.length + MOST_DIGITS + END_OF_HEAD.length + call.header().remaining());
    head.writeBytes(HEAD);
    head.writeCharSequence(Integer.toString(size), US_ASCII);
    head.writeBytes(END_OF_HEAD).writeBytes(call.header());
    sent = false;
    ChannelFuture last = at.write(head);
    Iterator<Buffer> slices = call.takeContent().slices().iterator();
    try {
      while (slices.hasNext()) {
        last = at.write(NettyBuffer.take(slices.next(), at.alloc()));
      }
    } finally {
      slices.forEachRemaining(Buffer::close);
    }
    last.addListener(_ -> sent = true);
    at.flush();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    OutgoingCall call = current;
    try {
      if (call != null && message instanceof HttpObject part) {
        receive(call, part);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void receive(OutgoingCall call, HttpObject part) {
    if (part.decoderResult().isFailure()) {
      breakOff(call, ErrorCode.CORRUPT_TRANSFER, call.node().id() + " does not speak HTTP/1.1");
      return;
    }
    proven = true;
    if (part instanceof HttpResponse head) {
      keepAlive = HttpUtil.isKeepAlive(head);
      if (!HttpResponseStatus.OK.equals(head.status())) {
        breakOff(
            call,
            ErrorCode.CONNECTION_LOST,
            call.node().id() + " answered with status " + head.status());
        return;
      }
    }
    if (part instanceof HttpContent content) {
      receive(call, content.content(), part instanceof LastHttpContent);
    }
  }

  private void receive(OutgoingCall call, ByteBuf bytes, boolean last) {
    OutgoingCall.Inbox into = inbox;
    if (into == null) {
      return;
    }
    boolean before = call.isReplied();
    try {
      call.received(bytes, last, into);
    } catch (AumbryException e) {
      breakOff(call, e.code(), e.getMessage() == null ? e.code().name() : e.getMessage());
      return;
    }
    if (last) {
      finish(call);
    } else if (!before && !call.isComplete()) {
      deadlines.expect(
          call.due(carrier.time().monotonicNanos(), config.liveness().stall().toNanos()));
    }
    updateReading();
  }

  private void finish(OutgoingCall call) {
    current = null;
    call.close();
    if (sent && keepAlive) {
      pool.free(this);
    } else {
      close();
    }
  }

  /**
   * Fails the call and closes the connection, because the next response could not be told from the
   * rest of this one.
   */
  private void breakOff(OutgoingCall call, ErrorCode code, String why) {
    call.fail(code, why);
    giveUp(call);
  }

  private void giveUp(OutgoingCall call) {
    current = null;
    call.close();
    close();
  }

  private void close() {
    closed = true;
    ChannelHandlerContext at = ctx;
    if (at != null) {
      var _ = at.close();
    }
  }

  /** Reads the socket only while the reader of the response keeps up. */
  private void updateReading() {
    ChannelHandlerContext at = ctx;
    OutgoingCall call = current;
    boolean read = call == null || call.unread() <= window();
    if (at != null && at.channel().config().isAutoRead() != read) {
      at.channel().config().setAutoRead(read);
    }
  }

  /** From any thread. */
  @Override
  public void cancel(OutgoingCall call) {
    carrier
        .loop()
        .execute(() -> {
          boolean whole = call.isComplete();
          call.dropAnswer();
          if (!whole && call == current) {
            proven = true;
            giveUp(call);
          }
        });
  }

  /** From any thread. */
  @Override
  public void consumed(OutgoingCall call, int bytes) {
    carrier
        .loop()
        .execute(() -> {
          call.read(bytes);
          updateReading();
        });
  }

  private void sweep(long now) {
    OutgoingCall call = current;
    if (call == null) {
      return;
    }
    long stall = config.liveness().stall().toNanos();
    if (call.expire(now, stall)) {
      proven = true;
      giveUp(call);
    } else {
      deadlines.expect(call.due(now, stall));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    closed = true;
    deadlines.stop();
    OutgoingCall call = current;
    if (call != null) {
      call.failUnlessComplete(ErrorCode.CONNECTION_LOST, reason);
      giveUp(call);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    broken(cause);
    close();
  }

  /** From any thread. */
  @Override
  public void close(ErrorCode code, String why) {
    owner.lost(this, why);
    carrier
        .loop()
        .execute(() -> {
          OutgoingCall call = current;
          if (call != null) {
            call.failUnlessComplete(code, why);
          }
          close();
        });
  }
}
