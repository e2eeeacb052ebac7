package io.aumbry.protocol.cluster;

/** The address of a process, written {@code host:port}. */
public record Endpoint(String host, int port) {
  public Endpoint {
    if (host.isEmpty() || port < 1 || port > 65535) {
      throw new IllegalArgumentException(
          "endpoint '" + host + "' port " + port + ", must be 1 to 65535");
    }
  }

  /**
   * Reads an endpoint.
   *
   * @throws IllegalArgumentException if the text is not {@code host:port}
   */
  public static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1 || !text.substring(colon + 1).matches("\\d{1,5}")) {
      throw new IllegalArgumentException("'" + text + "' is not an address such as host:2181");
    }
    return new Endpoint(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
