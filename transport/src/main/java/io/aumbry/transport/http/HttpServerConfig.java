package io.aumbry.transport.http;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.transport.http2.Http2Config;
import java.time.Duration;

/**
 * How a server listens and what it takes.
 *
 * @param host address to listen on
 * @param port to listen on, 0 for one that the system chooses
 * @param limits of a request
 * @param timeouts of a connection
 * @param http2 how it speaks HTTP/2
 * @param protocols what it speaks
 * @param clients bounds of all clients together and of each
 */
public record HttpServerConfig(
    String host,
    int port,
    HttpLimits limits,
    HttpTimeouts timeouts,
    Http2Config http2,
    Protocols protocols,
    Clients clients) {
  /** What a server speaks, over HTTP/1.1 and HTTP/2. */
  public enum Protocols {
    /** To anyone, with Content-Length and Date in responses. */
    WEB,
    /** Node messages, whose responses on HTTP/2 have no header fields but those given. */
    NODE
  }

  /** Bounds of clients. */
  public record Clients(
      @Setting(
              key = "frontend.max-connections",
              range = "1 to 1000000",
              text = "Connections of clients; more are closed at once.")
          @Default("16384")
          int maxConnections,
      @Setting(
              key = "frontend.address-requests",
              range = "1 to 1000000",
              text =
                  "Requests of one client address that run at the same time. More streams of HTTP/2"
                      + " are refused; each connection may run one in any case. Set it to"
                      + " frontend.max-requests where all clients come through one proxy.")
          @Default("500")
          int addressRequests) {
    public Clients {
      Bounds.check("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
      Bounds.check("addressRequests", addressRequests, 1, Integer.MAX_VALUE);
    }

    /** For processes of the cluster, whose requests have other bounds. */
    public static Clients peers(int maxConnections) {
      return new Clients(maxConnections, Integer.MAX_VALUE);
    }

    public static Clients defaults() {
      return Settings.defaults(Clients.class);
    }
  }

  public HttpServerConfig {
    Bounds.check("port", port, 0, 65535);
  }

  /** For clients whom we do not know. */
  public static HttpServerConfig defaults(String host, int port) {
    return new HttpServerConfig(
        host,
        port,
        HttpLimits.defaults(),
        HttpTimeouts.defaults(),
        Http2Config.forClients(),
        Protocols.WEB,
        Clients.defaults());
  }

  /** How long a connection may be without its first request: those of our own are made ahead. */
  Duration beforeFirst() {
    return switch (protocols) {
      case WEB -> timeouts.head();
      case NODE -> timeouts.idle();
    };
  }

  public HttpServerConfig withLimits(HttpLimits other) {
    return new HttpServerConfig(host, port, other, timeouts, http2, protocols, clients);
  }

  public HttpServerConfig withTimeouts(HttpTimeouts other) {
    return new HttpServerConfig(host, port, limits, other, http2, protocols, clients);
  }

  public HttpServerConfig withHttp2(Http2Config other) {
    return new HttpServerConfig(host, port, limits, timeouts, other, protocols, clients);
  }

  public HttpServerConfig withClients(Clients other) {
    return new HttpServerConfig(host, port, limits, timeouts, http2, protocols, other);
  }
}
