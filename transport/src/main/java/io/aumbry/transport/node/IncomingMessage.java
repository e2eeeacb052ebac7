package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.Envelope;
import io.aumbry.protocol.message.HeaderAssembly;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpResponse;
import io.aumbry.transport.stream.MessageContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/** A node message in an HTTP exchange. */
final class IncomingMessage implements NodeExchange {
  private static final HttpResponse OK = new HttpResponse(200, HttpHeaders.builder().build());

  private final HttpExchange http;
  private final BufferPool pool;
  private final NodeRequest request;
  private final RequestContext context;
  private final ByteSource content;

  private IncomingMessage(
      HttpExchange http, BufferPool pool, Envelope envelope, Optional<Buffer> first) {
    this.http = http;
    this.pool = pool;
    this.request = envelope.request();
    Duration timeout = Duration.ofMillis(Math.max(0, envelope.timeoutMillis()));
    this.context =
        new RequestContext(
            envelope.requestId(),
            http.carrier(),
            Deadline.after(timeout, http.carrier().time()),
            http.claimant());
    this.content = new MessageContent(first, http.body(), request.contentLength());
  }

  /**
   * Reads the header.
   *
   * @throws AumbryException if it is malformed
   */
  static IncomingMessage read(HttpExchange http, BufferPool pool) {
    HeaderAssembly assembly = new HeaderAssembly();
    Optional<Buffer> first = Optional.empty();
    while (!assembly.isComplete()) {
      try (Buffer piece = next(http.body())) {
        int taken = assembly.feed(piece.view());
        if (taken < piece.size()) {
          first = Optional.of(piece.slice(taken, piece.size() - taken));
        }
      }
    }
    try {
      return new IncomingMessage(http, pool, MessageCodec.decodeRequest(assembly.header()), first);
    } catch (AumbryException e) {
      first.ifPresent(Buffer::close);
      throw e;
    } catch (IllegalArgumentException e) {
      first.ifPresent(Buffer::close);
      throw new AumbryException(ErrorCode.CORRUPT_TRANSFER, "Message envelope: " + e, e);
    }
  }

  private static Buffer next(ByteSource body) {
    return body.next()
        .orElseThrow(
            () -> new AumbryException(ErrorCode.CORRUPT_TRANSFER, "Message ended in its header"));
  }

  /** Responds to a message that could not be handled. */
  static void fail(HttpExchange http, BufferPool pool, AumbryException failure) {
    NodeResponse response = new NodeResponse.Failed(failure.code(), reason(failure));
    Buffer header = pooled(pool, MessageCodec.encode(response));
    http.respond(OK, Body.of(header));
  }

  private static String reason(AumbryException failure) {
    return failure.getMessage() == null ? failure.code().name() : failure.getMessage();
  }

  @Override
  public NodeRequest request() {
    return request;
  }

  @Override
  public RequestContext context() {
    return context;
  }

  @Override
  public Peer peer() {
    return http.peer();
  }

  @Override
  public ByteSource content() {
    return content;
  }

  @Override
  public void reply(NodeResponse response, ByteSource answer) {
    try {
      ByteBuffer header = MessageCodec.encode(response);
      // This throws if the caller is gone, so the pooled buffer is allocated after it.
      ByteSink sink = http.respond(OK, (long) header.remaining() + response.contentLength());
      sink.write(pooled(pool, header));
      answer.transferTo(sink);
    } finally {
      http.closeWhenSent(answer);
    }
  }

  private static Buffer pooled(BufferPool pool, ByteBuffer header) {
    try {
      return pool.fill(header.remaining(), target -> target.put(header));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
