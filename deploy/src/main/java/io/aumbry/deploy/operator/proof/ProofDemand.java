package io.aumbry.deploy.operator.proof;

import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.NodeConversation;
import io.aumbry.deploy.operator.observation.NodePages;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Verify;
import io.aumbry.protocol.message.NodeResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;

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
   * Requests for the live nodes to prove everything that existed when the observation began.
   *
   * @param blobsPerSecond limit of comparisons of a node, or 0 for that of its configuration
   */
  public static Map<StorageNode, ProofDemand> of(
      ClusterObservation observation, ProofScope scope, int blobsPerSecond) {
    long upTo = observation.atMillis();
    SortedMap<Integer, Long> partitions = new TreeMap<>();
    observation.view().partitions().stream()
        .filter(scope::includes)
        .forEach(partition -> partitions.put(partition.id(), upTo));
    Map<StorageNode, ProofDemand> demands = of(observation, partitions, blobsPerSecond);
    if (scope.isAll()) {
      List<Verify> all = List.of(new Verify(Verify.ALL, upTo, blobsPerSecond));
      demands.replaceAll((_, _) -> new ProofDemand(all));
    }
    return demands;
  }

  /**
   * Requests for the live nodes to prove some partitions.
   *
   * @param upToMillis for each partition, the time up to which its blobs are to be proven
   */
  public static Map<StorageNode, ProofDemand> of(
      ClusterObservation observation, SortedMap<Integer, Long> upToMillis, int blobsPerSecond) {
    Map<NodeId, List<Verify>> messages = new HashMap<>();
    for (Partition partition : observation.view().partitions()) {
      Long upTo = upToMillis.get(partition.id());
      if (upTo != null) {
        Verify message = new Verify(partition.id(), upTo, blobsPerSecond);
        partition
            .replicas()
            .forEach(replica ->
                messages.computeIfAbsent(replica.node().id(), _ -> new ArrayList<>()).add(message));
      }
    }
    Map<StorageNode, ProofDemand> demands = new HashMap<>();
    for (StorageNode node : observation.nodes()) {
      List<Verify> its = messages.getOrDefault(node.id(), List.of());
      if (node.live() && !its.isEmpty()) {
        demands.put(node, new ProofDemand(its));
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
