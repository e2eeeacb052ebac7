package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.http.server.ServerFigures;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.tls.TlsConfig;
import java.util.Optional;

/** A server of node messages. The body of a request is a header and its content. */
public final class NodeServer implements AutoCloseable {
  private final HttpServer http;

  private NodeServer(HttpServer http) {
    this.http = http;
  }

  /** Binds the port and starts to serve. */
  public static NodeServer start(
      EventLoops loops, NodeServerConfig config, Optional<TlsConfig> tls, NodeHandler handler) {
    BufferPool pool = loops.pool();
    return new NodeServer(
        HttpServer.start(loops, config.http(), tls, http -> handle(http, pool, handler)));
  }

  private static void handle(HttpExchange http, BufferPool pool, NodeHandler handler) {
    IncomingMessage message;
    try {
      message = IncomingMessage.read(http, pool);
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.CLIENT_GONE) {
        IncomingMessage.fail(http, pool, e);
      }
      return;
    }
    try (ByteSource _ = message.content()) {
      handler.handle(message);
    }
  }

  public int port() {
    return http.port();
  }

  public ServerFigures figures() {
    return http.figures();
  }

  /**
   * Refuses new messages, waits for open ones up to the drain timeout, then closes the connections.
   */
  @Override
  public void close() {
    http.close();
  }
}
