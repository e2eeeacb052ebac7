package io.aumbry.transport.http.server;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.transport.buffer.NettyBuffer;
import io.aumbry.transport.http.HttpAnswer;
import io.aumbry.transport.http.HttpFault.Kind;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpLimits;
import io.aumbry.transport.http.HttpResponse;
import io.aumbry.transport.http.HttpTimeouts;
import io.aumbry.transport.stream.StreamFailure;
import io.aumbry.transport.stream.UnreadBytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 connection. It handles one request at a time. Pipelined requests wait undecoded, and
 * pause reading of the socket. A client may close its side after its last request and still gets
 * the responses. Used on its loop only.
 */
final class Http1Connection extends ChannelInboundHandlerAdapter
    implements Exchange.Port, ConnectionSweep.Watched, StrictRequestDecoder.Receiver {
  private static final HttpHeaders NO_HEADERS = HttpHeaders.builder().build();

  private final ServerLoop server;
  private final Channel channel;
  private final Peer identity;
  private final ConnectionLoad load;
  private final Http1Closing closing;
  private final StrictRequestDecoder decoder;
  private boolean draining;

  /** Whether a request had to give way because others needed its memory. No request follows it. */
  private volatile boolean brokenOff;

  /** Whether the client has closed its side. */
  private boolean inputClosed;

  private final UnreadBytes unread = UnreadBytes.unlimited();
  private final Runnable flush = this::flush;
  private boolean flushScheduled;
  private @Nullable Http1Turn turn;

  /** Start of the wait for a request head, or of the idle time if {@code !headBegun}. */
  private long since;

  private boolean headBegun;

  /** Creates a connection that was opened at {@code opened}. */
  Http1Connection(
      ServerLoop server, Channel channel, Peer identity, ConnectionLoad load, long opened) {
    this.server = server;
    this.channel = channel;
    this.identity = identity;
    this.load = load;
    this.closing = new Http1Closing(channel, server.sweep());
    this.decoder = new StrictRequestDecoder(decoding(server.config().limits()), this);
    this.since = opened;
    server.sweep().add(this);
  }

  private static HttpDecoderConfig decoding(HttpLimits limits) {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(limits.initialLineBytes())
        .setMaxHeaderSize(limits.headerBytes())
        .setMaxChunkSize(Integer.MAX_VALUE)
        .setAllowPartialChunks(true)
        .setStrictLineParsing(true)
        .setUseRfc9112TransferEncoding(true);
  }

  StrictRequestDecoder decoder() {
    return decoder;
  }

  void received(int bytes) {
    server.figures().countReceived(bytes);
    Http1Turn current = turn;
    if (current != null) {
      current.bodyProgress.add(bytes);
    } else if (!headBegun) {
      headBegun = true;
      since = server.sweep().now();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    HttpObject object = (HttpObject) message;
    if (closing.isBegun()) {
      ReferenceCountUtil.release(object);
      return;
    }
    handle(object);
    updateReading();
  }

  @Override
  public StrictRequestDecoder.Intake intake() {
    if (closing.isBegun()) {
      return StrictRequestDecoder.Intake.DROP;
    }
    return turn == null || !turn.bodyComplete
        ? StrictRequestDecoder.Intake.DECODE
        : StrictRequestDecoder.Intake.HOLD;
  }

  @Override
  public void held() {
    updateReading();
  }

  private void handle(HttpObject object) {
    try {
      if (object instanceof io.netty.handler.codec.http.HttpRequest head) {
        begin(head);
      } else if (object instanceof HttpContent content && turn != null) {
        body(turn, content);
      }
    } finally {
      ReferenceCountUtil.release(object);
    }
  }

  private void begin(io.netty.handler.codec.http.HttpRequest raw) {
    HttpLimits limits = server.config().limits();
    InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
    switch (RequestHead.read(raw, limits, peer)) {
      case RequestHead.Invalid(Kind kind, String reason) ->
          refuse(kind, reason, RequestHead.headers(raw), raw.method().name().equals("HEAD"));
      case RequestHead.Valid head -> {
        Exchange exchange =
            new Exchange(
                head.request(),
                server.carrier(),
                this,
                unread,
                limits.unreadBodyBytes() / 4,
                limits.unsentBytes());
        turn = new Http1Turn(head, exchange, server.sweep().now());
        turn.closeAfter |= draining;
        load.begin();
        exchange.start(server.handler());
      }
    }
  }

  private void body(Http1Turn current, HttpContent content) {
    if (content.decoderResult().isFailure()) {
      current.closeAfter = true;
      current.bodyComplete = true;
      current
          .exchange
          .inbound()
          .fail(
              new StreamFailure(
                  ErrorCode.MALFORMED_REQUEST, "The chunked coding of the body is malformed"));
      return;
    }
    accept(current, content.content());
    if (content instanceof LastHttpContent) {
      current.bodyComplete = true;
      current.exchange.inbound().end();
      if (current.responseComplete) {
        next();
      }
    }
  }

  private void accept(Http1Turn current, ByteBuf bytes) {
    int size = bytes.readableBytes();
    if (size == 0) {
      return;
    }
    current.received += size;
    if (current.dropsBody()) {
      current.dropped += size;
    } else {
      current.unread += size;
      current.exchange.inbound().offer(NettyBuffer.received(bytes, channel.alloc()));
    }
  }

  private void updateReading() {
    boolean read = closing.isBegun() || (!decoder.isHolding() && wantsBody());
    if (channel.config().isAutoRead() != read) {
      channel.config().setAutoRead(read);
    }
  }

  private boolean wantsBody() {
    HttpLimits limits = server.config().limits();
    return turn == null
        || (turn.unread <= limits.unreadBodyBytes() && turn.dropped <= limits.drainBytes());
  }

  @Override
  public Peer peer() {
    return identity;
  }

  @Override
  public Object connection() {
    return channel.id();
  }

  @Override
  public void giveWay(Exchange exchange, String reason) {
    brokenOff = true;
    Http1Turn current = turn;
    if (current != null && current.exchange == exchange) {
      breakOff(current, reason);
    } else if (exchange.gate().unsent() > 0) {
      kill();
    }
  }

  @Override
  public void wanted(Exchange exchange) {
    Http1Turn current = turn;
    if (current == null || current.exchange != exchange || current.wanted) {
      return;
    }
    current.wanted = true;
    current.bodyProgress.restart(server.sweep().now());
    boolean asks = current.head.expectsContinue() && !current.headSent && current.received == 0;
    if (asks && !closing.isBegun()) {
      var _ = channel.write(Http1Head.interim(channel.alloc()), channel.voidPromise());
      scheduleFlush();
    }
    current.continued = true;
  }

  @Override
  public void consumed(Exchange exchange, int bytes) {
    if (turn != null && turn.exchange == exchange) {
      turn.unread -= bytes;
      updateReading();
    }
  }

  @Override
  public void abandoned(Exchange exchange) {
    if (turn != null && turn.exchange == exchange) {
      turn.abandoned = true;
      turn.unread = 0;
      updateReading();
    }
  }

  @Override
  public void head(Exchange exchange, HttpResponse response, long contentLength, boolean end) {
    Http1Turn current = turn;
    if (current == null || current.exchange != exchange || closing.isBegun()) {
      exchange.fail("The connection is closed");
      return;
    }
    current.headSent = true;
    current.closeAfter |=
        draining || !current.isWorthDraining(server.config().limits().drainBytes());
    var _ =
        channel.write(
            server.heads().of(response, contentLength, current.closeAfter, channel.alloc()),
            channel.voidPromise());
    scheduleFlush();
    if (end) {
      complete(current);
    }
  }

  @Override
  public void data(Exchange exchange, Buffer bytes, boolean end) {
    Http1Turn current = turn;
    int size = bytes.size();
    if (current == null || current.exchange != exchange || closing.isBegun()) {
      bytes.close();
      exchange.gate().sent(size);
      return;
    }
    channel
        .write(exchange.toSend(bytes, channel.alloc()))
        .addListener(sent -> {
          exchange.gate().sent(size);
          current.sendProgress.add(size);
          server.figures().countSent(size);
        });
    scheduleFlush();
    if (end) {
      complete(current);
    }
  }

  private void complete(Http1Turn current) {
    current.responseComplete = true;
    if (current.closeAfter) {
      boolean inputToCome = !current.bodyComplete && !inputClosed;
      current
          .exchange
          .inbound()
          .fail(new StreamFailure(ErrorCode.CLIENT_GONE, "The response is sent"));
      closing.begin(inputToCome);
      updateReading();
    } else if (current.bodyComplete) {
      next();
    }
  }

  private void next() {
    turn = null;
    headBegun = false;
    since = server.sweep().now();
    try {
      decoder.resume();
    } catch (Exception broken) {
      kill();
      return;
    }
    if (turn == null && draining && !closing.isBegun()) {
      closing.begin(false);
    }
    headBegun = turn == null && decoder.hasBegun();
    updateReading();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      closeInput();
    }
    context.fireUserEventTriggered(event);
  }

  /** The client sends nothing more, and no further request is pending. */
  private void closeInput() {
    inputClosed = true;
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    boolean canAnswer = tls == null || !tls.engine().isOutboundDone();
    Http1Turn current = turn;
    if (closing.isBegun()) {
      closing.inputClosed();
    } else if (canAnswer && current != null && current.bodyComplete) {
      current.closeAfter = true;
      current.sendProgress.restart(server.sweep().now());
    } else {
      kill();
    }
  }

  @Override
  public void abort(Exchange exchange) {
    if (turn != null && turn.exchange == exchange) {
      kill();
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

  /** Responds to an invalid request and closes the connection. */
  private void refuse(Kind kind, String reason, HttpHeaders headers, boolean headOnly) {
    HttpAnswer answer = server.refuse(kind, reason, headers, channel);
    try (Body body = answer.body()) {
      var _ =
          channel.write(
              server.heads().of(answer.head(), body.size(), true, channel.alloc()),
              channel.voidPromise());
      for (Buffer slice : headOnly ? List.<Buffer>of() : body.retain().slices()) {
        var _ = channel.write(NettyBuffer.take(slice, channel.alloc()), channel.voidPromise());
      }
    }
    closing.begin(!inputClosed);
    updateReading();
  }

  private void scheduleFlush() {
    if (!flushScheduled) {
      flushScheduled = true;
      channel.eventLoop().execute(flush);
    }
  }

  private void flush() {
    flushScheduled = false;
    channel.flush();
  }

  @Override
  public void check(long now) {
    HttpTimeouts timeouts = server.config().timeouts();
    Http1Turn current = turn;
    if (closing.isBegun()) {
      closing.check(now);
    } else if (current != null) {
      checkTurn(current, now, timeouts);
    } else if (headBegun && now - since > timeouts.head().toNanos()) {
      server.figures().countTimeout();
      refuse(Kind.TOO_SLOW, "The request head took too long", NO_HEADERS, false);
    } else if (!headBegun && now - since > timeouts.idle().toNanos()) {
      kill();
    }
  }

  private void checkTurn(Http1Turn current, long now, HttpTimeouts timeouts) {
    boolean clientsTurn = current.wanted && !current.bodyComplete && current.unread == 0;
    if (!clientsTurn) {
      current.bodyProgress.restart(now);
    } else if (current.bodyProgress.isTooSlow(
        now, timeouts.bodyProgress().toNanos(), timeouts.bodyProgressBytes())) {
      server.figures().countTimeout();
      breakOff(current, "The request body arrived too slowly");
      return;
    }
    boolean awaitsHandler = current.exchange.gate().unsent() == 0 && !inputClosed;
    if (awaitsHandler) {
      current.sendProgress.restart(now);
    } else if (current.sendProgress.isTooSlow(
        now, timeouts.idle().toNanos(), timeouts.sendProgressBytes())) {
      server.figures().countTimeout();
      kill();
    }
  }

  /** Lets the handler send an error response if it has not responded yet. */
  private void breakOff(Http1Turn current, String reason) {
    if (current.headSent || current.tooSlow) {
      kill();
    } else {
      current.tooSlow = true;
      current.abandoned = true;
      current.closeAfter = true;
      current.exchange.clientIsTooSlow(reason);
    }
  }

  @Override
  public void drain() {
    draining = true;
    if (turn == null && !closing.isBegun()) {
      closing.begin(false);
    }
  }

  @Override
  public void kill() {
    var _ = channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    server.sweep().remove(this);
    if (turn != null) {
      turn.exchange.fail("The client closed the connection");
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    kill();
  }
}
