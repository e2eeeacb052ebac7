package io.aumbry.cluster.metadata;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * The complete stores of a node that no preference list names, in the field {@code UNLISTED} of the
 * node's record. The lists may have been lost with ZooKeeper's data, or be as old as a backup.
 * Also, the node may have been replaced while it was down. Only these stores may have some of the
 * blobs.
 */
public final class UnlistedStores {
  private static final String FIELD = "UNLISTED";

  private UnlistedStores() {}

  public static ZNRecord write(ZNRecord node, Set<Integer> partitions) {
    if (partitions.isEmpty()) {
      node.getListFields().remove(FIELD);
    } else {
      node.setListField(FIELD, partitions.stream().sorted().map(String::valueOf).toList());
    }
    return node;
  }

  public static Set<Integer> in(ZNRecord node) {
    return Optional.ofNullable(node.getListField(FIELD)).orElse(List.of()).stream()
        .map(Integer::valueOf)
        .collect(Collectors.toUnmodifiableSet());
  }
}
