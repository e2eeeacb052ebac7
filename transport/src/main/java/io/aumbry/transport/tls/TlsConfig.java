package io.aumbry.transport.tls;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Who we are and whom we trust, as PEM files.
 *
 * @param certificates our certificate and those between it and its root
 * @param key our private key, PKCS#8
 * @param trusted the roots of those whom we talk to
 * @param mutual whether a server asks its clients for a certificate and refuses those without
 * @param engine who does the cryptography
 * @param reloadEvery so often the files are looked at; new ones are taken at the second look
 */
public record TlsConfig(
    Path certificates,
    Path key,
    Path trusted,
    boolean mutual,
    Engine engine,
    Duration reloadEvery) {
  private static final Duration RELOAD_EVERY = Duration.ofSeconds(10);

  /** An implementation of TLS. */
  public enum Engine {
    /** BoringSSL, and the JDK's with a line in the log where its library cannot be loaded. */
    BORINGSSL,
    JDK
  }

  public static TlsConfig mutual(Path certificates, Path key, Path trusted) {
    return new TlsConfig(certificates, key, trusted, true, Engine.BORINGSSL, RELOAD_EVERY);
  }

  /** For a server whose clients bring no certificate. */
  public static TlsConfig serverOnly(Path certificates, Path key) {
    return new TlsConfig(certificates, key, certificates, false, Engine.BORINGSSL, RELOAD_EVERY);
  }

  public TlsConfig withEngine(Engine other) {
    return new TlsConfig(certificates, key, trusted, mutual, other, reloadEvery);
  }

  public TlsConfig withReloadEvery(Duration other) {
    return new TlsConfig(certificates, key, trusted, mutual, engine, other);
  }
}
