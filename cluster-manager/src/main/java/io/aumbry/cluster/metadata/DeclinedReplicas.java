package io.aumbry.cluster.metadata;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * The replicas that a node has no room for. They are disabled in Helix, which takes them OFFLINE,
 * and then placed elsewhere. The field {@code DECLINED} of the node's record lists them by
 * resource, so that the node enables no replica that an operator disabled.
 */
public final class DeclinedReplicas {
  private static final String FIELD = "DECLINED";
  private static final String SEPARATOR = ",";

  private DeclinedReplicas() {}

  public static ZNRecord write(ZNRecord current, Map<String, Set<Integer>> declined) {
    InstanceConfig instance = new InstanceConfig(current);
    ZNRecord record = instance.getRecord();
    Optional.ofNullable(record.getMapField(FIELD))
        .orElse(Map.of())
        .forEach((resource, list) -> enable(instance, resource, list.split(SEPARATOR), true));
    record.getMapFields().remove(FIELD);
    Map<String, String> field = new TreeMap<>();
    for (Map.Entry<String, Set<Integer>> each : declined.entrySet()) {
      List<String> disabled = instance.getDisabledPartitions(each.getKey());
      String[] names =
          each.getValue().stream()
              .map(String::valueOf)
              .filter(name -> disabled == null || !disabled.contains(name))
              .toArray(String[]::new);
      enable(instance, each.getKey(), names, false);
      if (names.length > 0) {
        field.put(each.getKey(), String.join(SEPARATOR, names));
      }
    }
    if (!field.isEmpty()) {
      record.setMapField(FIELD, field);
    }
    return record;
  }

  private static void enable(
      InstanceConfig instance, String resource, String[] partitions, boolean enabled) {
    for (String partition : partitions) {
      instance.setInstanceEnabledForPartition(resource, partition, enabled);
    }
  }
}
