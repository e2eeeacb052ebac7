package io.aumbry.bench.form;

import java.net.InetSocketAddress;
import java.net.URI;

/** An address with a REST API over HTTP/1.1. */
public record HttpEndpoint(String host, int port) {
  private static final int DEFAULT_PORT = 80;

  /** Reads {@code http://host:port}. */
  public static HttpEndpoint parse(String text) {
    URI uri = URI.create(text);
    String host = uri.getHost();
    if (!"http".equals(uri.getScheme()) || host == null || uri.getPath().length() > 1) {
      throw new IllegalArgumentException("'" + text + "' must be of the form http://host:port");
    }
    return new HttpEndpoint(host, uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
  }

  public InetSocketAddress address() {
    String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new InetSocketAddress(plain, port);
  }

  /** The value of the Host header. */
  public String authority() {
    return host + ":" + port;
  }

  @Override
  public String toString() {
    return "http://" + authority();
  }
}
