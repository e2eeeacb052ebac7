package io.aumbry.transport.http;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.transport.http2.Http2Config;

/**
 * Configuration of a server.
 *
 * @param port to listen on, 0 to let the system choose
 * @param clients limits of all clients together and of each one
 */
public record HttpServerConfig(
    String host,
    int port,
    HttpLimits limits,
    HttpTimeouts timeouts,
    Http2Config http2,
    Protocols protocols,
    Clients clients) {
  /** The kind of messages, over HTTP/1.1 and HTTP/2. */
  public enum Protocols {
    /** Web requests. Responses have Content-Length and Date. */
    WEB,
    /** Node messages. Responses over HTTP/2 have only the given header fields. */
    NODE
  }

  public record Clients(
      @Setting(
              key = "frontend.max-connections",
              range = "1 to 1000000",
              text = "Limit of client connections. Further ones are closed at once.")
          @Default("16384")
          int maxConnections,
      @Setting(
              key = "frontend.address-requests",
              range = "1 to 1000000",
              text =
                  "Limit of concurrent requests of one client address. Further HTTP/2 streams are"
                      + " refused, but each connection may always run one request. Set it to"
                      + " frontend.max-requests if all clients connect through one proxy.")
          @Default("500")
          int addressRequests) {
    public Clients {
      Bounds.check("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
      Bounds.check("addressRequests", addressRequests, 1, Integer.MAX_VALUE);
    }

    /** For processes of the cluster, which have other limits. */
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
