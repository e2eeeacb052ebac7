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
import java.util.stream.Collectors;

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
    if (scope.isAll()) {
      Verify all = new Verify(Verify.ALL, upTo, blobsPerSecond);
      return observation.nodes().stream()
          .filter(StorageNode::live)
          .filter(node -> isUsed(observation, node))
          .collect(Collectors.toMap(node -> node, _ -> new ProofDemand(List.of(all))));
    }
    SortedMap<Integer, Long> partitions = new TreeMap<>();
    observation.view().partitions().stream()
        .filter(scope::includes)
        .forEach(partition -> partitions.put(partition.id(), upTo));
    return of(observation, partitions, blobsPerSecond);
  }

  private static boolean isUsed(ClusterObservation observation, StorageNode node) {
    return observation.view().partitions().stream()
        .flatMap(partition -> partition.replicas().stream())
        .anyMatch(replica -> replica.node().id().equals(node.id()));
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
    return observation.nodes().stream()
        .filter(StorageNode::live)
        .filter(node -> messages.containsKey(node.id()))
        .collect(
            Collectors.toMap(
                node -> node,
                node -> new ProofDemand(messages.getOrDefault(node.id(), List.of()))));
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
