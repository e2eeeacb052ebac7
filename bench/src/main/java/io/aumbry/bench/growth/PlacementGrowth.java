package io.aumbry.bench.growth;

import io.aumbry.bench.process.OwnThread;
import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.cluster.placement.FairShare.Host;
import io.aumbry.cluster.placement.PlacementNodes;
import io.aumbry.cluster.placement.PlacementPlanner;
import io.aumbry.cluster.placement.PlacementPlanner.Plan;
import io.aumbry.cluster.placement.PlacementPlanner.Policy;
import io.aumbry.cluster.placement.PlacementSnapshot;
import io.aumbry.cluster.placement.PreferenceList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Measures one decision of the planner in a controller, which it takes after each event. */
final class PlacementGrowth {
  private static final int MOVES_AT_ONCE = 32;

  /** In units of a replica. */
  private static final long CAPACITY = 1_500;

  private static final int NEW_NODES = 10;

  /** Runs before the measured one, so that the planner is compiled. */
  private static final int WARM_UP = 2;

  private PlacementGrowth() {}

  /**
   * The result, in milliseconds of processor time.
   *
   * @param rest nothing is to be done
   * @param rebalance towards ten new nodes
   * @param loss of all nodes of a zone
   * @param moved partitions that get a new node after that loss
   */
  record Row(ClusterSize size, double rest, double rebalance, double loss, int moved) {}

  private record Result(double millis, Plan plan) {}

  static Row measure(ClusterSize size) {
    Set<String> lost =
        IntStream.range(0, size.nodes())
            .filter(node -> ClusterSize.zone(node).equals(ClusterSize.zone(0)))
            .mapToObj(ClusterSize::name)
            .collect(Collectors.toSet());
    Result rest = plan(snapshot(size, 0, Set.of()), policy(Stage.NONE, Set.of()));
    Result rebalance = plan(snapshot(size, NEW_NODES, Set.of()), policy(Stage.RUNNING, Set.of()));
    Result loss = plan(snapshot(size, 0, lost), policy(Stage.NONE, lost));
    return new Row(
        size, rest.millis(), rebalance.millis(), loss.millis(), loss.plan().lists().size());
  }

  private static Policy policy(Stage stage, Set<String> lost) {
    return new Policy(stage, false, MOVES_AT_ONCE, lost, Set.of(), _ -> true);
  }

  private static Result plan(PlacementSnapshot seen, Policy policy) {
    for (int i = 0; i < WARM_UP; i++) {
      PlacementPlanner.of(seen, policy);
    }
    OwnThread thread = new OwnThread();
    Plan plan = PlacementPlanner.of(seen, policy);
    return new Result(thread.millis(), plan);
  }

  private static PlacementSnapshot snapshot(ClusterSize size, int added, Set<String> down) {
    Map<Integer, String> resources = new HashMap<>();
    Map<Integer, PreferenceList> lists = new TreeMap<>();
    Map<Integer, Map<String, String>> states = new HashMap<>();
    for (int id = 0; id < size.partitions(); id++) {
      List<String> nodes = size.replicas(id);
      resources.put(id, "blobs");
      lists.put(id, PreferenceList.of(nodes, ClusterSize.COPIES));
      Map<String, String> seen = new HashMap<>();
      nodes.forEach(node -> seen.put(node, "STANDBY"));
      seen.put(nodes.getFirst(), "LEADER");
      seen.keySet().removeAll(down);
      states.put(id, seen);
    }
    return new PlacementSnapshot(
        resources, lists, states, nodes(size, added, down), Set.of(), ClusterSize.COPIES);
  }

  private static PlacementNodes nodes(ClusterSize size, int added, Set<String> down) {
    List<Host> hosts = new ArrayList<>();
    Set<String> live = new HashSet<>();
    for (int node = 0; node < size.nodes() + added; node++) {
      String name = ClusterSize.name(node);
      boolean isDown = down.contains(name);
      hosts.add(new Host(name, ClusterSize.zone(node), isDown ? 0 : CAPACITY, 1));
      if (!isDown) {
        live.add(name);
      }
    }
    return new PlacementNodes(hosts, live, live, Set.of(), Map.of(), Map.of());
  }
}
