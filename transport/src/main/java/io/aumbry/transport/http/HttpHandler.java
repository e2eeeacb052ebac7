package io.aumbry.transport.http;

/** What a server does with a request. */
@FunctionalInterface
public interface HttpHandler {
  /**
   * Answers one request, on a virtual thread of its own. It must respond exactly once; when it
   * returns or throws without having done so the client gets 500, or a broken connection if the
   * response had begun.
   */
  void handle(HttpExchange exchange);

  /**
   * What the client hears whose request the server answers itself. Called on the event loop of the
   * connection, so it must not wait.
   */
  default HttpAnswer refuse(HttpFault fault) {
    return HttpAnswer.plain(fault);
  }
}
