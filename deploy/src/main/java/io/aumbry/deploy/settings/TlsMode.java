package io.aumbry.deploy.settings;

/** TLS with certificates on both sides, or none. */
public enum TlsMode {
  MUTUAL,
  PLAINTEXT
}
