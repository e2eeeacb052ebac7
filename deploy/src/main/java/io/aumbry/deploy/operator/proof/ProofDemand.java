package io.aumbry.deploy.operator.proof;

import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.NodeConversation;
import io.aumbry.deploy.operator.observation.NodePages;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Verify;
import io.aumbry.protocol.message.NodeResponse;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeSet;

/**
 * Asks nodes to prove partitions now, with one message for each partition or one for all. All nodes
 * with replicas of a partition are asked, because each proof relies on those of the peers.
 */
public final class ProofDemand implements NodeConversation {
  private final Queue<NodeRequest> left;

  private ProofDemand(List<Verify> messages) {
    this.left = new ArrayDeque<>(messages);
  }

  /**
   * Requests for the live nodes to prove everything that existed at a time.
   *
   * @param blobsPerSecond limit of comparisons of a node, or 0 for that of its configuration
   */
  public static Map<StorageNode, ProofDemand> of(
      ClusterObservation observation, ProofScope scope, long upToMillis, int blobsPerSecond) {
    Map<NodeId, TreeSet<Integer>> partitions = new HashMap<>();
    for (Partition partition : observation.view().partitions()) {
      if (scope.includes(partition)) {
        for (Replica replica : partition.replicas()) {
          partitions.computeIfAbsent(replica.node().id(), _ -> new TreeSet<>()).add(partition.id());
        }
      }
    }
    Map<StorageNode, ProofDemand> demands = new HashMap<>();
    for (StorageNode node : observation.nodes()) {
      List<Integer> held =
          scope.isAll()
              ? List.of(Verify.ALL)
              : List.copyOf(partitions.getOrDefault(node.id(), new TreeSet<>()));
      if (node.live() && !held.isEmpty()) {
        demands.put(
            node,
            new ProofDemand(
                held.stream().map(id -> new Verify(id, upToMillis, blobsPerSecond)).toList()));
      }
    }
    return demands;
  }

  @Override
  public NodeRequest first() {
    return left.remove();
  }

  @Override
  public Optional<NodeRequest> next(NodeResponse answer) {
    if (answer instanceof NodeResponse.Done) {
      return Optional.ofNullable(left.poll());
    }
    throw NodePages.refusal(answer);
  }
}
