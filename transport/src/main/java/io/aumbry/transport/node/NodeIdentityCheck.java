package io.aumbry.transport.node;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import java.util.Optional;

/**
 * Checks that the process at the other end of a connection is the requested node. A certificate of
 * the cluster's authority alone is not enough: a frontend or operator could pose as a node, receive
 * blobs and acknowledge them.
 *
 * @param cluster to which the node must belong
 * @param enforced whether a connection to another process is closed, or only logged
 */
public record NodeIdentityCheck(String cluster, boolean enforced) {
  /** The reason why {@code peer} is not the node {@code called}. Empty if it is. */
  Optional<String> fault(NodeId called, Peer peer) {
    return peer instanceof Peer.Identified(PeerIdentity identity) && isNode(identity, called)
        ? Optional.empty()
        : Optional.of(
            "The peer is "
                + peer
                + ", not "
                + new PeerIdentity(cluster, PeerRole.NODE, called.name())
                + " or the server of this name");
  }

  private boolean isNode(PeerIdentity identity, NodeId called) {
    return identity.role().isNode()
        && identity.cluster().equals(cluster)
        && identity.name().equals(called.name());
  }
}
