package io.aumbry.frontend.rest.cluster;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.router.ContainerReports;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sums up the usage of partitions. The documents have Ambry's form. */
final class UsageSums implements ContainerReports.Recipient {
  /** By class, account and container. */
  private final Map<String, Map<Integer, Map<Integer, Usage>>> classes = new TreeMap<>();

  /**
   * The usage of a container.
   *
   * @param logicalStorageUsage bytes, counted once
   * @param physicalStorageUsage bytes of all replicas together
   */
  private record Usage(long logicalStorageUsage, long physicalStorageUsage, long numberOfBlobs) {
    Usage plus(Usage other) {
      return new Usage(
          Math.addExact(logicalStorageUsage, other.logicalStorageUsage),
          Math.addExact(physicalStorageUsage, other.physicalStorageUsage),
          Math.addExact(numberOfBlobs, other.numberOfBlobs));
    }
  }

  private record AccountDocument(
      @JsonAnyGetter Map<Integer, Map<Integer, Usage>> accounts,
      Optional<List<Integer>> missingPartitions) {}

  private record ClassDocument(
      @JsonAnyGetter Map<String, Map<Integer, Map<Integer, Usage>>> classes,
      Optional<List<Integer>> missingPartitions) {}

  @Override
  public void add(Partition partition, List<ContainerUsage> containers) {
    long replicas =
        partition.replicas().stream()
            .filter(replica -> replica.state() != ReplicaState.DROPPED)
            .count();
    Map<Integer, Map<Integer, Usage>> accounts =
        classes.computeIfAbsent(partition.partitionClass().name(), _ -> new TreeMap<>());
    for (ContainerUsage each : containers) {
      long physical = Math.multiplyExact(each.bytes(), replicas);
      Usage usage = new Usage(each.bytes(), physical, each.blobs());
      add(accounts, each.account(), each.container(), usage);
    }
  }

  private static void add(
      Map<Integer, Map<Integer, Usage>> to, int account, int container, Usage usage) {
    to.computeIfAbsent(account, _ -> new TreeMap<>()).merge(container, usage, Usage::plus);
  }

  boolean hasPartitions() {
    return !classes.isEmpty();
  }

  /** Containers with usage, each counted once for each class. */
  int containers() {
    return classes.values().stream()
        .flatMap(accounts -> accounts.values().stream())
        .mapToInt(Map::size)
        .sum();
  }

  Record byAccount(List<Integer> missing) {
    Map<Integer, Map<Integer, Usage>> all = new TreeMap<>();
    for (Map<Integer, Map<Integer, Usage>> accounts : classes.values()) {
      accounts.forEach((account, containers) ->
          containers.forEach((container, usage) -> add(all, account, container, usage)));
    }
    return new AccountDocument(all, present(missing));
  }

  /** A class without blobs has an empty object. */
  Record byClass(List<Integer> missing) {
    return new ClassDocument(classes, present(missing));
  }

  private static Optional<List<Integer>> present(List<Integer> missing) {
    return Optional.of(missing).filter(list -> !list.isEmpty());
  }
}
