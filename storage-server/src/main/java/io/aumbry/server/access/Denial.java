package io.aumbry.server.access;

/**
 * The reason why a message is refused.
 *
 * @param explanation names the sender and the rule
 */
public record Denial(Reason reason, String explanation) {
  /** The first condition that the sender does not meet. */
  public enum Reason {
    /** The connection has no TLS, or the peer presented no certificate. */
    NO_CERTIFICATE,
    /** The certificate has no role, several roles or a malformed one, or has expired. */
    NO_ROLE,
    OTHER_CLUSTER,
    WRONG_ROLE,
    /** The role is that of a node, but the cluster view has no node of that name. */
    UNKNOWN_NODE,
    /** The message names another node than its sender. */
    OTHER_NODE
  }
}
