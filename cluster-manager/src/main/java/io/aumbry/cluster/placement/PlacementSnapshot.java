package io.aumbry.cluster.placement;

import io.aumbry.cluster.metadata.AddedPartitions;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.PropertyKey;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.ExternalView;
import org.apache.helix.model.IdealState;

/**
 * The wanted and actual places of the replicas of a data centre, as read at one time.
 *
 * @param resources by partition
 * @param lists preference lists by partition
 * @param seen replica states by partition and node
 * @param known partitions that existed before this ZooKeeper knew them
 */
public record PlacementSnapshot(
    Map<Integer, String> resources,
    Map<Integer, PreferenceList> lists,
    Map<Integer, Map<String, String>> seen,
    PlacementNodes nodes,
    Set<Integer> known,
    int copies) {
  static PlacementSnapshot of(
      HelixDataAccessor accessor, List<IdealState> resources, ClusterConfig settings) {
    PropertyKey.Builder keys = accessor.keyBuilder();
    int copies = AddedPartitions.copies(resources);
    Map<Integer, String> names = new HashMap<>();
    Map<Integer, PreferenceList> lists = new TreeMap<>();
    Map<Integer, Map<String, String>> seen = new HashMap<>();
    Set<String> listed = new HashSet<>();
    Set<Integer> known = new HashSet<>();
    for (IdealState resource : resources) {
      String name = resource.getResourceName();
      Optional<ExternalView> view =
          Optional.ofNullable(accessor.getProperty(keys.externalView(name)));
      resource
          .getPreferenceLists()
          .forEach((partition, nodes) -> {
            int id = Integer.parseInt(partition);
            names.put(id, name);
            if (ClusterDefinition.isKnown(resource)) {
              known.add(id);
            }
            lists.put(id, PreferenceList.of(nodes, copies));
            listed.addAll(nodes);
            view.flatMap(each -> Optional.ofNullable(each.getStateMap(partition)))
                .ifPresent(states -> seen.put(id, states));
          });
    }
    return new PlacementSnapshot(
        names, lists, seen, PlacementNodes.of(accessor, settings, listed), known, copies);
  }

  private Map<String, String> states(int partition) {
    return seen.getOrDefault(partition, Map.of());
  }

  boolean leads(int partition, String node) {
    return is(ReplicaState.LEADER, partition, node);
  }

  boolean isServing(int partition, String node) {
    return leads(partition, node) || is(ReplicaState.STANDBY, partition, node);
  }

  /** The view may still show the last state of a node that is down. */
  private boolean is(ReplicaState state, int partition, String node) {
    return nodes.serving().contains(node) && state.name().equals(states(partition).get(node));
  }

  /**
   * Whether a partition without replicas may get its first ones. If it existed before, enough nodes
   * must have a store of it that each acknowledged blob is in one of them.
   */
  boolean isPlaceable(int partition) {
    return !known.contains(partition)
        || nodes.holders(partition).size() > copies - Partition.majority(copies);
  }

  /** Number of the given nodes, except {@code node}, on which the partition serves. */
  long servingBeside(String node, int partition, List<String> nodes) {
    return nodes.stream()
        .filter(other -> !other.equals(node) && isServing(partition, other))
        .count();
  }

  boolean isTargetServing(int partition, PreferenceList list) {
    return list.target().size() == copies
        && list.target().stream().allMatch(node -> isServing(partition, node));
  }

  Set<String> holders(int partition, PreferenceList list) {
    Set<String> holders = new HashSet<>(list.nodes());
    holders.addAll(states(partition).keySet());
    return holders;
  }

  boolean isMoving(int partition, PreferenceList list) {
    return list.isMoving() || holders(partition, list).size() > copies;
  }

  /** Whether a replica leaves one of these nodes. */
  boolean isLeaving(Set<String> nodes) {
    return lists.entrySet().stream()
        .filter(each -> isMoving(each.getKey(), each.getValue()))
        .flatMap(each -> {
          Set<String> leaving = holders(each.getKey(), each.getValue());
          each.getValue().target().forEach(leaving::remove);
          return leaving.stream();
        })
        .anyMatch(nodes::contains);
  }

  /** Whether each replica is in its final place and serves, and no other exists. */
  boolean isReached() {
    return lists.entrySet().stream()
        .allMatch(each -> {
          int partition = each.getKey();
          PreferenceList list = each.getValue();
          return isTargetServing(partition, list)
              && leads(partition, list.target().getFirst())
              && !isMoving(partition, list);
        });
  }

  Set<String> absent() {
    return lists.values().stream()
        .flatMap(list -> list.nodes().stream())
        .filter(node -> !nodes.serving().contains(node))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether a rebalance must wait: partitions are not placed, or a node is down or drained. */
  boolean isHeldUp() {
    return lists.values().stream()
        .map(PreferenceList::target)
        .anyMatch(target -> target.size() != copies || !nodes.available().containsAll(target));
  }

  Map<String, Long> room() {
    Map<String, Long> room = new HashMap<>();
    nodes.hosts().forEach(host -> room.put(host.name(), host.slots()));
    lists.forEach((partition, list) ->
        holders(partition, list).forEach(node -> room.merge(node, -1L, Long::sum)));
    return room;
  }

  PlacementPlan spread() {
    Map<Integer, List<String>> targets =
        lists.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().target()));
    return new PlacementPlan(
        new PlacementPlan.Before(nodes.hosts(), copies, resources, targets, nodes.declined()));
  }
}
