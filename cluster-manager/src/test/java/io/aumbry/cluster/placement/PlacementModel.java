package io.aumbry.cluster.placement;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.LEADER;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;

import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.cluster.placement.FairShare.Host;
import io.aumbry.cluster.placement.PlacementPlanner.Plan;
import io.aumbry.cluster.placement.PlacementPlanner.Policy;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A data centre without Helix: nodes, preference lists, and replicas that follow them in steps. */
final class PlacementModel {
  static final int COPIES = 3;

  final Map<String, Host> hosts = new TreeMap<>();
  final Map<Integer, List<String>> lists = new TreeMap<>();
  final Map<Integer, Map<String, ReplicaState>> replicas = new TreeMap<>();
  final Set<String> down = new TreeSet<>();
  final Set<String> drained = new TreeSet<>();
  final Set<String> locked = new TreeSet<>();
  final Map<String, Set<Integer>> declined = new HashMap<>();
  final Map<String, Set<Integer>> unlisted = new HashMap<>();
  final Set<Integer> known = new HashSet<>();
  Stage stage = Stage.NONE;

  /**
   * Nodes, and partitions that are not placed.
   *
   * @param nodes such as "a/1/40": name, zone, and number of replicas that it has room for
   */
  PlacementModel(String nodes, int partitions) {
    for (String node : nodes.split(" ", -1)) {
      addNode(node);
    }
    for (int id = 0; id < partitions; id++) {
      lists.put(id, List.of());
      replicas.put(id, new TreeMap<>());
    }
  }

  void addNode(String node) {
    String[] part = node.split("/", -1);
    hosts.put(part[0], new Host(part[0], part[1], Long.parseLong(part[2]), 1));
  }

  /** Places partitions on these nodes; all replicas serve. */
  PlacementModel placed(String... nodes) {
    lists.replaceAll((partition, list) -> List.of(nodes));
    settle();
    return this;
  }

  PlacementSnapshot snapshot() {
    Map<Integer, String> resources = new HashMap<>();
    Map<Integer, PreferenceList> read = new TreeMap<>();
    Map<Integer, Map<String, String>> seen = new HashMap<>();
    lists.forEach((partition, nodes) -> {
      resources.put(partition, "blobs");
      read.put(partition, PreferenceList.of(nodes, COPIES));
      Map<String, String> states = new HashMap<>();
      of(replicas, partition)
          .forEach((node, state) -> {
            if (!down.contains(node)) {
              states.put(node, state.name());
            }
          });
      seen.put(partition, states);
    });
    return new PlacementSnapshot(resources, read, seen, nodes(), Set.copyOf(known), COPIES);
  }

  private PlacementNodes nodes() {
    Set<String> serving = new HashSet<>(hosts.keySet());
    serving.removeAll(down);
    Set<String> available = new HashSet<>(serving);
    available.removeAll(drained);
    List<Host> all =
        hosts.values().stream()
            .map(host ->
                available.contains(host.name()) ? host : new Host(host.name(), host.zone(), 0, 1))
            .toList();
    Map<String, Set<Integer>> stores = new HashMap<>(unlisted);
    stores.keySet().retainAll(serving);
    return new PlacementNodes(
        all,
        serving,
        available,
        Set.copyOf(drained),
        Map.copyOf(declined),
        PlacementNodes.byPartition(stores));
  }

  Plan plan(int movesAtOnce, Set<String> lost) {
    return plan(snapshot(), movesAtOnce, lost);
  }

  /** With a lock of all hosts that others have not locked. */
  Plan plan(PlacementSnapshot seen, int movesAtOnce, Set<String> lost) {
    return PlacementPlanner.of(
        seen, new Policy(stage, false, movesAtOnce, lost, locked, host -> !locked.contains(host)));
  }

  /** Writes lists that are still as read, as a controller does. */
  void write(PlacementSnapshot seen, Plan plan) {
    plan.all()
        .forEach((partition, list) -> {
          PreferenceList now = PreferenceList.of(of(lists, partition), COPIES);
          if (now.equals(of(seen.lists(), partition))) {
            lists.put(partition, list.nodes());
          }
        });
    stage = plan.stage();
  }

  static <T> T of(Map<Integer, T> map, int partition) {
    return Optional.ofNullable(map.get(partition)).orElseThrow();
  }

  List<String> list(int partition) {
    return of(lists, partition);
  }

  /** All steps that Helix would now request for a partition. */
  List<Runnable> steps(int partition) {
    Map<String, ReplicaState> states = of(replicas, partition);
    List<String> list = of(lists, partition);
    List<Runnable> steps = new ArrayList<>();
    Set<String> nodes = new TreeSet<>(list);
    nodes.addAll(states.keySet());
    nodes.removeAll(down);
    for (String node : nodes) {
      ReplicaState now = states.getOrDefault(node, OFFLINE);
      boolean isWanted =
          list.contains(node) && !declined.getOrDefault(node, Set.of()).contains(partition);
      next(states, list, node, now, isWanted)
          .ifPresent(next -> steps.add(() -> states.put(node, next)));
      if (!list.contains(node) && now == OFFLINE && servingOthers(states, node) >= COPIES) {
        steps.add(() -> states.remove(node));
      }
    }
    return steps;
  }

  private static Optional<ReplicaState> next(
      Map<String, ReplicaState> states,
      List<String> list,
      String node,
      ReplicaState now,
      boolean isWanted) {
    boolean mayLead =
        list.stream().filter(each -> isServing(states, each)).findFirst().equals(Optional.of(node))
            && !states.containsValue(LEADER);
    return switch (now) {
      case OFFLINE -> isWanted ? Optional.of(BOOTSTRAP) : Optional.empty();
      case BOOTSTRAP -> Optional.of(isWanted ? STANDBY : OFFLINE);
      case STANDBY -> isWanted ? Optional.of(LEADER).filter(_ -> mayLead) : Optional.of(INACTIVE);
      case LEADER ->
          isWanted && isFirst(states, list, node) ? Optional.empty() : Optional.of(STANDBY);
      case INACTIVE -> Optional.of(isWanted ? STANDBY : OFFLINE);
      case DROPPED, ERROR -> Optional.empty();
    };
  }

  private static boolean isFirst(Map<String, ReplicaState> states, List<String> list, String node) {
    return list.stream()
        .filter(each -> isServing(states, each))
        .findFirst()
        .equals(Optional.of(node));
  }

  private static boolean isServing(Map<String, ReplicaState> states, String node) {
    return states.get(node) == LEADER || states.get(node) == STANDBY;
  }

  private static long servingOthers(Map<String, ReplicaState> states, String node) {
    return states.keySet().stream()
        .filter(other -> !other.equals(node) && isServing(states, other))
        .count();
  }

  /** Stops a node. When it starts again, its replicas begin OFFLINE. */
  void stop(String node) {
    down.add(node);
    replicas.values().forEach(states -> states.replace(node, OFFLINE));
  }

  boolean isServing(int partition, String node) {
    return isServing(of(replicas, partition), node);
  }

  /** Takes steps until none is left. */
  void settle() {
    boolean any;
    do {
      any = false;
      for (int partition : lists.keySet()) {
        for (Runnable step : steps(partition)) {
          any = true;
          step.run();
          break;
        }
      }
    } while (any);
  }

  Map<String, Long> counts() {
    return lists.values().stream()
        .flatMap(List::stream)
        .collect(Collectors.groupingBy(node -> node, TreeMap::new, Collectors.counting()));
  }
}
