package io.aumbry.protocol.cluster;

/** Where a process listens. */
public record Endpoint(String host, int port) {
  public Endpoint {
    if (host.isEmpty() || port < 1 || port > 65535) {
      throw new IllegalArgumentException(
          "endpoint '" + host + "' port " + port + ", must be 1 to 65535");
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
