package io.aumbry.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What a frontend has: its port for clients, its limits, and how it routes. */
public final class FrontendKeys {
  public static final Key<String> HOST =
      Key.of("frontend.host", ValueTypes.text(), "0.0.0.0", "Address on which clients are served.");

  public static final Key<Integer> PORT =
      Key.of(
          "frontend.port",
          ValueTypes.integer(0, 65535),
          "1174",
          "Port for clients, HTTP/1.1 and HTTP/2; 0 lets the system choose, and the log says.");

  public static final Key<Path> TLS_CERTIFICATE =
      Key.optional(
          "frontend.tls.certificate",
          ValueTypes.path(),
          "PEM file with the certificate shown to clients; without it clients speak plaintext.");

  public static final Key<Path> TLS_KEY =
      Key.optional(
          "frontend.tls.key", ValueTypes.path(), "PEM file (PKCS 8) with the private key to it.");

  public static final Key<Duration> REQUEST_TIMEOUT =
      Key.of(
          "frontend.request-timeout",
          ValueTypes.duration("100ms", "1h"),
          "30s",
          "How long a request waits for storage nodes before it is answered 503.");

  static final KeySet.Section SECTION =
      new KeySet.Section(
          "Frontend", List.of(HOST, PORT, TLS_CERTIFICATE, TLS_KEY, REQUEST_TIMEOUT));

  static final KeySet.Section ROUTER = new KeySet.Section("Router", List.of());

  private FrontendKeys() {}
}
