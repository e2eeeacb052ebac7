package io.aumbry.protocol.identity;

/** The proven identity of the other end of a connection. */
public sealed interface Peer {
  /** The connection has no TLS, or asks for no certificate. */
  record Anonymous() implements Peer {
    @Override
    public String toString() {
      return "a process without a certificate";
    }
  }

  /**
   * A certificate of the cluster's authority that proves no role.
   *
   * @param certificate the first DNS name of the certificate, or its subject
   * @param reason for people
   */
  record WithoutRole(String certificate, String reason) implements Peer {
    @Override
    public String toString() {
      return "the certificate of " + certificate + ", which " + reason;
    }
  }

  /** A certificate with exactly one identity. */
  record Identified(PeerIdentity identity) implements Peer {
    @Override
    public String toString() {
      return identity.uri();
    }
  }
}
