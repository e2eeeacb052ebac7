package io.aumbry.deploy.settings;

/** How processes of a cluster trust each other. */
public enum TlsMode {
  MUTUAL,
  PLAINTEXT
}
