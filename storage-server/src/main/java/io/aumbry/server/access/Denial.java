package io.aumbry.server.access;

/**
 * A message that its sender may not send.
 *
 * @param explanation for people; it names the sender and the rule
 */
public record Denial(Reason reason, String explanation) {
  /** The first condition that the sender fails. */
  public enum Reason {
    /** The connection has no TLS, or the peer has shown no certificate. */
    NO_CERTIFICATE,
    /** The certificate carries no role, several roles, or a malformed one, or has expired. */
    NO_ROLE,
    OTHER_CLUSTER,
    WRONG_ROLE,
    /** The role is that of a node, and the cluster view has no node of that name. */
    UNKNOWN_NODE,
    /** The message speaks for another node than its sender. */
    OTHER_NODE
  }
}
