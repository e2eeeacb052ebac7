package io.aumbry.server.access;

/**
 * How strictly a node enforces the roles of its peers.
 *
 * @param cluster the cluster that the certificates of peers must name
 */
public record AccessPolicy(String cluster, Mode mode) {
  /** The steps of a migration from certificates without roles to certificates with roles. */
  public enum Mode {
    /** Every peer may send every message. */
    OFF,
    /** Messages that {@link #REQUIRED} would refuse are accepted, but counted and logged. */
    WARN,
    /** Messages that the rules do not allow are refused, counted and logged. */
    REQUIRED
  }

  /** For a node in plaintext: its peers have no certificates. */
  public static AccessPolicy off() {
    return new AccessPolicy("", Mode.OFF);
  }
}
