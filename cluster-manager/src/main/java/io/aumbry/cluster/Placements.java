package io.aumbry.cluster;

import io.aumbry.cluster.FairShare.Host;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.PropertyKey;
import org.apache.helix.constants.InstanceConstants.InstanceOperation;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.ExternalView;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.LiveInstance;

/**
 * Where replicas are to be and where they are, as one look of a controller saw it.
 *
 * @param resources of each partition
 * @param wanted the nodes of each partition, the leader first
 * @param seen the states of the replicas of each partition, by node
 * @param hosts the nodes that are live and may have replicas
 * @param declined partitions that a node has no room for
 * @param copies of each partition
 */
record Placements(
    Map<Integer, String> resources,
    Map<Integer, List<String>> wanted,
    Map<Integer, Map<String, String>> seen,
    List<Host> hosts,
    Map<String, Set<Integer>> declined,
    int copies) {
  /** The share of its share with less than which a node is idle. */
  private static final double IDLE = 0.25;

  static Placements of(
      HelixDataAccessor accessor, List<IdealState> resources, ClusterConfig settings) {
    PropertyKey.Builder keys = accessor.keyBuilder();
    Map<Integer, String> names = new HashMap<>();
    Map<Integer, List<String>> wanted = new TreeMap<>();
    Map<Integer, Map<String, String>> seen = new HashMap<>();
    for (IdealState resource : resources) {
      String name = resource.getResourceName();
      Optional<ExternalView> view =
          Optional.ofNullable(accessor.getProperty(keys.externalView(name)));
      resource
          .getPreferenceLists()
          .forEach((partition, nodes) -> {
            int id = Integer.parseInt(partition);
            names.put(id, name);
            wanted.put(id, List.copyOf(nodes));
            view.flatMap(each -> Optional.ofNullable(each.getStateMap(partition)))
                .ifPresent(states -> seen.put(id, states));
          });
    }
    List<InstanceConfig> instances = instances(accessor);
    return new Placements(
        names,
        wanted,
        seen,
        hosts(instances, settings),
        instances.stream()
            .collect(Collectors.toMap(InstanceConfig::getInstanceName, Placements::declined)),
        AddedPartitions.copies(resources));
  }

  /** The nodes that are live and may have replicas. */
  static List<Host> hosts(HelixDataAccessor accessor, ClusterConfig settings) {
    return hosts(instances(accessor), settings);
  }

  private static List<Host> hosts(List<InstanceConfig> instances, ClusterConfig settings) {
    long weight = settings.getDefaultPartitionWeightMap().getOrDefault(Capacity.KEY, 1);
    return instances.stream().map(instance -> host(instance, weight)).toList();
  }

  private static List<InstanceConfig> instances(HelixDataAccessor accessor) {
    PropertyKey.Builder keys = accessor.keyBuilder();
    Set<String> live =
        accessor.<LiveInstance>getChildValues(keys.liveInstances(), true).stream()
            .map(LiveInstance::getInstanceName)
            .collect(Collectors.toSet());
    return accessor.<InstanceConfig>getChildValues(keys.instanceConfigs(), true).stream()
        .filter(instance -> live.contains(instance.getInstanceName()))
        .filter(each -> each.getInstanceOperation().getOperation() == InstanceOperation.ENABLE)
        .toList();
  }

  private static Host host(InstanceConfig instance, long weight) {
    long capacity = instance.getInstanceCapacityMap().getOrDefault(Capacity.KEY, 0);
    return new Host(
        instance.getInstanceName(),
        instance.getDomainAsMap().getOrDefault(ClusterDefinition.ZONE, ""),
        capacity,
        weight);
  }

  private static Set<Integer> declined(InstanceConfig instance) {
    return instance.getDisabledPartitionsMap().values().stream()
        .flatMap(List::stream)
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }

  private Set<String> names() {
    return hosts.stream().map(Host::name).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Why nothing can be moved now; empty when it can. */
  Optional<String> obstacle() {
    Set<String> names = names();
    if (wanted.values().stream().anyMatch(nodes -> nodes.size() != copies)) {
      return Optional.of("partitions are not placed yet");
    }
    return wanted.values().stream()
        .flatMap(List::stream)
        .filter(node -> !names.contains(node))
        .findFirst()
        .map(node -> "node " + node + " is down, or about to lose its replicas");
  }

  /**
   * Nodes that are to have less than a quarter of their share: those that were added, be it just
   * before some partitions were, and got no more than replicas of these.
   */
  Set<String> idle() {
    Map<String, Long> counts = counts(wanted);
    Set<String> idle = new TreeSet<>();
    FairShare.of(hosts, wanted.size(), copies)
        .forEach((node, share) -> {
          if (counts.getOrDefault(node, 0L) < share * IDLE) {
            idle.add(node);
          }
        });
    return idle;
  }

  private static Map<String, Long> counts(Map<Integer, List<String>> placed) {
    return placed.values().stream()
        .flatMap(List::stream)
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  /** Whether any of these nodes would have more then. */
  boolean isMoreFor(Set<String> nodes, Map<Integer, List<String>> plan) {
    Map<String, Long> now = counts(wanted);
    Map<String, Long> then = counts(plan);
    return nodes.stream()
        .anyMatch(node -> then.getOrDefault(node, 0L) > now.getOrDefault(node, 0L));
  }

  /** Where replicas would be if each node had its fair share. */
  Map<Integer, List<String>> spread() {
    return Spread.of(new Spread.Before(hosts, copies, resources, wanted, declined));
  }

  /**
   * Where replicas are: that of a partition which moves, and whose new one does not serve yet, is
   * to stay.
   */
  Map<Integer, List<String>> asTheyServe() {
    Set<String> names = names();
    Map<Integer, List<String>> all = new TreeMap<>();
    wanted.forEach((partition, nodes) -> {
      Map<String, String> states = states(partition);
      List<String> serving =
          states.keySet().stream()
              .filter(node -> isServing(states, node))
              .sorted(Comparator.comparing(node -> !leads(states, node)))
              .toList();
      boolean canStay = serving.size() == copies && names.containsAll(serving);
      all.put(partition, canStay && !serving.containsAll(nodes) ? serving : nodes);
    });
    return all;
  }

  private Map<String, String> states(int partition) {
    return seen.getOrDefault(partition, Map.of());
  }

  private static boolean leads(Map<String, String> states, String node) {
    return ReplicaState.LEADER.name().equals(states.get(node));
  }

  private static boolean isServing(Map<String, String> states, String node) {
    return leads(states, node) || ReplicaState.STANDBY.name().equals(states.get(node));
  }

  /** Whether all is where it is to be, and nothing elsewhere. */
  boolean isReached() {
    return wanted.entrySet().stream()
        .allMatch(each -> isReached(states(each.getKey()), each.getValue()));
  }

  /** Of how many partitions replicas are on other nodes than they are to be on. */
  long moving() {
    return wanted.entrySet().stream()
        .filter(each -> !states(each.getKey()).keySet().equals(Set.copyOf(each.getValue())))
        .count();
  }

  private static boolean isReached(Map<String, String> states, List<String> nodes) {
    return states.size() == nodes.size()
        && leads(states, nodes.getFirst())
        && nodes.stream().allMatch(node -> isServing(states, node));
  }

  /** Whether these are the same nodes, with the same leaders. */
  boolean areWanted(Map<Integer, List<String>> others) {
    return wanted.entrySet().stream()
        .allMatch(each -> {
          List<String> other = others.getOrDefault(each.getKey(), List.of(""));
          return each.getValue().getFirst().equals(other.getFirst())
              && Set.copyOf(each.getValue()).equals(Set.copyOf(other));
        });
  }

  /** How many replicas are where they are not wanted now. */
  long moves(Map<Integer, List<String>> others) {
    return others.entrySet().stream()
        .mapToLong(each -> {
          Set<String> more = new TreeSet<>(each.getValue());
          wanted.getOrDefault(each.getKey(), List.of()).forEach(more::remove);
          return more.size();
        })
        .sum();
  }
}
