package io.aumbry.protocol.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An immutable snapshot of the cluster, replaced as a whole when anything changes. */
public final class ClusterView {
  private final DataCenter local;
  private final List<DataCenter> dataCenters;
  private final Map<NodeId, StorageNode> nodes;
  private final Map<Integer, Partition> partitions;
  private final List<Partition> inOrder;

  /**
   * Creates a view.
   *
   * @param local the data centre of the process that holds this view
   * @param dataCenters all data centres, including {@code local}
   */
  public ClusterView(
      DataCenter local,
      List<DataCenter> dataCenters,
      List<StorageNode> nodes,
      List<Partition> partitions) {
    if (!dataCenters.contains(local)) {
      throw new IllegalArgumentException(local + " is not among " + dataCenters);
    }
    this.local = local;
    this.dataCenters = List.copyOf(dataCenters);
    this.nodes = HashMap.newHashMap(nodes.size());
    nodes.forEach(node -> this.nodes.put(node.id(), node));
    this.partitions = HashMap.newHashMap(partitions.size());
    partitions.forEach(partition -> this.partitions.put(partition.id(), partition));
    this.inOrder = List.copyOf(partitions);
  }

  public DataCenter local() {
    return local;
  }

  public List<DataCenter> dataCenters() {
    return dataCenters;
  }

  public List<StorageNode> nodes() {
    return List.copyOf(nodes.values());
  }

  public Optional<StorageNode> node(NodeId id) {
    return Optional.ofNullable(nodes.get(id));
  }

  public List<Partition> partitions() {
    return inOrder;
  }

  public Optional<Partition> partition(int id) {
    return Optional.ofNullable(partitions.get(id));
  }

  /** Number of partitions that lack readable replicas in the local data centre. */
  public long incompletePartitions() {
    return inOrder.stream().filter(partition -> !partition.isCompleteIn(local.id())).count();
  }

  /** Ignores the order of nodes and partitions. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ClusterView that
        && local.equals(that.local)
        && dataCenters.equals(that.dataCenters)
        && nodes.equals(that.nodes)
        && partitions.equals(that.partitions);
  }

  @Override
  public int hashCode() {
    return 31 * nodes.hashCode() + partitions.hashCode();
  }
}
