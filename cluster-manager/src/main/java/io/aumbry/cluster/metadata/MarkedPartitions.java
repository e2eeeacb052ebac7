package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.protocol.error.AumbryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * Partitions marked by operators or nodes: a record for each {@link Mark} in the property store,
 * with the partition ids of each node and of {@code operator}.
 */
public record MarkedPartitions(Map<Integer, Set<String>> markers) {
  public static final MarkedPartitions NONE = new MarkedPartitions(Map.of());

  public static final String OPERATOR = "operator";

  public MarkedPartitions {
    markers = Map.copyOf(markers);
  }

  public static String path(String cluster, Mark mark) {
    return PropertyPathBuilder.propertyStore(cluster) + "/" + mark.node();
  }

  public static MarkedPartitions in(Optional<ZNRecord> record) {
    Map<Integer, Set<String>> markers = new HashMap<>();
    record
        .map(ZNRecord::getListFields)
        .orElse(Map.of())
        .forEach((marker, list) ->
            list.forEach(id ->
                markers.computeIfAbsent(Integer.valueOf(id), _ -> new HashSet<>()).add(marker)));
    return new MarkedPartitions(markers);
  }

  public ZNRecord record(Mark mark) {
    Map<String, List<String>> lists = new TreeMap<>();
    markers.forEach((id, names) ->
        names.forEach(
            name -> lists.computeIfAbsent(name, _ -> new ArrayList<>()).add(String.valueOf(id))));
    ZNRecord record = new ZNRecord(mark.node());
    record.setListFields(lists);
    return record;
  }

  /** Whether an operator or one of these nodes marked the partition. */
  public boolean isFor(int partition, Collection<String> nodes) {
    return markers.getOrDefault(partition, Set.of()).stream()
        .anyMatch(marker -> marker.equals(OPERATOR) || nodes.contains(marker));
  }

  public boolean has(int partition, String node) {
    return markers.getOrDefault(partition, Set.of()).contains(node);
  }

  public static void update(
      CoordinatorClient coordination,
      Function<Exception, AumbryException> refusal,
      Mark mark,
      String marker,
      UnaryOperator<Set<Integer>> change)
      throws InterruptedException {
    String path = path(coordination.address().clusterName(), mark);
    coordination.call(
        refusal,
        session -> {
          session.create(
              List.of(new ZooKeeperClient.Node(path, Optional.of(new ZNRecord(mark.node())))));
          session.update(path, record -> changed(record, marker, change));
          return true;
        });
  }

  private static ZNRecord changed(
      ZNRecord record, String marker, UnaryOperator<Set<Integer>> change) {
    Set<Integer> before = new TreeSet<>();
    Optional.ofNullable(record.getListField(marker))
        .orElse(List.of())
        .forEach(id -> before.add(Integer.valueOf(id)));
    Set<Integer> after = new TreeSet<>(change.apply(before));
    if (after.isEmpty()) {
      record.getListFields().remove(marker);
    } else {
      record.setListField(marker, after.stream().map(String::valueOf).toList());
    }
    return record;
  }
}
