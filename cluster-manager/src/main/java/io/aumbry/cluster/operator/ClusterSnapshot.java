package io.aumbry.cluster.operator;

import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.placement.FairShare;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What the coordination of all data centres said at one moment.
 *
 * @param view of those that answered; the others are in its list and have no nodes
 * @param standings of all nodes of the view
 * @param stocks of the data centres that answered
 * @param steering what operators want of them
 * @param processes the other processes of the data centres that answered
 * @param unreachable why the others did not answer, for people
 */
public record ClusterSnapshot(
    ClusterView view,
    Map<NodeId, Standing> standings,
    Map<DataCenter, Stock> stocks,
    Map<DataCenter, Steering> steering,
    Map<DataCenter, ClusterProcesses> processes,
    Map<DataCenter, String> unreachable) {
  public ClusterSnapshot {
    standings = Map.copyOf(standings);
    stocks = Map.copyOf(stocks);
    steering = Map.copyOf(steering);
    processes = Map.copyOf(processes);
    unreachable = Map.copyOf(unreachable);
  }

  /**
   * What the cluster wants of a node.
   *
   * @param operation as Helix calls it: {@code ENABLE} when it may have replicas
   * @param capacityBytes for replicas, as it said when it joined
   */
  public record Standing(String operation, long capacityBytes) {
    static final String ENABLED = "ENABLE";
    static final String DRAINED = "EVACUATE";

    static final Standing UNKNOWN = new Standing(ENABLED, 0);

    public boolean isDrained() {
      return operation.equals(DRAINED);
    }

    /** Whether replicas may be placed on it. */
    public boolean isEnabled() {
      return operation.equals(ENABLED);
    }
  }

  /**
   * The partitions of a data centre.
   *
   * @param partitions how many there are, numbered from 0
   * @param copies of each
   * @param partitionBytes what a replica counts against the capacity of its node
   */
  public record Stock(int partitions, int copies, long partitionBytes) {}

  /**
   * What operators want of a data centre.
   *
   * @param maintenance its reason; empty when there is none
   */
  public record Steering(Rebalance.Stage rebalance, String maintenance) {
    static final Steering NONE = new Steering(Rebalance.Stage.NONE, "");
  }

  public Steering steering(DataCenter dataCenter) {
    return steering.getOrDefault(dataCenter, Steering.NONE);
  }

  /** The controllers, frontends and ZooKeeper servers of a data centre. */
  public ClusterProcesses processes(DataCenter dataCenter) {
    return processes.getOrDefault(dataCenter, ClusterProcesses.NONE);
  }

  /** How many replicas each node of a data centre would have if all were equally full. */
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
   * The room for replicas on the nodes of a data centre that may have some, live or not.
   *
   * @param which of them count
   */
  public Room room(DataCenter dataCenter, Predicate<StorageNode> which) {
    List<Room.Place> places =
        view.nodes().stream()
            .filter(node -> node.dataCenter() == dataCenter.id())
            .filter(node -> standing(node.id()).isEnabled())
            .filter(which)
            .map(node -> new Room.Place(node.zone(), standing(node.id()).capacityBytes()))
            .toList();
    return new Room(places);
  }
}
