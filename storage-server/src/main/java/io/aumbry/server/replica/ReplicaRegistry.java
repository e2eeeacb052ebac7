package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.BlobStore;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open replicas of this node by partition, and the disks that they are on. */
public final class ReplicaRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaRegistry.class);

  /** Disks whose use differs by less count as equally full, and get new replicas in turn. */
  private static final long PLACEMENT_GRAIN = 1L << 30;

  private final List<ReplicaDisk> disks;
  private final List<IntConsumer> listeners = new CopyOnWriteArrayList<>();

  /** In the order of partitions. */
  private volatile Map<Integer, HostedReplica> hosted = Map.of();

  /** Held by whoever opens, closes or removes the files of a partition. */
  private final Map<Integer, Mutex> files = new ConcurrentHashMap<>();

  /** Where stores that are being made will be, so that the next one goes elsewhere; under lock. */
  private final Map<Integer, ReplicaDisk> placing = new HashMap<>();

  public ReplicaRegistry(List<ReplicaDisk> disks) {
    this.disks = List.copyOf(disks);
    disks.forEach(disk -> disk.whenFailed(cause -> failOn(disk, cause)));
  }

  /** Calls {@code listener} with each partition whose replica was opened, closed or changed. */
  public void subscribe(IntConsumer listener) {
    listeners.add(listener);
  }

  public Optional<HostedReplica> find(int partition) {
    return Optional.ofNullable(hosted.get(partition));
  }

  public Collection<HostedReplica> all() {
    return hosted.values();
  }

  /** The partitions that have files on a disk that can be used. */
  public Set<Integer> partitions() {
    Set<Integer> partitions = new TreeSet<>(hosted.keySet());
    disks.stream()
        .filter(ReplicaDisk::isHealthy)
        .forEach(disk -> partitions.addAll(disk.partitions()));
    return partitions;
  }

  /**
   * Opens the store of a partition, or makes one on the healthy disk with the fewest bytes. One
   * caller at a time for one partition.
   */
  public HostedReplica open(int partition, ReplicaState as) {
    try (Mutex.Hold _ = filesOf(partition)) {
      return openAlone(partition, as);
    }
  }

  private Mutex.Hold filesOf(int partition) {
    return files.computeIfAbsent(partition, _ -> new Mutex()).hold();
  }

  private HostedReplica openAlone(int partition, ReplicaState as) {
    ReplicaDisk disk = place(partition);
    try {
      BlobStore store =
          disk.partitions().contains(partition) ? disk.open(partition) : disk.create(partition);
      HostedReplica replica = host(disk, store, as);
      swap(partition, Optional.of(replica));
      return replica;
    } finally {
      placed(partition);
    }
  }

  private static HostedReplica host(ReplicaDisk disk, BlobStore store, ReplicaState as) {
    try {
      return new HostedReplica(disk, store, as, restore(disk, store));
    } catch (AumbryException e) {
      store.close();
      throw e;
    }
  }

  private static ReplicaProgress restore(ReplicaDisk disk, BlobStore store) {
    int partition = store.partition();
    boolean complete =
        disk.readNote(ReplicaNotes.completeName(partition))
            .filter(note -> ReplicaNotes.isComplete(note, store.id()))
            .isPresent();
    return new ReplicaProgress(
        complete,
        disk.readNote(ReplicaNotes.tokensName(partition))
            .map(note -> ReplicaNotes.tokens(note, store.id()))
            .orElse(Map.of()));
  }

  /**
   * Takes an open replica from one state to another.
   *
   * @throws AumbryException {@link ErrorCode#REPLICA_UNAVAILABLE} when it is in another state
   */
  public void advance(int partition, ReplicaState from, ReplicaState to) {
    synchronized (this) {
      HostedReplica replica = hosted.get(partition);
      if (replica == null || replica.state() != from) {
        throw new AumbryException(
            ErrorCode.REPLICA_UNAVAILABLE,
            "Replica of partition %d is %s and not %s"
                .formatted(
                    partition, replica == null ? ReplicaState.OFFLINE : replica.state(), from));
      }
      hosted = with(partition, Optional.of(replica.in(to)));
    }
    tell(partition);
  }

  /** Durably notes that a replica has caught up with its peers once. */
  public void complete(HostedReplica replica) {
    int partition = replica.partition();
    replica
        .disk()
        .writeNote(
            ReplicaNotes.completeName(partition),
            ReplicaNotes.complete(replica.store().id()),
            true);
    replica.progress().completed();
  }

  /** Writes the tokens that have changed, where disks allow it; for a thread that may wait. */
  public void saveTokens() {
    all().forEach(this::saveTokens);
  }

  private void saveTokens(HostedReplica replica) {
    var tokens = replica.progress().takeUnsaved();
    if (tokens.isEmpty() || !replica.disk().isHealthy()) {
      return;
    }
    int partition = replica.partition();
    try {
      replica
          .disk()
          .writeNote(
              ReplicaNotes.tokensName(partition),
              ReplicaNotes.tokens(replica.store().id(), tokens),
              false);
    } catch (AumbryException e) {
      LOG.atWarn()
          .addKeyValue("partition", partition)
          .setCause(e)
          .log("replication tokens not saved; after a restart more is asked for than is needed");
    }
  }

  /** Closes the store of a partition; without effect when it is not open. */
  public void close(int partition) {
    try (Mutex.Hold _ = filesOf(partition)) {
      Optional<HostedReplica> replica = find(partition);
      if (replica.isPresent()) {
        swap(partition, Optional.empty());
        saveTokens(replica.get());
        replica.get().store().close();
      }
    }
  }

  /**
   * Closes and opens anew the stores of a disk that are the better for it; see {@link
   * BlobStore#isToBeRenewed}. Their replicas stay in the state that they are in, and answer {@code
   * REPLICA_UNAVAILABLE} meanwhile. For a thread that may wait.
   */
  public void renew(ReplicaDisk disk) {
    all().stream()
        .filter(replica -> replica.disk().equals(disk) && replica.store().isToBeRenewed())
        .map(HostedReplica::partition)
        .forEach(this::renew);
  }

  private void renew(int partition) {
    try (Mutex.Hold _ = filesOf(partition)) {
      Optional<HostedReplica> found = find(partition);
      if (found.filter(each -> each.store().isToBeRenewed()).isPresent()) {
        renew(found.get());
      }
    }
  }

  private void renew(HostedReplica damaged) {
    int partition = damaged.partition();
    try {
      damaged.store().close();
      BlobStore renewed = damaged.disk().open(partition);
      synchronized (this) {
        // Its state may have changed meanwhile, its files have not.
        HostedReplica now = hosted.getOrDefault(partition, damaged);
        hosted = with(partition, Optional.of(now.with(renewed)));
      }
      LOG.atInfo().addKeyValue("partition", partition).log("a damaged index was made again");
      tell(partition);
    } catch (AumbryException e) {
      fail(damaged, e);
    }
  }

  /**
   * Removes the files of a closed replica from all disks that can be used; its notes first, so that
   * what a crash leaves of it is never taken for complete.
   */
  public void drop(int partition) {
    try (Mutex.Hold _ = filesOf(partition)) {
      for (ReplicaDisk disk : disks) {
        if (disk.isHealthy() && disk.partitions().contains(partition)) {
          disk.deleteNote(ReplicaNotes.completeName(partition));
          disk.deleteNote(ReplicaNotes.tokensName(partition));
          disk.deleteNote(ReplicaNotes.comparedName(partition));
          disk.drop(partition);
        }
      }
    }
    tell(partition);
  }

  /**
   * Takes a replica to {@link ReplicaState#ERROR} since its store has stopped, and with it all
   * others of its disk if that has failed; those of other disks go on.
   */
  public void fail(HostedReplica failed, AumbryException cause) {
    if (failed.disk().isHealthy()) {
      fail(replica -> replica.store().equals(failed.store()), failed.disk(), cause);
    } else {
      failOn(failed.disk(), cause);
    }
  }

  private void failOn(ReplicaDisk disk, AumbryException cause) {
    fail(replica -> replica.disk().equals(disk), disk, cause);
  }

  private void fail(Predicate<HostedReplica> which, ReplicaDisk disk, AumbryException cause) {
    List<Integer> affected =
        all().stream()
            .filter(replica -> replica.state() != ReplicaState.ERROR)
            .filter(which)
            .map(HostedReplica::partition)
            .toList();
    if (affected.isEmpty()) {
      return;
    }
    LOG.atError()
        .addKeyValue("disk", disk.name())
        .addKeyValue("partitions", affected)
        .setCause(cause)
        .log(disk.isHealthy() ? "a replica has failed" : "a disk has failed");
    synchronized (this) {
      Map<Integer, HostedReplica> next = new TreeMap<>(hosted);
      affected.forEach(
          each -> next.computeIfPresent(each, (_, replica) -> replica.in(ReplicaState.ERROR)));
      hosted = Collections.unmodifiableMap(next);
    }
    affected.forEach(this::tell);
  }

  private synchronized ReplicaDisk place(int partition) {
    List<ReplicaDisk> holders =
        disks.stream()
            .filter(ReplicaDisk::isHealthy)
            .filter(disk -> disk.partitions().contains(partition))
            .toList();
    if (holders.size() > 1) {
      throw new AumbryException(
          ErrorCode.DISK_FAILED,
          "Partition %d has files on %s; which of them is right is for an operator to say"
              .formatted(partition, holders.stream().map(ReplicaDisk::name).toList()));
    }
    ReplicaDisk disk = holders.isEmpty() ? emptiest() : holders.getFirst();
    placing.put(partition, disk);
    return disk;
  }

  private ReplicaDisk emptiest() {
    return disks.stream()
        .filter(ReplicaDisk::isHealthy)
        .min(
            Comparator.comparingLong((ReplicaDisk disk) -> disk.bytesUsed() / PLACEMENT_GRAIN)
                .thenComparingLong(this::replicasOn)
                .thenComparing(ReplicaDisk::name))
        .orElseThrow(
            () -> new AumbryException(ErrorCode.DISK_FAILED, "None of the disks can be used"));
  }

  private long replicasOn(ReplicaDisk disk) {
    Set<Integer> partitions = new TreeSet<>(disk.partitions());
    placing.forEach((partition, target) -> {
      if (target.equals(disk)) {
        partitions.add(partition);
      }
    });
    return partitions.size();
  }

  private synchronized void placed(int partition) {
    placing.remove(partition);
  }

  private void swap(int partition, Optional<HostedReplica> replica) {
    synchronized (this) {
      hosted = with(partition, replica);
    }
    tell(partition);
  }

  private Map<Integer, HostedReplica> with(int partition, Optional<HostedReplica> replica) {
    Map<Integer, HostedReplica> next = new TreeMap<>(hosted);
    next.remove(partition);
    replica.ifPresent(present -> next.put(partition, present));
    return Collections.unmodifiableMap(next);
  }

  private void tell(int partition) {
    listeners.forEach(listener -> listener.accept(partition));
  }
}
