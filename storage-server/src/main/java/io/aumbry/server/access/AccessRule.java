package io.aumbry.server.access;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.server.access.Denial.Reason;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

public sealed interface AccessRule {
  /**
   * The sender has any of these roles. A node must also be in the cluster view, but a server need
   * not, because its frontend may send the same messages.
   */
  record AnyOf(Set<PeerRole> roles) implements AccessRule {
    public AnyOf {
      roles = Set.copyOf(roles);
    }
  }

  /**
   * The sender is the node that the message names, alone or in a server, and that node is in the
   * cluster view.
   *
   * @param name as in the message; it may be invalid
   */
  record OnlyNode(String name) implements AccessRule {}

  /**
   * Returns the reason to refuse a message from {@code peer}, or empty if it is allowed.
   *
   * @param cluster the name of the cluster of this node
   * @param view asked only about peers that are nodes
   */
  default Optional<Denial> judge(Peer peer, String cluster, Supplier<ClusterView> view) {
    return switch (peer) {
      case Peer.Anonymous _ -> denied(Reason.NO_CERTIFICATE, peer, "");
      case Peer.WithoutRole _ -> denied(Reason.NO_ROLE, peer, "");
      case Peer.Identified(PeerIdentity identity) ->
          identity.cluster().equals(cluster)
              ? judge(identity, peer, view)
              : denied(Reason.OTHER_CLUSTER, peer, ", not of cluster " + cluster);
    };
  }

  private Optional<Denial> judge(PeerIdentity identity, Peer peer, Supplier<ClusterView> view) {
    boolean hasRole =
        switch (this) {
          case AnyOf(Set<PeerRole> roles) -> roles.contains(identity.role());
          case OnlyNode _ -> identity.role().isNode();
        };
    if (!hasRole) {
      return denied(Reason.WRONG_ROLE, peer, "");
    }
    if (this instanceof OnlyNode(String name) && !name.equals(identity.name())) {
      return denied(Reason.OTHER_NODE, peer, "");
    }
    if ((identity.role() == PeerRole.NODE || this instanceof OnlyNode)
        && view.get().node(new NodeId(identity.name())).isEmpty()) {
      return denied(Reason.UNKNOWN_NODE, peer, ", and the cluster view has no such node");
    }
    return Optional.empty();
  }

  private Optional<Denial> denied(Reason reason, Peer peer, String addition) {
    return Optional.of(
        new Denial(
            reason, "accepted only from " + describe() + "; it came from " + peer + addition));
  }

  private String describe() {
    return switch (this) {
      case AnyOf(Set<PeerRole> roles) ->
          new TreeSet<>(roles)
              .stream().map(role -> role.word() + "s").collect(Collectors.joining(" and "));
      case OnlyNode(String name) -> "node '" + name + "'";
    };
  }
}
