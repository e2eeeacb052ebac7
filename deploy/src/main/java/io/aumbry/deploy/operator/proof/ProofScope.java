package io.aumbry.deploy.operator.proof;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import java.util.Optional;

/**
 * The replicas to prove.
 *
 * @param partition the only partition, or all
 * @param node the only node, or all
 */
public record ProofScope(Optional<Integer> partition, Optional<NodeId> node) {
  static final ProofScope ALL = new ProofScope(Optional.empty(), Optional.empty());

  boolean isAll() {
    return partition.isEmpty() && node.isEmpty();
  }

  boolean includes(Partition candidate) {
    return partition.filter(id -> id != candidate.id()).isEmpty()
        && (node.isEmpty() || candidate.replicas().stream().anyMatch(this::includes));
  }

  boolean includes(Replica replica) {
    return node.filter(id -> !id.equals(replica.node().id())).isEmpty();
  }
}
