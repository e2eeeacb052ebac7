package io.aumbry.transport.http.server;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.transport.buffer.NettyBuffer;
import io.aumbry.transport.http.HttpAnswer;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpFault;
import io.aumbry.transport.http.HttpFault.Kind;
import io.aumbry.transport.http.HttpHandler;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpResponse;
import io.aumbry.transport.loop.LoopCarrier;
import io.aumbry.transport.stream.ClientPace;
import io.aumbry.transport.stream.InboundStream;
import io.aumbry.transport.stream.OutboundGate;
import io.aumbry.transport.stream.StreamFailure;
import io.aumbry.transport.stream.UnreadBytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A request and its response, independent of the protocol. The handler's thread posts everything it
 * sends as tasks to the loop of the connection.
 */
final class Exchange implements HttpExchange, InboundStream.Origin, Claimant {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  /**
   * Bytes of a response that are passed to the port at once. Progress shows after each piece, so a
   * slow client is seen to take bytes.
   */
  private static final int PIECE = 64 * 1024;

  private static final String SLOW_BODY = "The request body arrived too slowly";
  private static final Set<ErrorCode> EXPECTED =
      EnumSet.of(ErrorCode.CLIENT_GONE, ErrorCode.CLIENT_TOO_SLOW, ErrorCode.CANCELLED);

  /** The connection or stream of an exchange. Called on the loop unless a method says otherwise. */
  interface Port {
    /** As {@link HttpExchange#peer}. Called on any thread. */
    Peer peer();

    /** An identifier of the connection, the same for all its exchanges. Called on any thread. */
    Object connection();

    /** Ends a request early, with an error response if none has begun, otherwise by aborting it. */
    void giveWay(Exchange exchange, String reason);

    void wanted(Exchange exchange);

    void consumed(Exchange exchange, int bytes);

    void abandoned(Exchange exchange);

    /** Sends the head of the response. If {@code end}, no body follows. */
    void head(Exchange exchange, HttpResponse response, long contentLength, boolean end);

    /**
     * Takes over {@code bytes}, sends them, and informs the gate of {@code exchange} when done,
     * also if this fails.
     */
    void data(Exchange exchange, Buffer bytes, boolean end);

    /** Aborts a response that will never be complete. */
    void abort(Exchange exchange);

    /** The handler has ended. Called on its thread. */
    void ended();
  }

  private final HttpRequest request;
  private final LoopCarrier carrier;
  private final Port port;
  private final InboundStream body;
  private final OutboundGate gate;
  private final ClientPace pace;

  /** Used by the handler only: bytes of the response that are not written yet. */
  private long remaining;

  private volatile boolean responded;
  private volatile boolean gone;
  private volatile @Nullable Thread worker;

  /** Used by the handler only: why it gave up on the client; empty if it did not. */
  private String tooSlow = "";

  /**
   * Creates the exchange of a new request.
   *
   * @param unread counts the bytes of its body that wait for the handler
   * @param reportEvery the handler reports reads after this number of bytes
   * @param unsentBytes limit of unsent response bytes at which the writer waits
   */
  Exchange(
      HttpRequest request,
      LoopCarrier carrier,
      Port port,
      UnreadBytes unread,
      int reportEvery,
      int unsentBytes) {
    this.request = request;
    this.carrier = carrier;
    this.port = port;
    this.pace = new ClientPace(carrier.time());
    this.body = new InboundStream(this, unread, reportEvery, pace);
    this.gate = new OutboundGate(unsentBytes, pace);
  }

  /** Loop: starts the handler on its own thread. */
  void start(HttpHandler handler) {
    carrier.start("http", () -> run(handler));
  }

  private void run(HttpHandler handler) {
    worker = Thread.currentThread();
    try {
      handler.handle(this);
    } catch (AumbryException e) {
      boolean expected = EXPECTED.contains(e.code());
      tooSlow = e.code() == ErrorCode.CLIENT_TOO_SLOW ? String.valueOf(e.getMessage()) : "";
      LOG.atLevel(expected ? Level.DEBUG : Level.WARN)
          .addKeyValue("path", request.path())
          .setCause(e)
          .log("A request was aborted");
    } catch (RuntimeException | Error e) {
      LOG.atError().addKeyValue("path", request.path()).setCause(e).log("A handler failed");
    } finally {
      try {
        finish(handler);
      } finally {
        worker = null;
        port.ended();
      }
    }
  }

  private void finish(HttpHandler handler) {
    if (!responded) {
      HttpAnswer answer = handler.refuse(fault());
      respond(answer.head(), answer.body());
    } else if (remaining > 0) {
      carrier.loop().execute(() -> port.abort(this));
    }
    body.close();
  }

  private HttpFault fault() {
    return tooSlow.isEmpty()
        ? new HttpFault(
            Kind.UNANSWERED, "The handler sent no response", request.headers(), request.peer())
        : new HttpFault(Kind.TOO_SLOW, tooSlow, request.headers(), request.peer());
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public Peer peer() {
    return port.peer();
  }

  @Override
  public Carrier carrier() {
    return carrier;
  }

  @Override
  public ByteSource body() {
    return body;
  }

  @Override
  public void respond(HttpResponse response, Body content) {
    begin();
    int length = content.size();
    post(() -> {
      Iterator<Buffer> slices = content.slices().iterator();
      try {
        boolean bodiless = !mayHaveBody(response) || length == 0;
        port.head(this, response, length, bodiless);
        if (!bodiless) {
          send(slices, length);
        }
      } finally {
        slices.forEachRemaining(Buffer::close);
      }
    });
  }

  /** Runs a step of the response on the loop. A step that fails aborts the response. */
  private void post(Runnable step) {
    carrier
        .loop()
        .execute(() -> {
          try {
            step.run();
          } catch (RuntimeException | Error e) {
            fail("The response could not be sent");
            port.abort(this);
            LOG.atError().addKeyValue("path", request.path()).setCause(e).log("Sending failed");
          }
        });
  }

  private void send(Iterator<Buffer> slices, int length) {
    int left = length;
    while (slices.hasNext()) {
      Buffer slice = slices.next();
      int size = slice.size();
      if (size == 0) {
        slice.close();
        continue;
      }
      left -= size;
      gate.add(size);
      send(slice, left == 0);
    }
  }

  private void send(Buffer bytes, boolean end) {
    int size = bytes.size();
    if (size <= PIECE) {
      port.data(this, bytes, end);
      return;
    }
    int at = 0;
    try (bytes) {
      while (at < size) {
        Buffer piece = bytes.slice(at, Math.min(PIECE, size - at));
        at += piece.size();
        port.data(this, piece, end && at == size);
      }
    } finally {
      lose(size - at);
    }
  }

  private void lose(int bytes) {
    if (bytes > 0) {
      gate.sent(bytes);
    }
  }

  /** Loop: as {@link NettyBuffer#take}. If it fails, for lack of memory, the bytes are lost. */
  ByteBuf toSend(Buffer bytes, ByteBufAllocator copies) {
    int lost = bytes.size();
    try {
      ByteBuf taken = NettyBuffer.take(bytes, copies);
      lost = 0;
      return taken;
    } finally {
      lose(lost);
    }
  }

  @Override
  public ByteSink respond(HttpResponse response, long contentLength) {
    if (contentLength < 0) {
      throw new IllegalArgumentException("content of " + contentLength + " bytes");
    }
    begin();
    boolean bodiless = !mayHaveBody(response) || contentLength == 0;
    remaining = bodiless ? 0 : contentLength;
    post(() -> port.head(this, response, contentLength, bodiless));
    if (!bodiless) {
      gate.await();
    }
    return bodiless && contentLength > 0 ? Buffer::close : this::write;
  }

  private void begin() {
    if (responded) {
      throw new IllegalStateException("The response has already begun");
    }
    responded = true;
  }

  private void write(Buffer bytes) {
    int size = bytes.size();
    try {
      gate.check();
      if (size > remaining) {
        throw new AumbryException(
            ErrorCode.INTERNAL,
            "Response exceeds its announced length: "
                + size
                + " bytes, but "
                + remaining
                + " left");
      }
    } catch (AumbryException e) {
      bytes.close();
      throw e;
    }
    if (size == 0) {
      bytes.close();
      return;
    }
    remaining -= size;
    boolean end = remaining == 0;
    gate.add(size);
    post(() -> send(bytes, end));
    if (!end) {
      gate.await();
    }
  }

  @Override
  public boolean hasResponded() {
    return responded;
  }

  boolean mayHaveBody(HttpResponse response) {
    return !request.method().equals("HEAD") && response.status() != 204 && response.status() != 304;
  }

  InboundStream inbound() {
    return body;
  }

  OutboundGate gate() {
    return gate;
  }

  /** Loop: the client is gone, or must not be served any more. */
  void fail(String reason) {
    gone = true;
    body.fail(new StreamFailure(ErrorCode.CLIENT_GONE, reason));
    gate.fail(ErrorCode.CLIENT_GONE, reason);
    LockSupport.unpark(worker);
  }

  /**
   * Loop: the body arrives too slowly. The handler, which waits for it, may still respond with an
   * error.
   */
  void clientIsTooSlow() {
    clientIsTooSlow(SLOW_BODY);
  }

  void clientIsTooSlow(String reason) {
    body.fail(new StreamFailure(ErrorCode.CLIENT_TOO_SLOW, reason));
  }

  @Override
  public Claimant claimant() {
    return this;
  }

  @Override
  public Optional<Object> key(Scope scope) {
    return switch (scope) {
      case CONNECTION -> Optional.of(port.connection());
      case ADDRESS -> Optional.of(new PeerAddress(request.peer()).key());
      case NETWORK -> new PeerAddress(request.peer()).network();
      // Requests do not authenticate their client yet.
      case IDENTITY -> Optional.empty();
    };
  }

  @Override
  public boolean isGone() {
    return gone;
  }

  @Override
  public boolean admitsBytes() {
    return !gate.isShut();
  }

  @Override
  public long stalledNanos() {
    return pace.stalledNanos();
  }

  @Override
  public long bytesPerSecond() {
    return pace.bytesPerSecond();
  }

  @Override
  public void giveWay(String reason) {
    carrier.loop().execute(() -> port.giveWay(this, reason));
  }

  @Override
  public void closeWhenSent(ByteSource content) {
    gate.whenSent(content::close);
  }

  @Override
  public void wanted() {
    carrier.loop().execute(() -> port.wanted(this));
  }

  @Override
  public void consumed(int bytes) {
    carrier.loop().execute(() -> port.consumed(this, bytes));
  }

  @Override
  public void abandoned() {
    carrier.loop().execute(() -> port.abandoned(this));
  }
}
