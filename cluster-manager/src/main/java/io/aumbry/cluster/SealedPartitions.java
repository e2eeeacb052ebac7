package io.aumbry.cluster;

import io.aumbry.protocol.cluster.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * Which partitions take no new blobs: one record at {@code /CLUSTER/PROPERTYSTORE/sealed}, with a
 * list of partition ids under the name of each node, or of {@code operator}, that sealed them. A
 * partition is sealed while {@code operator} or a node that has a replica of it has it in the list:
 * what a node has left behind that is gone, or whose replica has moved, does not count.
 */
record SealedPartitions(Map<Integer, Set<String>> sealers) {
  static final SealedPartitions NONE = new SealedPartitions(Map.of());

  private static final String OPERATOR = "operator";

  SealedPartitions {
    sealers = Map.copyOf(sealers);
  }

  static String path(String cluster) {
    return PropertyPathBuilder.propertyStore(cluster) + "/sealed";
  }

  static SealedPartitions in(Optional<ZNRecord> record) {
    Map<Integer, Set<String>> sealers = new HashMap<>();
    record
        .map(ZNRecord::getListFields)
        .orElse(Map.of())
        .forEach((who, list) ->
            list.forEach(
                id -> sealers.computeIfAbsent(Integer.valueOf(id), _ -> new HashSet<>()).add(who)));
    return new SealedPartitions(sealers);
  }

  /** From which {@link #in} makes the same. */
  ZNRecord record() {
    Map<String, List<String>> lists = new TreeMap<>();
    sealers.forEach((id, who) ->
        who.forEach(
            name -> lists.computeIfAbsent(name, _ -> new ArrayList<>()).add(String.valueOf(id))));
    ZNRecord record = new ZNRecord("sealed");
    record.setListFields(lists);
    return record;
  }

  /** Whether a partition with replicas on these nodes is sealed. */
  boolean has(int partition, Collection<String> nodes) {
    return sealers.getOrDefault(partition, Set.of()).stream()
        .anyMatch(who -> who.equals(OPERATOR) || nodes.contains(who));
  }

  /** Replaces the list of a node. */
  static void write(ZooKeeperSession session, String cluster, NodeId who, Set<Integer> partitions)
      throws KeeperException, InterruptedException {
    String path = path(cluster);
    session.create(List.of(new ZooKeeperSession.Node(path, Optional.of(new ZNRecord("sealed")))));
    session.update(
        path,
        record -> {
          if (partitions.isEmpty()) {
            record.getListFields().remove(who.name());
          } else {
            record.setListField(
                who.name(), partitions.stream().sorted().map(String::valueOf).toList());
          }
          return record;
        });
  }
}
