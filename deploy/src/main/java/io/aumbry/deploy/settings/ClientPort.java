package io.aumbry.deploy.settings;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.HttpTimeouts;
import io.aumbry.transport.tls.TlsConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The address and protocol settings of a frontend's clients. */
public record ClientPort(
    @Setting(key = "frontend.host", text = "Address to listen on for clients.") @Default("0.0.0.0")
        String host,
    @Setting(
            key = "frontend.port",
            range = "0 to 65535",
            text =
                "Port for clients, HTTP/1.1 and HTTP/2. 0 lets the system choose; the log names it.")
        @Default("1174")
        int port,
    @Setting(
            key = "frontend.tls.certificate",
            text = "PEM file with the certificate for clients. Without it, clients use plaintext.")
        Optional<Path> certificate,
    @Setting(
            key = "frontend.tls.key",
            text = "PEM file (PKCS#8) with the private key of the certificate.")
        Optional<Path> key,
    HttpTimeouts timeouts,
    HttpServerConfig.Clients clients) {
  /**
   * The configuration of the server.
   *
   * @param drain how long a stop waits for open requests
   */
  public HttpServerConfig server(Duration drain) {
    return HttpServerConfig.defaults(host, port)
        .withTimeouts(timeouts.withDrain(drain))
        .withClients(clients);
  }

  /** TLS with clients. Empty unless a certificate is configured. */
  public Optional<TlsConfig> tls(TlsConfig.Engine engine) {
    if (certificate.isEmpty() && key.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        TlsConfig.serverOnly(
                PemFile.require("frontend.tls.certificate", certificate, "frontend.tls.key"),
                PemFile.require("frontend.tls.key", key, "frontend.tls.certificate"))
            .withEngine(engine));
  }
}
