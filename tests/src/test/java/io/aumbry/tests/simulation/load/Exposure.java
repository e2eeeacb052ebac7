package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.tests.simulation.cluster.PlacedReplica;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.disk.DurableRecords.Held;
import io.aumbry.tests.simulation.disk.DurableRecords.Known;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.load.Lives.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Tracks the data that faults have taken from machines. A fault may take data only while an
 * untouched replica in the same data centre has the right bytes, so a loss that the checks report
 * is always a bug of the product. This class reads the bytes on the media and the states that
 * coordinators know, and changes nothing.
 */
final class Exposure {
  /** A machine counts as healed after this time at the earliest, so that peers have asked it. */
  private static final long LEAST_NANOS = Duration.ofSeconds(3).toNanos();

  /** Frontends remember the deletes that they have acknowledged for this time at least. */
  private static final Duration REMEMBERED = Duration.ofMinutes(1);

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final Ledger ledger;

  private final Map<Integer, Struck> struck = new TreeMap<>();

  private final Set<Integer> everStruck = new HashSet<>();

  /** Machines with damaged bytes. Copies of their disks may have the damage too. */
  private final Set<Integer> tainted = new HashSet<>();

  Exposure(SimulatedScheduler scheduler, SimulatedCluster cluster, Ledger ledger) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.ledger = ledger;
  }

  /** Kinds of losses, ordered by how long they last. */
  enum Loss {
    /** No loss. */
    NONE,
    /** The disks are replaced, which ends all earlier losses. */
    DISKS,
    /** A store is gone, and its replica is rebuilt. */
    STORE,
    /**
     * A store has lost acknowledged records but claims to be complete. Until a peer asks it, it may
     * answer without them, so all other replicas must have these records.
     */
    MEMORY,
    /** Bytes are damaged in place. Only new disks end this loss. */
    BYTES
  }

  private record Struck(Loss loss, long nanos) {
    Struck followedBy(Struck later) {
      boolean isReplaced = later.loss == Loss.DISKS || later.loss.compareTo(loss) > 0;
      return isReplaced ? later : new Struck(loss, later.nanos);
    }
  }

  /**
   * A record of an acknowledged blob.
   *
   * @param content the expected bytes; empty for a manifest and its pages
   */
  private record Promise(BlobId id, Optional<byte[]> content) {}

  Loss lossBy(Fault.Kind kind) {
    return switch (kind) {
      case BIT_FLIP, STALE_BLOCK, MISDIRECTED_WRITE -> Loss.BYTES;
      case NEW_DISKS, LOSE_MACHINE -> Loss.DISKS;
      case LOST_STORE -> Loss.STORE;
      case OLD_DISK, OLD_STORE, LOST_TAIL -> Loss.MEMORY;
      case SYNC_ERROR, WRITE_ERROR, READ_ERROR, BAD_SECTOR ->
          cluster.plan().replacesFailedStores() ? Loss.STORE : Loss.NONE;
      default -> Loss.NONE;
    };
  }

  /** Whether enough untouched replicas have everything that a machine has. */
  boolean allows(int machine, Loss loss) {
    forgetHealed();
    IntPredicate counts = other -> isNear(machine, other) && !struck.containsKey(other);
    return loss == Loss.NONE
        || (!cluster.isLost(machine)
            && (loss == Loss.MEMORY
                ? mayForget(machine, counts)
                : isCovered(machine, 1, counts, ledger.atStake())));
  }

  private boolean mayForget(int machine, IntPredicate counts) {
    int others = cluster.plan().copies() - 1;
    return isCovered(machine, others, counts, ledger.atStake())
        && (!struck.containsKey(machine) || areEqual(machine, others, counts));
  }

  /**
   * Whether enough replicas have everything that any of them has. After an earlier loss, a machine
   * has acknowledged records that it no longer has, so its own records do not show what the others
   * must have.
   */
  private boolean areEqual(int machine, int needed, IntPredicate counts) {
    Set<Integer> partitions = partitionsOf(machine);
    Map<Integer, List<Map<BlobId, Held>>> holders = holders(machine, counts);
    return promises(ledger.atStake()).stream()
        .filter(promise -> partitions.contains(promise.id().partition()))
        .allMatch(promise ->
            holders.getOrDefault(promise.id().partition(), List.of()).stream()
                .flatMap(all -> Optional.ofNullable(all.get(promise.id())).stream())
                .allMatch(each -> copies(promise, each, holders) >= needed));
  }

  private Set<Integer> partitionsOf(int machine) {
    Set<Integer> partitions = new HashSet<>();
    cluster.replicas().stream()
        .filter(replica -> replica.machine() == machine)
        .forEach(replica -> partitions.add(replica.partition()));
    return partitions;
  }

  private boolean isNear(int machine, int other) {
    List<SimulatedMachine> machines = cluster.machines();
    return machines.get(machine).dataCenter() == machines.get(other).dataCenter();
  }

  /**
   * Whether other replicas of any data centre, touched or not, have everything that a machine has
   * and clients may rely on. An old store may be the only one with a blob that was deleted, or may
   * have been, because the others have forgotten its delete. It may be the only one with a change
   * that failed.
   */
  boolean maySpare(int machine) {
    List<KeptBlob> needed =
        ledger.promised().stream().filter(blob -> !ledger.mayBeForgotten(blob)).toList();
    List<KeptBlob> certain = needed.stream().filter(blob -> !blob.isInDoubt()).toList();
    List<KeptBlob> inDoubt = needed.stream().filter(KeptBlob::isInDoubt).toList();
    return isCovered(machine, 1, _ -> true, certain) && isAnywhereElse(machine, inDoubt);
  }

  /** Whether other replicas have the content or the delete of all of these blobs. */
  private boolean isAnywhereElse(int machine, Collection<KeptBlob> blobs) {
    Map<BlobId, Held> held = durably(machine);
    Map<Integer, List<Map<BlobId, Held>>> holders = holders(machine, _ -> true);
    return promises(blobs).stream()
        .filter(promise -> held.containsKey(promise.id()))
        .allMatch(promise ->
            holders.getOrDefault(promise.id().partition(), List.of()).stream()
                .flatMap(all -> Optional.ofNullable(all.get(promise.id())).stream())
                .anyMatch(each -> each.known().deleted() || hasContent(each, promise.content())));
  }

  private boolean isCovered(
      int machine, int needed, IntPredicate counts, Collection<KeptBlob> blobs) {
    Map<BlobId, Held> held = durably(machine);
    Map<Integer, List<Map<BlobId, Held>>> holders = holders(machine, counts);
    return promises(blobs).stream()
        .allMatch(promise ->
            Optional.ofNullable(held.get(promise.id()))
                .map(own -> copies(promise, own, holders) >= needed)
                .orElse(true));
  }

  /** Counts the holders that have at least the content and the lives of one replica. */
  private long copies(Promise promise, Held own, Map<Integer, List<Map<BlobId, Held>>> holders) {
    return holders.getOrDefault(promise.id().partition(), List.of()).stream()
        .flatMap(all -> Optional.ofNullable(all.get(promise.id())).stream())
        .filter(other -> covers(other, own, promise.content()))
        .count();
  }

  private Map<BlobId, Held> durably(int machine) {
    return cluster.machines().get(machine).durably();
  }

  private List<Promise> promises(Collection<KeptBlob> blobs) {
    List<Promise> promises = new ArrayList<>();
    for (KeptBlob blob : blobs) {
      if (!ledger.hasEnded(blob)) {
        boolean isWhole = blob.id().kind() == BlobKind.SIMPLE;
        promises.add(
            new Promise(blob.id(), isWhole ? Optional.of(blob.content()) : Optional.empty()));
        promises.addAll(parts(blob));
      }
    }
    return promises;
  }

  private List<Promise> parts(KeptBlob blob) {
    List<Promise> promises = new ArrayList<>();
    for (BlobPart part : BlobPart.of(cluster, blob.id())) {
      int to = part.from() + part.length();
      promises.add(
          new Promise(
              part.id(),
              part.isPage()
                  ? Optional.empty()
                  : Optional.of(Arrays.copyOfRange(blob.content(), part.from(), to))));
    }
    return promises;
  }

  private Map<Integer, List<Map<BlobId, Held>>> holders(int machine, IntPredicate counts) {
    Map<Integer, Map<BlobId, Held>> media = new HashMap<>();
    Map<Integer, List<Map<BlobId, Held>>> holders = new HashMap<>();
    for (PlacedReplica replica : cluster.replicas()) {
      int other = replica.machine();
      if (other != machine && counts.test(other) && replica.state() != ReplicaState.ERROR) {
        holders
            .computeIfAbsent(replica.partition(), _ -> new ArrayList<>())
            .add(media.computeIfAbsent(other, this::durably));
      }
    }
    return holders;
  }

  private static boolean covers(Held theirs, Held mine, Optional<byte[]> content) {
    boolean isEnded = mine.known().deleted() || theirs.known().deleted();
    boolean needsBytes = mine.known().put() && !isEnded;
    return theirs.known().covers(mine.known()) && (!needsBytes || hasContent(theirs, content));
  }

  private static boolean hasContent(Held held, Optional<byte[]> content) {
    return content.map(held::has).orElse(held.known().put());
  }

  /**
   * Records a loss. A store that fails may reopen unchanged, so an earlier and longer loss remains.
   */
  void struck(int machine, Loss loss) {
    if (loss == Loss.BYTES) {
      tainted.add(machine);
    }
    if (loss != Loss.NONE) {
      everStruck.add(machine);
      boolean isTainted = loss == Loss.MEMORY && tainted.contains(machine);
      Struck now = new Struck(isTainted ? Loss.BYTES : loss, scheduler.now());
      struck.merge(machine, now, Struck::followedBy);
    }
  }

  int machinesStruck() {
    return everStruck.size();
  }

  /** Machines with a loss that has not visibly healed. */
  List<Integer> unhealed() {
    forgetHealed();
    return struck.keySet().stream().filter(machine -> !cluster.isLost(machine)).toList();
  }

  private void forgetHealed() {
    struck.entrySet().removeIf(each -> isHealed(each.getKey(), each.getValue()));
  }

  private boolean isHealed(int machine, Struck by) {
    if (by.loss() == Loss.BYTES || scheduler.now() < by.nanos() + LEAST_NANOS) {
      return false;
    }
    List<PlacedReplica> replicas =
        cluster.replicas().stream().filter(each -> each.machine() == machine).toList();
    return cluster.isRunning(machine)
        && replicas.stream().allMatch(PlacedReplica::serves)
        && hasAll(machine, replicas);
  }

  /** Whether a machine has all blobs that must be alive, and knows that all others have ended. */
  private boolean hasAll(int machine, List<PlacedReplica> replicas) {
    Set<Integer> partitions = new HashSet<>();
    replicas.forEach(replica -> partitions.add(replica.partition()));
    Map<BlobId, Held> held = durably(machine);
    return ledger.all().stream()
        .filter(blob -> partitions.contains(blob.id().partition()))
        .allMatch(blob -> isRight(blob, Optional.ofNullable(held.get(blob.id()))));
  }

  private boolean isRight(KeptBlob blob, Optional<Held> held) {
    boolean isAlive =
        held.filter(each -> each.known().put() && !each.known().deleted()).isPresent();
    return blob.lives().isFor(Fate.DELETED)
        ? !isAlive
        : isAlive || blob.lives().mayBe(Fate.DELETED) || ledger.hasEnded(blob);
  }

  /** Whether a frontend may return a blob although it has acknowledged the delete. */
  boolean mayReturn(KeptBlob blob, Asker where) {
    return mayHaveForgotten(blob) || isUnknownIn(where.dataCenter(), blob);
  }

  /**
   * Whether no running replica of a data centre has the delete of a blob, and its frontends may no
   * longer remember it. They then read the blob from another data centre, where replication may not
   * have brought the delete yet.
   */
  private boolean isUnknownIn(int dataCenter, KeptBlob blob) {
    return scheduler.wallMillis() - blob.lastDeleteMillis() > REMEMBERED.toMillis()
        && cluster.machinesOf(dataCenter).stream()
            .filter(cluster::isRunning)
            .flatMap(machine -> cluster.machines().get(machine).visibly(blob.id()).stream())
            .noneMatch(Known::deleted);
  }

  /**
   * Whether a machine may have forgotten the delete of a blob without knowing it. Decision 18
   * allows this: until the first peer asks, an older copy of a store answers from its own records.
   */
  boolean mayHaveForgotten(KeptBlob blob) {
    return struck.entrySet().stream()
        .filter(each -> each.getValue().loss().compareTo(Loss.STORE) > 0)
        .flatMap(each -> cluster.machines().get(each.getKey()).durably(blob.id()).stream())
        .anyMatch(known -> known.put() && !known.deleted());
  }
}
