package io.aumbry.cluster.view;

import io.aumbry.cluster.view.ClusterFile.Node;
import io.aumbry.cluster.view.ClusterFile.Placed;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Validates a {@link ClusterFile} and converts it to a view. */
final class ClusterFileView {
  private final ClusterFile file;
  private final Map<Integer, DataCenter> dataCenters = new HashMap<>();
  private final Map<String, StorageNode> nodes = new HashMap<>();
  private final Map<Integer, Partition> partitions = new HashMap<>();

  ClusterFileView(ClusterFile file) {
    this.file = file;
    file.dataCenters().forEach(dc -> putNew(dataCenters, "data centre", dc.id(), dc));
    file.nodes().forEach(node -> putNew(nodes, "node", node.name(), node(node)));
    file.partitions().forEach(part -> putNew(partitions, "partition", part.id(), partition(part)));
    file.down().forEach(name -> known(nodes, "node in \"down\"", name));
    file.sealed().forEach(id -> known(partitions, "partition in \"sealed\"", id));
  }

  ClusterView in(String local) {
    DataCenter home =
        file.dataCenters().stream()
            .filter(dc -> dc.name().equals(local))
            .findFirst()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "data centre '" + local + "' is not among " + file.dataCenters()));
    return new ClusterView(
        home,
        file.dataCenters(),
        List.copyOf(nodes.values()),
        file.partitions().stream().map(part -> known(partitions, "partition", part.id())).toList());
  }

  private StorageNode node(Node node) {
    known(dataCenters, "data centre of node " + node.name(), node.dataCenter());
    if (node.zone().isEmpty()) {
      throw new IllegalArgumentException("zone of node " + node.name() + " is empty");
    }
    return new StorageNode(
        new NodeId(node.name()),
        node.dataCenter(),
        node.zone(),
        new Endpoint(node.host(), node.port()),
        !file.down().contains(node.name()));
  }

  private Partition partition(Placed placed) {
    if (placed.id() < 0) {
      throw new IllegalArgumentException("partition " + placed.id() + ", must not be negative");
    }
    List<Replica> replicas = new ArrayList<>();
    Set<Integer> led = new HashSet<>();
    Set<String> zones = new HashSet<>();
    for (String name : placed.replicas()) {
      StorageNode node = known(nodes, "node of partition " + placed.id(), name);
      if (!zones.add(node.dataCenter() + "/" + node.zone())) {
        throw new IllegalArgumentException(
            "partition %d has two replicas in zone '%s' of data centre %d"
                .formatted(placed.id(), node.zone(), node.dataCenter()));
      }
      replicas.add(new Replica(node, state(node, led)));
    }
    return Partition.atRest(
        placed.id(),
        placed.partitionClass().map(PartitionClass::new).orElse(PartitionClass.DEFAULT),
        file.sealed().contains(placed.id()),
        replicas);
  }

  private static ReplicaState state(StorageNode node, Set<Integer> led) {
    if (!node.live()) {
      return ReplicaState.OFFLINE;
    }
    return led.add(node.dataCenter()) ? ReplicaState.LEADER : ReplicaState.STANDBY;
  }

  private static <K, V> void putNew(Map<K, V> map, String kind, K key, V value) {
    if (map.putIfAbsent(key, value) != null) {
      throw new IllegalArgumentException(kind + " " + key + " is listed twice");
    }
  }

  private static <K, V> V known(Map<K, V> map, String kind, K key) {
    return Optional.ofNullable(map.get(key))
        .orElseThrow(
            () -> new IllegalArgumentException(kind + ": there is no '" + key + "' in the file"));
  }
}
