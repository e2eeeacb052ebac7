package io.aumbry.transport.node;

import io.aumbry.transport.http.HttpLimits;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.HttpTimeouts;
import io.aumbry.transport.http2.Http2Config;
import java.time.Duration;

/**
 * Configuration of a node's server.
 *
 * @param port to listen on, 0 to let the system choose
 * @param idle time without a message after which a connection is closed
 * @param maxConnections limit above which new connections are closed at once and counted
 */
public record NodeServerConfig(
    String host, int port, Http2Config http2, Duration idle, int maxConnections) {
  private static final int UNSENT_BYTES = 4 * 1024 * 1024;

  /** Between processes of the cluster. */
  public static NodeServerConfig defaults(String host, int port) {
    return new NodeServerConfig(host, port, Http2Config.forNodes(), Duration.ofMinutes(10), 16384);
  }

  public NodeServerConfig withHttp2(Http2Config other) {
    return new NodeServerConfig(host, port, other, idle, maxConnections);
  }

  /** Limits how long a stop waits for open messages. */
  public NodeServerConfig withDrain(Duration limit) {
    return withHttp2(http2.withDrainTimeout(limit));
  }

  HttpServerConfig http() {
    HttpLimits limits = HttpLimits.defaults();
    HttpTimeouts timeouts = HttpTimeouts.defaults();
    return new HttpServerConfig(
        host,
        port,
        new HttpLimits(
            limits.initialLineBytes(),
            limits.headerBytes(),
            http2.streamWindow(),
            UNSENT_BYTES,
            limits.drainBytes()),
        new HttpTimeouts(
            timeouts.head(),
            idle,
            timeouts.bodyProgress(),
            timeouts.minimumRate(),
            http2.drainTimeout()),
        http2,
        HttpServerConfig.Protocols.NODE,
        HttpServerConfig.Clients.peers(maxConnections));
  }
}
