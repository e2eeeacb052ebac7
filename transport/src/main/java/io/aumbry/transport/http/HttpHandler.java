package io.aumbry.transport.http;

/** Handles the requests of a server. */
@FunctionalInterface
public interface HttpHandler {
  /**
   * Handles one request on its own virtual thread, and must respond exactly once. If it ends
   * without a response, the client gets 500. If it ends within a response, the client gets a broken
   * connection.
   */
  void handle(HttpExchange exchange);

  /**
   * Builds the response to a request that the server refuses. Called on the event loop of the
   * connection, so it must not wait.
   */
  default HttpAnswer refuse(HttpFault fault) {
    return HttpAnswer.plain(fault);
  }
}
