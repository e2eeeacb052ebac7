package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The partitions that this node shares with each peer, by the newest view. It finds the peers that
 * a change concerns, so that the others are left alone. Used under the lock of {@link Replication}.
 */
final class SharedPartitions {
  private final NodeId self;
  private final Map<Integer, Partition> hosted = new HashMap<>();
  private final Map<NodeId, Set<Integer>> byPeer = new HashMap<>();
  private final Map<NodeId, StorageNode> nodes = new HashMap<>();

  SharedPartitions(NodeId self) {
    this.self = self;
  }

  /** The peers that had and have a partition of this node, of which something has changed. */
  record Change(Set<NodeId> before, Set<NodeId> now) {
    Set<NodeId> concerned() {
      Set<NodeId> all = new HashSet<>(before);
      all.addAll(now);
      return all;
    }
  }

  /**
   * Takes in the replicas of a partition.
   *
   * @param placed empty if this node does not have it, or the view does not list it
   * @return empty if nothing has changed
   */
  Optional<Change> update(int partition, Optional<Partition> placed) {
    Optional<Partition> before = Optional.ofNullable(hosted.get(partition));
    if (before.equals(placed)) {
      return Optional.empty();
    }
    Change change =
        new Change(
            before.map(this::peers).orElse(Set.of()), placed.map(this::peers).orElse(Set.of()));
    change.before().forEach(peer -> of(peer).remove(partition));
    change.now().forEach(peer -> byPeer.computeIfAbsent(peer, _ -> new TreeSet<>()).add(partition));
    byPeer.values().removeIf(Set::isEmpty);
    placed.ifPresentOrElse(known -> hosted.put(partition, known), () -> hosted.remove(partition));
    return Optional.of(change);
  }

  private Set<NodeId> peers(Partition partition) {
    return partition.replicas().stream()
        .map(Replica::node)
        .map(StorageNode::id)
        .filter(peer -> !peer.equals(self))
        .collect(Collectors.toSet());
  }

  /** Returns the peers of which a view says something else than the last one. */
  Set<NodeId> update(ClusterView view) {
    Set<NodeId> concerned = new HashSet<>();
    for (NodeId peer : byPeer.keySet()) {
      Optional<StorageNode> now = view.node(peer);
      if (!now.equals(Optional.ofNullable(nodes.get(peer)))) {
        concerned.add(peer);
        now.ifPresentOrElse(node -> nodes.put(peer, node), () -> nodes.remove(peer));
      }
    }
    nodes.keySet().retainAll(byPeer.keySet());
    return concerned;
  }

  /** The peers that share the partition, by what was taken in last. */
  Set<NodeId> peersOf(int partition) {
    return Optional.ofNullable(hosted.get(partition)).map(this::peers).orElse(Set.of());
  }

  /** The partitions that are on this node and on a peer, in order. */
  List<Integer> with(NodeId peer) {
    return List.copyOf(of(peer));
  }

  private Set<Integer> of(NodeId peer) {
    return byPeer.getOrDefault(peer, Set.of());
  }
}
