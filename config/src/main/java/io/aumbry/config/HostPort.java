package io.aumbry.config;

/**
 * An address to connect to, written {@code host:port}; an IPv6 host is in brackets.
 *
 * @param port 1 to 65535
 */
public record HostPort(String host, int port) {
  public HostPort {
    if (host.isEmpty() || port < 1 || port > 65535) {
      throw new IllegalArgumentException(
          "address '" + host + "' port " + port + ", must have a host and a port of 1 to 65535");
    }
  }

  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1 || !text.substring(colon + 1).matches("\\d{1,5}")) {
      throw new IllegalArgumentException("'" + text + "' is not an address such as host:2181");
    }
    return new HostPort(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
