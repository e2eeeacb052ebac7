package io.aumbry.cluster.placement;

import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.UnlistedStores;
import io.aumbry.cluster.placement.FairShare.Host;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.PropertyKey;
import org.apache.helix.constants.InstanceConstants.InstanceOperation;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.LiveInstance;

/**
 * The nodes of a data centre, for placement.
 *
 * @param hosts all nodes; unavailable ones have a capacity of 0.
 * @param serving live and not disabled.
 * @param available serving and not drained, so that they may get replicas.
 * @param drained nodes to be emptied.
 * @param declined partitions of which a node can have no replica.
 * @param unlisted by partition, the serving nodes with an unlisted store of it, in order.
 */
public record PlacementNodes(
    List<Host> hosts,
    Set<String> serving,
    Set<String> available,
    Set<String> drained,
    Map<String, Set<Integer>> declined,
    Map<Integer, List<String>> unlisted) {
  /**
   * Reads the nodes that may hold replicas.
   *
   * @param listed nodes with replicas; an operator may have removed their records
   */
  static PlacementNodes of(HelixDataAccessor accessor, ClusterConfig settings, Set<String> listed) {
    PropertyKey.Builder keys = accessor.keyBuilder();
    Set<String> live =
        accessor.<LiveInstance>getChildValues(keys.liveInstances(), true).stream()
            .map(LiveInstance::getInstanceName)
            .collect(Collectors.toSet());
    List<InstanceConfig> instances = accessor.getChildValues(keys.instanceConfigs(), true);
    Set<String> drained = names(instances, each -> is(each, InstanceOperation.EVACUATE));
    Set<String> available =
        names(
            instances,
            each -> live.contains(each.getInstanceName()) && is(each, InstanceOperation.ENABLE));
    Set<String> serving =
        live.stream()
            .filter(node -> available.contains(node) || drained.contains(node))
            .collect(Collectors.toSet());
    long replica = ClusterDefinition.partitionBytes(settings.getRecord());
    Map<String, Host> hosts = new TreeMap<>();
    listed.forEach(node -> hosts.put(node, new Host(node, "unknown zone of " + node, 0, replica)));
    instances.forEach(each -> {
      boolean isAvailable = available.contains(each.getInstanceName());
      hosts.put(each.getInstanceName(), host(each, isAvailable, replica));
    });
    return new PlacementNodes(
        List.copyOf(hosts.values()),
        serving,
        available,
        drained,
        instances.stream()
            .collect(Collectors.toMap(InstanceConfig::getInstanceName, PlacementNodes::declined)),
        byPartition(
            instances.stream()
                .filter(each -> serving.contains(each.getInstanceName()))
                .collect(
                    Collectors.toMap(
                        InstanceConfig::getInstanceName,
                        each -> UnlistedStores.in(each.getRecord())))));
  }

  private static Set<String> names(
      List<InstanceConfig> instances, Predicate<InstanceConfig> which) {
    return instances.stream()
        .filter(which)
        .map(InstanceConfig::getInstanceName)
        .collect(Collectors.toSet());
  }

  private static boolean is(InstanceConfig instance, InstanceOperation operation) {
    return instance.getInstanceOperation().getOperation() == operation;
  }

  private static Host host(InstanceConfig instance, boolean isAvailable, long replica) {
    return new Host(
        instance.getInstanceName(),
        instance.getDomainAsMap().getOrDefault(ClusterDefinition.ZONE, ""),
        isAvailable ? ClusterDefinition.capacity(instance.getRecord()) : 0,
        replica);
  }

  private static Set<Integer> declined(InstanceConfig instance) {
    return instance.getDisabledPartitionsMap().values().stream()
        .flatMap(List::stream)
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }

  /** The nodes that have each partition, in order. */
  static Map<Integer, List<String>> byPartition(Map<String, Set<Integer>> partitions) {
    Map<Integer, List<String>> nodes = new HashMap<>();
    new TreeMap<>(partitions)
        .forEach((node, held) ->
            held.forEach(
                partition -> nodes.computeIfAbsent(partition, _ -> new ArrayList<>()).add(node)));
    return nodes;
  }

  /** The serving nodes with an unlisted store of a partition. */
  List<String> holders(int partition) {
    return unlisted.getOrDefault(partition, List.of());
  }

  /** The number of partitions of which unlisted stores are known. */
  int knownPartitions() {
    return unlisted.keySet().stream().mapToInt(partition -> partition + 1).max().orElse(0);
  }

  boolean isDeclined(String node, int partition) {
    return declined.getOrDefault(node, Set.of()).contains(partition);
  }
}
