package io.aumbry.transport.http.server;

import io.aumbry.transport.http.DateStamp;
import io.aumbry.transport.http.HttpAnswer;
import io.aumbry.transport.http.HttpFault;
import io.aumbry.transport.http.HttpHandler;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.loop.LoopCarrier;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;

/**
 * The shared objects of one server's connections on one loop. Used on that loop only.
 *
 * @param figures of the whole server
 * @param heads writes the heads of HTTP/1.1 responses
 */
record ServerLoop(
    LoopCarrier carrier,
    HttpServerConfig config,
    HttpHandler handler,
    ConnectionSweep sweep,
    DateStamp date,
    Http1Head heads,
    ServerFigures figures) {
  static ServerLoop of(
      LoopCarrier carrier, HttpServerConfig config, HttpHandler handler, ServerFigures figures) {
    DateStamp date = new DateStamp(carrier.time(), 0);
    return new ServerLoop(
        carrier,
        config,
        handler,
        new ConnectionSweep(carrier, config.timeouts().sweepEvery()),
        date,
        new Http1Head(date),
        figures);
  }

  /** The response to a request that is refused before it reaches the handler. */
  HttpAnswer refuse(HttpFault.Kind kind, String reason, HttpHeaders headers, Channel channel) {
    InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
    return handler.refuse(new HttpFault(kind, reason, headers, peer));
  }
}
