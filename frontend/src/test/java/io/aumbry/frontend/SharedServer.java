package io.aumbry.frontend;

import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.HttpAnswer;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpFault;
import io.aumbry.transport.http.HttpHandler;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A real HTTP/1.1 server that the tests of this process share, because they make thousands of
 * frontends. Each request has a connection of its own.
 */
final class SharedServer implements HttpHandler {
  private static final SharedServer SHARED = new SharedServer();

  /** Shared by the requests in hand. */
  private final ReadWriteLock work = new ReentrantReadWriteLock();

  private final int port;
  private volatile HttpHandler frontend = exchange -> {};

  private SharedServer() {
    EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), new SystemTime());
    this.port =
        HttpServer.start(loops, HttpServerConfig.defaults("127.0.0.1", 0), Optional.empty(), this)
            .port();
  }

  @Override
  public void handle(HttpExchange exchange) {
    work.readLock().lock();
    try {
      frontend.handle(exchange);
    } finally {
      work.readLock().unlock();
    }
  }

  @Override
  public HttpAnswer refuse(HttpFault fault) {
    return frontend.refuse(fault);
  }

  /**
   * Sends a request to a frontend, and returns after the frontend has ended its work on it.
   *
   * @param request without length and coding of the body
   */
  static Reply send(HttpHandler frontend, HttpRequest request, byte[] body) {
    SHARED.frontend = frontend;
    try (RawClient client = new RawClient(SHARED.port)) {
      client.send(head(request));
      client.send(request.contentLength() < 0 ? chunked(body) : text(body));
      RawClient.Response response = client.response(!request.method().equals("HEAD"));
      // The frontend may still be at work after its answer.
      SHARED.work.writeLock().lock();
      try {
        return reply(response);
      } finally {
        SHARED.work.writeLock().unlock();
      }
    } catch (IOException e) {
      throw new AssertionError(request.method() + " " + request.path(), e);
    }
  }

  private static String head(HttpRequest request) {
    StringBuilder head = new StringBuilder(request.method()).append(' ').append(request.path());
    if (!request.query().isEmpty()) {
      head.append('?').append(request.query());
    }
    head.append(" HTTP/1.1\r\nHost: localhost\r\n");
    request
        .headers()
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (request.contentLength() < 0) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (request.contentLength() > 0 || request.method().startsWith("P")) {
      head.append("Content-Length: ").append(request.contentLength()).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  private static String chunked(byte[] body) {
    String content = text(body);
    String last = "0\r\n\r\n";
    return body.length == 0
        ? last
        : Integer.toHexString(body.length) + "\r\n" + content + "\r\n" + last;
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.ISO_8859_1);
  }

  private static Reply reply(RawClient.Response response) {
    String length = response.header("content-length");
    return new Reply(
        response.status(),
        response.headers(),
        length.isEmpty() ? 0 : Long.parseLong(length),
        HeapBuffer.copyOf(response.body().getBytes(StandardCharsets.ISO_8859_1)));
  }
}
