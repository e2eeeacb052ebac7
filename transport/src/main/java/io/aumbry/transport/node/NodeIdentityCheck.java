package io.aumbry.transport.node;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import java.util.Optional;

/**
 * Decides whether the process at the other end of a connection is the node that was called. A
 * certificate of the cluster's authority is not enough: a frontend or an operator could pose as a
 * node with it, and would receive blobs and acknowledge them.
 *
 * @param cluster to which the node must belong
 * @param enforced whether a connection to any other process is closed, or only logged
 */
public record NodeIdentityCheck(String cluster, boolean enforced) {
  /** The reason for which {@code peer} is not the node {@code called}; empty if it is. */
  Optional<String> fault(NodeId called, Peer peer) {
    PeerIdentity expected = new PeerIdentity(cluster, PeerRole.NODE, called.name());
    return peer instanceof Peer.Identified(PeerIdentity identity) && identity.equals(expected)
        ? Optional.empty()
        : Optional.of("The peer is " + peer + ", not " + expected.uri());
  }
}
