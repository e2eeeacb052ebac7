package io.aumbry.server.replica;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the disk with the store of a partition, or chooses one for a new store, and notes which
 * disks were unusable meanwhile. Any thread may call it.
 */
final class DiskChoice {
  private static final Logger LOG = LoggerFactory.getLogger(DiskChoice.class);

  /** A replica counts at least this much, so that empty replicas are spread over the disks. */
  private static final long LEAST_REPLICA = 1L << 30;

  private final List<ReplicaDisk> disks;

  /** Planned places of stores that are being created or rebuilt; guarded by this. */
  private final Map<Integer, Promise> promised = new HashMap<>();

  private volatile Set<Integer> declined = Set.of();

  private record Promise(ReplicaDisk disk, long bytes) {}

  DiskChoice(List<ReplicaDisk> disks) {
    this.disks = List.copyOf(disks);
  }

  List<ReplicaDisk> healthy() {
    return disks.stream().filter(ReplicaDisk::isHealthy).toList();
  }

  Set<UUID> away() {
    return disks.stream()
        .filter(disk -> !disk.isHealthy())
        .flatMap(disk -> disk.identity().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Notes the unusable disks beside a store that is about to take records. If one of them has a
   * store of this partition, that one is older, or names this disk in the same way: the operator
   * had used the two disks in turn, and both stores have records that the other lacks. An earlier
   * note about a disk that is back has been followed.
   */
  void noteAway(ReplicaDisk disk, int partition) {
    String name = ReplicaNotes.insteadName(partition);
    Optional<UUID> id = disk.identity();
    Optional<ByteBuffer> note = disk.readNote(name);
    Set<UUID> noted =
        id.flatMap(self -> note.map(known -> ReplicaNotes.instead(known, self))).orElse(Set.of());
    Set<UUID> wanted = new TreeSet<>(noted);
    healthy().forEach(each -> each.identity().ifPresent(wanted::remove));
    wanted.addAll(away());
    if (id.isPresent() && !wanted.isEmpty()) {
      if (!wanted.equals(noted)) {
        disk.writeNote(name, ReplicaNotes.instead(id.get(), wanted), true);
      }
    } else if (note.isPresent()) {
      disk.deleteNote(name);
    }
  }

  /** As above, for an existing store, which opens on a full disk too. */
  void noteAwayIfPossible(ReplicaDisk disk, int partition) {
    try {
      noteAway(disk, partition);
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.NO_SPACE) {
        throw e;
      }
      LOG.atWarn()
          .addKeyValue("partition", partition)
          .setCause(e)
          .log("no space to note that this store is newer than those on unusable disks");
    }
  }

  void decline(Set<Integer> partitions) {
    declined = Set.copyOf(partitions);
  }

  /**
   * Older stores on disks that had failed are set aside. May wait for disks.
   *
   * @throws AumbryException {@code REPLICA_OUTDATED} if several disks have a store, and no note
   *     tells which is newer
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
          "Partition %d has files on %s, and no note tells which are newer"
              .formatted(partition, holders.stream().map(ReplicaDisk::name).toList()));
    }
    return holders.stream().findFirst();
  }

  /** May wait for disks. */
  void setAside(int partition) {
    holders(partition).forEach(disk -> disk.setAside(partition));
  }

  private List<ReplicaDisk> holders(int partition) {
    return healthy().stream().filter(disk -> disk.partitions().contains(partition)).toList();
  }

  /** By the note beside it, which goes before the store does. May wait for disks. */
  boolean hasCompleteStore(int partition) {
    return holders(partition).stream().anyMatch(disk -> isNotedComplete(disk, partition));
  }

  private static boolean isNotedComplete(ReplicaDisk disk, int partition) {
    try {
      return disk.readNote(ReplicaNotes.completeName(partition)).isPresent();
    } catch (AumbryException failedMeanwhile) {
      return false;
    }
  }

  /** Disks with notes that name each other decide nothing. */
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

  /** The planned disk for a new store, or the least full one. May wait for disks. */
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
          ErrorCode.NO_SPACE, "No disk of this node has space for partition " + partition);
    }
    return Optional.ofNullable(promised.get(partition))
        .map(Promise::disk)
        .filter(ReplicaDisk::isHealthy);
  }

  /**
   * The disk with the lowest utilisation. Each of its replicas counts at least with the mean size
   * on this node, so that a new disk does not get all stores that are being created.
   */
  private ReplicaDisk leastFull(Map<ReplicaDisk, Long> capacities) {
    long used = capacities.keySet().stream().mapToLong(ReplicaDisk::bytesUsed).sum();
    long replicas = capacities.keySet().stream().mapToLong(this::replicasOn).sum();
    long mean = Math.max(LEAST_REPLICA, used / Math.max(1, replicas));
    return least(capacities, disk -> Math.max(disk.bytesUsed(), mean * replicasOn(disk)))
        .orElseThrow(
            () -> new AumbryException(ErrorCode.DISK_FAILED, "No disk of this node is usable"));
  }

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
   * Plans a place on the least full healthy disk with enough space, if any has. May wait for disks.
   *
   * @param bytes expected size
   * @param percent percentage of the disk that may be in use afterwards
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

  /** Counts the existing part of a planned store twice until the store is complete. */
  private long expectedOn(ReplicaDisk disk) {
    return disk.bytesUsed()
        + promised.values().stream()
            .filter(promise -> promise.disk().equals(disk))
            .mapToLong(Promise::bytes)
            .sum();
  }

  /** The store exists, and is not expected to grow soon. */
  synchronized void made(int partition) {
    Promise promise = promised.get(partition);
    if (promise != null && promise.bytes() == 0) {
      promised.remove(partition);
    }
  }

  /** The store is complete, or will not be created. */
  synchronized void settled(int partition) {
    promised.remove(partition);
  }
}
