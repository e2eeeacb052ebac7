package io.aumbry.cluster;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * Which partitions take no new blobs: one record at {@code /CLUSTER/PROPERTYSTORE/sealed}, with a
 * list of partition ids under the name of each node, or of {@code operator}, that sealed them. A
 * partition is sealed while anyone has it in their list.
 */
final class SealedPartitions {
  private SealedPartitions() {}

  static String path(String cluster) {
    return PropertyPathBuilder.propertyStore(cluster) + "/sealed";
  }

  static Set<Integer> in(Optional<ZNRecord> record) {
    return record.stream()
        .flatMap(present -> present.getListFields().values().stream())
        .flatMap(List::stream)
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }
}
