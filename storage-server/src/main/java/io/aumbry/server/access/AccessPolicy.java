package io.aumbry.server.access;

/**
 * How strictly a node holds its peers to their roles.
 *
 * @param cluster the cluster that the identities of peers must name
 */
public record AccessPolicy(String cluster, Mode mode) {
  /** A step on the way from certificates without roles to certificates with them. */
  public enum Mode {
    /** Every peer may send every message. */
    OFF,
    /** The same, but messages that {@link #REQUIRED} would refuse are counted and logged. */
    WARN,
    /** Messages that the rules do not permit are refused, counted and logged. */
    REQUIRED
  }

  /** The policy of a node in plaintext: its peers prove nothing. */
  public static AccessPolicy off() {
    return new AccessPolicy("", Mode.OFF);
  }
}
