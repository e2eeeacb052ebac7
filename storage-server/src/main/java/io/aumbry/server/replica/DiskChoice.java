package io.aumbry.server.replica;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Which of the disks of a node has the store of a partition, or shall have it. Any thread. */
final class DiskChoice {
  /** A replica is expected to grow to this at least, so that empty ones are dealt out in turn. */
  private static final long LEAST_REPLICA = 1L << 30;

  private final List<ReplicaDisk> disks;

  /** Where stores that are being made, or filled anew, will be; under lock. */
  private final Map<Integer, Promise> promised = new HashMap<>();

  private volatile Set<Integer> declined = Set.of();

  /**
   * That a store will be on a disk.
   *
   * @param bytes that it is expected to occupy there
   */
  private record Promise(ReplicaDisk disk, long bytes) {}

  DiskChoice(List<ReplicaDisk> disks) {
    this.disks = List.copyOf(disks);
  }

  List<ReplicaDisk> healthy() {
    return disks.stream().filter(ReplicaDisk::isHealthy).toList();
  }

  /** The ids of those that cannot be used, as far as they are known. */
  Set<UUID> away() {
    return disks.stream()
        .filter(disk -> !disk.isHealthy())
        .flatMap(disk -> disk.identity().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** No store is made of these. */
  void decline(Set<Integer> partitions) {
    declined = Set.copyOf(partitions);
  }

  /**
   * The disk that has the store of a partition. What another disk has of it from before it failed
   * is set aside. It waits for disks.
   *
   * @throws AumbryException {@code REPLICA_OUTDATED} when several have one, and nobody knows which
   *     is right
   */
  Optional<ReplicaDisk> holder(int partition) {
    List<ReplicaDisk> holders = holders(partition);
    if (holders.size() > 1) {
      setAsideOlder(partition, holders);
      holders = holders(partition);
    }
    if (holders.size() > 1) {
      throw new AumbryException(
          ErrorCode.REPLICA_OUTDATED,
          "Partition %d has files on %s, and nothing says which of them is right"
              .formatted(partition, holders.stream().map(ReplicaDisk::name).toList()));
    }
    return holders.stream().findFirst();
  }

  /** Sets aside whatever disks have of a partition. It waits for disks. */
  void setAside(int partition) {
    holders(partition).forEach(disk -> disk.setAside(partition));
  }

  private List<ReplicaDisk> holders(int partition) {
    return healthy().stream().filter(disk -> disk.partitions().contains(partition)).toList();
  }

  /** Two that name each other say nothing. */
  private static void setAsideOlder(int partition, List<ReplicaDisk> holders) {
    List<ReplicaDisk> older =
        holders.stream()
            .filter(each ->
                holders.stream()
                    .anyMatch(other ->
                        isInstead(other, each, partition) && !isInstead(each, other, partition)))
            .toList();
    older.forEach(disk -> disk.setAside(partition));
  }

  private static boolean isInstead(ReplicaDisk newer, ReplicaDisk older, int partition) {
    Optional<UUID> id = newer.identity();
    return id.isPresent()
        && newer
            .readNote(ReplicaNotes.insteadName(partition))
            .map(note -> ReplicaNotes.instead(note, id.get()))
            .filter(away -> older.identity().filter(away::contains).isPresent())
            .isPresent();
  }

  /**
   * The disk for a store that is to be made: the one it was promised, or the least full. It waits
   * for disks.
   */
  ReplicaDisk place(int partition) {
    Optional<ReplicaDisk> known = promisedTo(partition);
    if (known.isPresent()) {
      return known.get();
    }
    Map<ReplicaDisk, Long> capacities = limits(100);
    synchronized (this) {
      ReplicaDisk disk = leastFull(capacities);
      promised.put(partition, new Promise(disk, 0));
      return disk;
    }
  }

  private synchronized Optional<ReplicaDisk> promisedTo(int partition) {
    if (declined.contains(partition)) {
      throw new AumbryException(
          ErrorCode.NO_SPACE, "No disk of this node has room for partition " + partition);
    }
    return Optional.ofNullable(promised.get(partition))
        .map(Promise::disk)
        .filter(ReplicaDisk::isHealthy);
  }

  /**
   * For its capacity it has the least: of what it has, and what its replicas would have if all of
   * this node were alike, whichever is more. So those that are being made count, and a new disk
   * does not get all of them.
   */
  private ReplicaDisk leastFull(Map<ReplicaDisk, Long> capacities) {
    long used = capacities.keySet().stream().mapToLong(ReplicaDisk::bytesUsed).sum();
    long replicas = capacities.keySet().stream().mapToLong(this::replicasOn).sum();
    long mean = Math.max(LEAST_REPLICA, used / Math.max(1, replicas));
    return least(capacities, disk -> Math.max(disk.bytesUsed(), mean * replicasOn(disk)))
        .orElseThrow(
            () -> new AumbryException(ErrorCode.DISK_FAILED, "None of the disks can be used"));
  }

  /** The disk on which this is the least share of its limit. */
  private Optional<ReplicaDisk> least(
      Map<ReplicaDisk, Long> limits, ToLongFunction<ReplicaDisk> bytes) {
    return limits.entrySet().stream()
        .min(
            Comparator.comparingDouble((Map.Entry<ReplicaDisk, Long> each) ->
                    bytes.applyAsLong(each.getKey()) / Math.max(1.0, each.getValue()))
                .thenComparingLong(each -> replicasOn(each.getKey()))
                .thenComparing(each -> each.getKey().name()))
        .map(Map.Entry::getKey);
  }

  private long replicasOn(ReplicaDisk disk) {
    Set<Integer> partitions = new TreeSet<>(disk.partitions());
    promised.forEach((partition, promise) -> {
      if (promise.disk().equals(disk)) {
        partitions.add(partition);
      }
    });
    return partitions.size();
  }

  /**
   * Promises a store the least full of the healthy disks that have room for it, if there is one. It
   * waits for disks.
   *
   * @param bytes that the store is expected to occupy
   * @param percent of the capacity of a disk that may be in use then
   */
  boolean promise(int partition, long bytes, int percent) {
    Map<ReplicaDisk, Long> limits = limits(percent);
    synchronized (this) {
      promised.remove(partition);
      limits.entrySet().removeIf(each -> each.getValue() - expectedOn(each.getKey()) < bytes);
      Optional<ReplicaDisk> best = least(limits, this::expectedOn);
      best.ifPresent(disk -> promised.put(partition, new Promise(disk, bytes)));
      return best.isPresent();
    }
  }

  /** So much of the capacity of each healthy disk. */
  private Map<ReplicaDisk, Long> limits(int percent) {
    Map<ReplicaDisk, Long> limits = new HashMap<>();
    for (ReplicaDisk disk : healthy()) {
      limit(disk, percent).ifPresent(limit -> limits.put(disk, limit));
    }
    return limits;
  }

  private static Optional<Long> limit(ReplicaDisk disk, int percent) {
    try {
      return Optional.of(disk.capacity() / 100 * percent);
    } catch (AumbryException failedMeanwhile) {
      return Optional.empty();
    }
  }

  /** What is there already of a promised store is counted twice, until it is whole. */
  private long expectedOn(ReplicaDisk disk) {
    return disk.bytesUsed()
        + promised.values().stream()
            .filter(promise -> promise.disk().equals(disk))
            .mapToLong(Promise::bytes)
            .sum();
  }

  /** The store is made, and is not expected to grow soon. */
  synchronized void made(int partition) {
    Promise promise = promised.get(partition);
    if (promise != null && promise.bytes() == 0) {
      promised.remove(partition);
    }
  }

  /** The store is whole, or will not be made. */
  synchronized void settled(int partition) {
    promised.remove(partition);
  }
}
