package io.aumbry.server;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A view that a test changes by hand, with one data centre by default. */
public final class HandViews implements ClusterViews {
  public static final DataCenter HERE = new DataCenter(1, "here");

  private final Map<NodeId, StorageNode> nodes = new TreeMap<>();
  private final Map<Integer, Map<NodeId, ReplicaState>> partitions = new TreeMap<>();
  private final List<Consumer<ClusterView>> listeners = new ArrayList<>();
  private final List<DataCenter> dataCenters = new ArrayList<>(List.of(HERE));
  private volatile ClusterView current = new ClusterView(HERE, List.of(HERE), List.of(), List.of());

  public static StorageNode node(String name, boolean live) {
    return new StorageNode(new NodeId(name), 1, "zone-" + name, new Endpoint("localhost", 1), live);
  }

  public synchronized void add(DataCenter dataCenter) {
    dataCenters.add(dataCenter);
    publish();
  }

  /** The same view, as seen in a data centre. */
  public ClusterViews from(DataCenter dataCenter) {
    return new ClusterViews() {
      @Override
      public ClusterView current() {
        return seenFrom(dataCenter, current);
      }

      @Override
      public void subscribe(Consumer<ClusterView> listener) {
        HandViews.this.subscribe(view -> listener.accept(seenFrom(dataCenter, view)));
      }
    };
  }

  private static ClusterView seenFrom(DataCenter dataCenter, ClusterView view) {
    return dataCenter.equals(view.local())
        ? view
        : new ClusterView(dataCenter, view.dataCenters(), view.nodes(), view.partitions());
  }

  public synchronized void put(NodeId node, int partition, ReplicaState state) {
    nodes.putIfAbsent(node, node(node.name(), true));
    partitions.computeIfAbsent(partition, _ -> new TreeMap<>()).put(node, state);
    publish();
  }

  /** Changes the address or liveness of a node. */
  public synchronized void place(StorageNode node) {
    nodes.put(node.id(), node);
    publish();
  }

  public synchronized void remove(NodeId node) {
    nodes.remove(node);
    partitions.values().forEach(replicas -> replicas.remove(node));
    publish();
  }

  private void publish() {
    List<Partition> all = new ArrayList<>();
    partitions.forEach((id, replicas) -> all.add(new Partition(id, false, replicas(replicas))));
    current = new ClusterView(HERE, dataCenters, List.copyOf(nodes.values()), all);
    listeners.forEach(listener -> listener.accept(current));
  }

  private List<Replica> replicas(Map<NodeId, ReplicaState> states) {
    return states.keySet().stream()
        .sorted(Comparator.naturalOrder())
        .map(node ->
            new Replica(nodes.getOrDefault(node, node(node.name(), false)), state(states, node)))
        .toList();
  }

  private static ReplicaState state(Map<NodeId, ReplicaState> states, NodeId node) {
    return states.getOrDefault(node, ReplicaState.OFFLINE);
  }

  @Override
  public ClusterView current() {
    return current;
  }

  @Override
  public synchronized void subscribe(Consumer<ClusterView> listener) {
    listeners.add(listener);
    listener.accept(current);
  }
}
