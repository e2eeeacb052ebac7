package io.aumbry.transport.tls;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The identity and the trusted authorities of a process, as PEM files.
 *
 * @param certificates the own certificate and its intermediates
 * @param key the own private key, PKCS#8
 * @param trusted the root certificates of peers
 * @param mutual whether a server requires certificates of its clients
 * @param engine the implementation of TLS
 * @param reloadEvery interval of reads of the files; a change is applied at the second read
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
    /** BoringSSL. Falls back to the JDK, with a warning, if the library cannot be loaded. */
    BORINGSSL,
    JDK
  }

  public static TlsConfig mutual(Path certificates, Path key, Path trusted) {
    return new TlsConfig(certificates, key, trusted, true, Engine.BORINGSSL, RELOAD_EVERY);
  }

  /** For a server that asks its clients for no certificates. */
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
