package io.aumbry.server.replica;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/** Which of the disks of a node has the store of a partition, or shall have it. Any thread. */
final class DiskChoice {
  /** Disks whose use differs by less count as equally full, and get new replicas in turn. */
  private static final long PLACEMENT_GRAIN = 1L << 30;

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

  /** The disk for a store that is to be made: the one it was promised, or the emptiest. */
  synchronized ReplicaDisk place(int partition) {
    if (declined.contains(partition)) {
      throw new AumbryException(
          ErrorCode.NO_SPACE, "No disk of this node has room for partition " + partition);
    }
    Optional<Promise> known =
        Optional.ofNullable(promised.get(partition)).filter(each -> each.disk().isHealthy());
    ReplicaDisk disk = known.map(Promise::disk).orElseGet(this::emptiest);
    if (known.isEmpty()) {
      promised.put(partition, new Promise(disk, 0));
    }
    return disk;
  }

  private ReplicaDisk emptiest() {
    return healthy().stream()
        .min(
            Comparator.comparingLong((ReplicaDisk disk) -> disk.bytesUsed() / PLACEMENT_GRAIN)
                .thenComparingLong(this::replicasOn)
                .thenComparing(ReplicaDisk::name))
        .orElseThrow(
            () -> new AumbryException(ErrorCode.DISK_FAILED, "None of the disks can be used"));
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
   * Promises a store the healthy disk with the most room, if that has enough. It waits for disks.
   *
   * @param bytes that the store is expected to occupy
   * @param percent of the capacity of a disk that may be in use then
   */
  boolean promise(int partition, long bytes, int percent) {
    Map<ReplicaDisk, Long> limits = new HashMap<>();
    for (ReplicaDisk disk : healthy()) {
      limit(disk, percent).ifPresent(limit -> limits.put(disk, limit));
    }
    synchronized (this) {
      promised.remove(partition);
      Map<Long, ReplicaDisk> byRoom = new TreeMap<>();
      limits.forEach((disk, limit) ->
          byRoom.merge(
              limit - disk.bytesUsed() - promisedOn(disk),
              disk,
              (a, b) -> replicasOn(a) <= replicasOn(b) ? a : b));
      Optional<Map.Entry<Long, ReplicaDisk>> most =
          byRoom.entrySet().stream()
              .reduce((_, last) -> last)
              .filter(entry -> entry.getKey() >= bytes);
      most.ifPresent(entry -> promised.put(partition, new Promise(entry.getValue(), bytes)));
      return most.isPresent();
    }
  }

  private static Optional<Long> limit(ReplicaDisk disk, int percent) {
    try {
      return Optional.of(disk.capacity() / 100 * percent);
    } catch (AumbryException failedMeanwhile) {
      return Optional.empty();
    }
  }

  /** What is there already of a promised store is counted twice, until it is whole. */
  private long promisedOn(ReplicaDisk disk) {
    return promised.values().stream()
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
