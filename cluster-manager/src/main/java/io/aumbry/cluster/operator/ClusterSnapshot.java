package io.aumbry.cluster.operator;

import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.placement.FairShare;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The coordination data of all data centres at one moment.
 *
 * @param view data centres that did not answer are listed without nodes.
 * @param steering the requests of operators.
 * @param locks of hosts, as recorded: this clock cannot tell that a lease has run out.
 * @param unreachable reasons why data centres did not answer, for display.
 */
public record ClusterSnapshot(
    ClusterView view,
    Map<NodeId, Standing> standings,
    Map<DataCenter, Stock> stocks,
    Map<DataCenter, Steering> steering,
    Map<DataCenter, ClusterProcesses> processes,
    Map<DataCenter, LockTable> locks,
    Map<DataCenter, String> unreachable) {
  public ClusterSnapshot {
    standings = Map.copyOf(standings);
    stocks = Map.copyOf(stocks);
    steering = Map.copyOf(steering);
    processes = Map.copyOf(processes);
    locks = Map.copyOf(locks);
    unreachable = Map.copyOf(unreachable);
  }

  /**
   * The status of a node.
   *
   * @param operation in Helix's terms; {@code ENABLE} if it may have replicas
   * @param capacityBytes for replicas, as registered when it joined
   * @param unlisted partitions of which it has a complete store that no preference list names
   */
  public record Standing(String operation, long capacityBytes, Set<Integer> unlisted) {
    static final String ENABLED = "ENABLE";
    static final String DRAINED = "EVACUATE";
    static final String DISABLED = "DISABLE";

    static final Standing UNKNOWN = new Standing(ENABLED, 0, Set.of());

    public boolean isDrained() {
      return operation.equals(DRAINED);
    }

    /** Whether it may not serve, and keeps its replicas. */
    public boolean isDisabled() {
      return operation.equals(DISABLED);
    }

    public boolean isEnabled() {
      return operation.equals(ENABLED);
    }
  }

  /**
   * The partitions of a data centre.
   *
   * @param partitions number of partitions, which are numbered from 0
   * @param partitionBytes that a replica counts against the capacity of its node
   */
  public record Stock(int partitions, int copies, long partitionBytes) {}

  /**
   * The rebalance and the maintenance of a data centre.
   *
   * @param maintenance its reason, or empty
   */
  public record Steering(Rebalance.Stage rebalance, String maintenance) {
    static final Steering NONE = new Steering(Rebalance.Stage.NONE, "");
  }

  public Steering steering(DataCenter dataCenter) {
    return steering.getOrDefault(dataCenter, Steering.NONE);
  }

  public ClusterProcesses processes(DataCenter dataCenter) {
    return processes.getOrDefault(dataCenter, ClusterProcesses.NONE);
  }

  public LockTable locks(DataCenter dataCenter) {
    return locks.getOrDefault(dataCenter, LockTable.EMPTY);
  }

  /**
   * Names of the hosts of a data centre: of storage nodes, and of frontends and controllers that
   * have not stopped in order.
   */
  public SortedSet<String> hosts(DataCenter dataCenter) {
    SortedSet<String> names = new TreeSet<>();
    view.nodes().stream()
        .filter(node -> node.dataCenter() == dataCenter.id())
        .forEach(node -> names.add(node.id().name()));
    processes(dataCenter).known().forEach(each -> names.add(each.process().name()));
    return names;
  }

  /** The fair shares of the nodes of a data centre. */
  public Map<NodeId, Double> shares(DataCenter dataCenter) {
    Stock stock = Optional.ofNullable(stocks.get(dataCenter)).orElse(new Stock(0, 1, 1));
    List<FairShare.Host> hosts =
        view.nodes().stream()
            .filter(node -> node.dataCenter() == dataCenter.id() && node.live())
            .filter(node -> standing(node.id()).isEnabled())
            .map(node ->
                new FairShare.Host(
                    node.id().name(),
                    node.zone(),
                    standing(node.id()).capacityBytes(),
                    stock.partitionBytes()))
            .toList();
    Map<NodeId, Double> shares = new TreeMap<>();
    FairShare.of(hosts, stock.partitions(), stock.copies())
        .forEach((name, share) -> shares.put(new NodeId(name), share));
    return shares;
  }

  public Standing standing(NodeId node) {
    return standings.getOrDefault(node, Standing.UNKNOWN);
  }

  /**
   * The capacity of all enabled nodes of a data centre, live or not.
   *
   * @param which nodes are counted
   */
  public ReplicaCapacity room(DataCenter dataCenter, Predicate<StorageNode> which) {
    List<ReplicaCapacity.Place> places =
        view.nodes().stream()
            .filter(node -> node.dataCenter() == dataCenter.id())
            .filter(node -> standing(node.id()).isEnabled())
            .filter(which)
            .map(
                node -> new ReplicaCapacity.Place(node.zone(), standing(node.id()).capacityBytes()))
            .toList();
    return new ReplicaCapacity(places);
  }
}
