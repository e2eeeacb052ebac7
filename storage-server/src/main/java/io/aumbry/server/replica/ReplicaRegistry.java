package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.BlobStore;
import io.aumbry.store.compaction.Agreement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open replicas of this node by partition, and their disks. */
public final class ReplicaRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaRegistry.class);

  private final List<ReplicaDisk> disks;
  private final List<IntConsumer> listeners = new CopyOnWriteArrayList<>();

  /** Immutable and in the order of partitions; replaced under the lock of this object. */
  private volatile Map<Integer, HostedReplica> hosted = Map.of();

  /** Held while the files of a partition are opened, closed or removed. */
  private final Map<Integer, Mutex> files = new ConcurrentHashMap<>();

  private final DiskChoice choice;
  private final ReplicaMemory memory;

  /** Failed replicas, until their store is open again, or dropped. */
  private final Map<Integer, FailedReplica> failures = new ConcurrentHashMap<>();

  public ReplicaRegistry(List<ReplicaDisk> disks, StalenessCheck.Rule recency) {
    this.disks = List.copyOf(disks);
    this.memory = new ReplicaMemory(recency);
    this.choice = new DiskChoice(disks);
    disks.forEach(disk -> disk.whenFailed(cause -> failOn(disk, cause)));
  }

  /** Calls {@code listener} with a partition when its replica was opened, closed or changed. */
  public void subscribe(IntConsumer listener) {
    listeners.add(listener);
  }

  public Optional<HostedReplica> find(int partition) {
    return Optional.ofNullable(hosted.get(partition));
  }

  /** A replica as it is now. Empty if its store was closed. */
  public Optional<HostedReplica> find(HostedReplica earlier) {
    return find(earlier.partition()).filter(now -> now.store().equals(earlier.store()));
  }

  public Collection<HostedReplica> all() {
    return hosted.values();
  }

  public Set<Integer> partitions() {
    Set<Integer> partitions = new TreeSet<>(hosted.keySet());
    choice.healthy().forEach(disk -> partitions.addAll(disk.partitions()));
    return partitions;
  }

  /** The partitions with a complete store on a healthy disk, open or not. May wait for disks. */
  public Set<Integer> completeStores() {
    return partitions().stream()
        .filter(partition ->
            find(partition)
                .map(replica -> replica.isPullable() && replica.progress().isComplete())
                .orElseGet(() -> choice.hasCompleteStore(partition)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public List<ReplicaDisk> disks() {
    return disks;
  }

  /** By partition; includes replicas that are being reopened. */
  public Map<Integer, FailedReplica> failed() {
    return new TreeMap<>(failures);
  }

  /**
   * Opens the store of a partition, or creates one on its planned disk or the least full healthy
   * one.
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
    Optional<ReplicaDisk> holder = choice.holder(partition);
    ReplicaDisk disk = holder.orElseGet(() -> choice.place(partition));
    try {
      BlobStore store = holder.isPresent() ? disk.open(partition) : make(disk, partition);
      HostedReplica replica = host(disk, store, as);
      failures.remove(partition);
      swap(partition, Optional.of(replica));
      return replica;
    } finally {
      choice.made(partition);
    }
  }

  /**
   * First notes that this store is newer than the stores on unusable disks. A note that the
   * operator has accepted a store meant another one.
   */
  private BlobStore make(ReplicaDisk disk, int partition) {
    disk.deleteNote(ReplicaNotes.acceptedName(partition));
    disk.deleteNote(ReplicaNotes.insteadName(partition));
    choice.noteAway(disk, partition);
    return disk.create(partition);
  }

  private HostedReplica host(ReplicaDisk disk, BlobStore store, ReplicaState as) {
    try {
      choice.noteAwayIfPossible(disk, store.partition());
      return new HostedReplica(disk, store, as, memory.recall(disk, store));
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /**
   * Takes an open replica from one state to another.
   *
   * @throws AumbryException {@link ErrorCode#REPLICA_UNAVAILABLE} if it is in another state
   */
  public void advance(int partition, ReplicaState from, ReplicaState to) {
    synchronized (this) {
      HostedReplica replica = hosted.get(partition);
      if (replica == null || replica.state() != from) {
        throw new AumbryException(
            ErrorCode.REPLICA_UNAVAILABLE,
            "Replica of partition %d is %s, expected %s"
                .formatted(
                    partition, replica == null ? ReplicaState.OFFLINE : replica.state(), from));
      }
      hosted = with(partition, Optional.of(replica.in(to)));
    }
    tell(partition);
  }

  public void complete(HostedReplica replica) {
    memory.complete(replica);
    choice.settled(replica.partition());
  }

  /** Writes changed tokens of the replicas on a disk. May wait. */
  public void saveTokens(ReplicaDisk disk) {
    all().stream().filter(replica -> replica.disk().equals(disk)).forEach(this::saveTokens);
  }

  private void saveTokens(HostedReplica replica) {
    try (Mutex.Hold _ = filesOf(replica.partition())) {
      if (isOpen(replica)) {
        memory.saveTokens(replica);
      }
    }
  }

  /**
   * Durably notes an agreement before compaction acts on it. May wait.
   *
   * @return the part of it that is noted
   * @throws AumbryException {@code REPLICA_UNAVAILABLE} if its store is closed
   */
  public Agreement agree(HostedReplica replica, Agreement agreement) {
    try (Mutex.Hold _ = filesOf(replica.partition())) {
      if (!isOpen(replica)) {
        throw new AumbryException(
            ErrorCode.REPLICA_UNAVAILABLE,
            "The store of partition " + replica.partition() + " has been closed");
      }
      return memory.agree(replica, agreement);
    }
  }

  private boolean isOpen(HostedReplica replica) {
    return find(replica.partition()).map(HostedReplica::store).equals(Optional.of(replica.store()));
  }

  /**
   * Notes comparisons beside the store of a replica, unless it was closed or has lost records since
   * they began. May wait.
   */
  public void noteComparisons(HostedReplica replica, ByteBuffer note) {
    int partition = replica.partition();
    try (Mutex.Hold _ = filesOf(partition)) {
      boolean isSame =
          find(partition).filter(now -> now.progress().equals(replica.progress())).isPresent();
      if (isSame && !replica.progress().hasLostRecords()) {
        replica.disk().writeNote(ReplicaNotes.comparedName(partition), note, false);
      }
    }
  }

  public void close(int partition) {
    try (Mutex.Hold _ = filesOf(partition)) {
      Optional<HostedReplica> replica = find(partition);
      if (replica.isPresent()) {
        swap(partition, Optional.empty());
        try {
          memory.leave(replica.get());
        } finally {
          replica.get().store().close();
        }
      }
    }
  }

  /**
   * Reopens the stores of a disk that request it; see {@link
   * io.aumbry.store.StoreMaintenance#isToBeRenewed}. Their replicas keep their state, and answer
   * {@code REPLICA_UNAVAILABLE} in the meantime. A replica fails if its log is damaged too, or has
   * lost its last records. May wait.
   *
   * @param carrier its timer bounds the check that a store accepts changes again
   */
  public void renew(ReplicaDisk disk, Carrier carrier) {
    all().stream()
        .filter(replica -> replica.disk().equals(disk) && replica.maintenance().isToBeRenewed())
        .map(HostedReplica::partition)
        .forEach(partition -> renew(partition, carrier));
  }

  private void renew(int partition, Carrier carrier) {
    try (Mutex.Hold _ = filesOf(partition)) {
      Optional<HostedReplica> found = find(partition);
      if (found.filter(each -> each.maintenance().isToBeRenewed()).isPresent()) {
        renew(found.get(), carrier);
      }
    }
  }

  /** The store is published after the verdict on it, so a store that lacks records never serves. */
  private void renew(HostedReplica damaged, Carrier carrier) {
    int partition = damaged.partition();
    long last = damaged.feed().lastSequence();
    HostedReplica now = damaged;
    try {
      damaged.store().close();
      now = damaged.with(damaged.disk().open(partition));
      now.progress().reopened(now.store().openings());
      now.store().resume(damaged.progress().recency().sharedMillis());
      requireRecords(now, last);
      now.requireSound(carrier);
      publish(damaged, now.store());
      LOG.atInfo().addKeyValue("partition", partition).log("a damaged index was rebuilt");
      tell(partition);
    } catch (AumbryException e) {
      failRenewal(damaged, now, e);
    } catch (RuntimeException | Error bug) {
      String what = "The store could not be opened again: " + bug;
      failRenewal(damaged, now, new AumbryException(ErrorCode.INTERNAL, what, bug));
      throw bug;
    }
  }

  /**
   * @param now the replica with the reopened store; {@code damaged} if the store is still closed
   */
  private void failRenewal(HostedReplica damaged, HostedReplica now, AumbryException cause) {
    fail(damaged, cause);
    if (!now.equals(damaged)) {
      publish(damaged, now.store());
    }
    if (now.progress().hasLostRecords()) {
      noteLoss(now, cause);
    }
  }

  private static void requireRecords(HostedReplica renewed, long last) {
    long now = renewed.feed().lastSequence();
    if (now < last) {
      renewed.progress().loseRecords();
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          "The log ended at record %d, and now ends at %d".formatted(last, now));
    }
  }

  /** The state of the replica may have changed since its files were reopened. */
  private synchronized void publish(HostedReplica damaged, BlobStore renewed) {
    int partition = damaged.partition();
    hosted = with(partition, Optional.of(hosted.getOrDefault(partition, damaged).with(renewed)));
  }

  /**
   * Removes the files of a closed replica from all healthy disks. Notes go first, so that a crash
   * leaves no store that looks complete.
   */
  public void drop(int partition) {
    try (Mutex.Hold _ = filesOf(partition)) {
      for (ReplicaDisk disk : choice.healthy()) {
        if (disk.partitions().contains(partition)) {
          ReplicaMemory.withdraw(disk, partition);
          disk.drop(partition);
          memory.forgetAge(disk, partition);
          disk.deleteNote(ReplicaNotes.insteadName(partition));
        }
      }
      failures.remove(partition);
      choice.settled(partition);
    }
    tell(partition);
  }

  /** The store has stopped. If its disk has failed, all replicas on that disk fail. */
  public void fail(HostedReplica failed, AumbryException cause) {
    if (failed.disk().isHealthy()) {
      fail(replica -> replica.store().equals(failed.store()), failed.disk(), cause);
    } else {
      failOn(failed.disk(), cause);
    }
  }

  /**
   * Takes a replica to {@link ReplicaState#ERROR} because a peer has had more records of its store
   * than it had at an opening since then. On return this is noted durably: after a crash, no peer
   * may be left that can show the loss again. May wait.
   *
   * @param last the last record that the peer has had
   */
  public void loseRecords(HostedReplica replica, String peer, long last) {
    AumbryException cause =
        new AumbryException(
            ErrorCode.REPLICA_OUTDATED,
            "%s has had records up to %d of this store, which was opened with fewer since: it has"
                    .formatted(peer, last)
                + " lost its last records, or is an older copy");
    replica.progress().loseRecords();
    fail(replica, cause);
    noteLoss(replica, cause);
  }

  /**
   * The store may have been reopened since the peer answered. The new opening may begin behind all
   * records that the peer knows, and then no peer would report the loss to it.
   *
   * <p>If the notes cannot be written, closing the replica tries again. The disk has failed then,
   * and none of its stores is opened again by this process.
   */
  private void noteLoss(HostedReplica asked, AumbryException cause) {
    int partition = asked.partition();
    try (Mutex.Hold _ = filesOf(partition)) {
      Optional<HostedReplica> open = find(partition);
      if (open.isEmpty() && !asked.disk().partitions().contains(partition)) {
        return;
      }
      HostedReplica now = open.orElse(asked);
      if (now.store().id().equals(asked.store().id())) {
        now.progress().loseRecords();
        fail(now, cause);
        memory.noteLoss(now);
      }
    } catch (AumbryException e) {
      LOG.atError()
          .addKeyValue("partition", partition)
          .setCause(e)
          .log("a loss of records could not be noted");
    }
  }

  private void failOn(ReplicaDisk disk, AumbryException cause) {
    fail(replica -> replica.disk().equals(disk), disk, cause);
  }

  private void fail(Predicate<HostedReplica> which, ReplicaDisk disk, AumbryException cause) {
    List<Integer> affected = failAtOnce(which, cause);
    if (affected.isEmpty()) {
      return;
    }
    LOG.atError()
        .addKeyValue("disk", disk.name())
        .addKeyValue("partitions", affected)
        .setCause(cause)
        .log(disk.isHealthy() ? "a replica has failed" : "a disk has failed");
    affected.forEach(this::tell);
  }

  /** Selects and marks in one step, so that a store that replaces a failed one is not marked. */
  private synchronized List<Integer> failAtOnce(
      Predicate<HostedReplica> which, AumbryException cause) {
    Map<Integer, HostedReplica> next = new TreeMap<>(hosted);
    List<Integer> affected = new ArrayList<>();
    for (HostedReplica replica : hosted.values()) {
      if (replica.state() != ReplicaState.ERROR && which.test(replica)) {
        noteFailure(replica, cause);
        next.put(replica.partition(), replica.in(ReplicaState.ERROR));
        affected.add(replica.partition());
      }
    }
    hosted = Collections.unmodifiableMap(next);
    return affected;
  }

  private void noteFailure(HostedReplica replica, AumbryException cause) {
    failures.put(
        replica.partition(),
        new FailedReplica(
            replica.partition(),
            Optional.of(replica.disk()),
            replica.maintenance().bytesOnDisk(),
            cause));
  }

  public void failUnopened(int partition, AumbryException cause) {
    FailedReplica unknown = new FailedReplica(partition, diskOf(partition), 0, cause);
    failures.compute(partition, (_, known) -> known == null ? unknown : known.with(cause));
    tell(partition);
  }

  private Optional<ReplicaDisk> diskOf(int partition) {
    return disks.stream()
        .filter(disk -> disk.partitions().contains(partition))
        .reduce((one, other) -> one.isHealthy() ? one : other);
  }

  /**
   * Plans a disk with enough space for a replica that will be rebuilt. Returns false if no disk
   * has. May wait.
   *
   * @param bytes expected size of the store
   * @param percent percentage of the disk that may be in use afterwards
   */
  public boolean promise(int partition, long bytes, int percent) {
    return choice.promise(partition, bytes, percent);
  }

  /** Refuses to create exactly these replicas until the next call. */
  public void decline(Set<Integer> partitions) {
    choice.decline(partitions);
  }

  /**
   * Closes the store of a failed replica, and sets aside its files on each disk that has any. Has
   * no effect if the replica was opened again or failed in another way since: the store may be a
   * new one. May wait.
   */
  public void setAside(FailedReplica failed) {
    int partition = failed.partition();
    try (Mutex.Hold _ = filesOf(partition)) {
      if (!failed.equals(failures.get(partition))) {
        return;
      }
      Optional<HostedReplica> open = find(partition);
      if (open.isPresent()) {
        swap(partition, Optional.empty());
        open.get().store().close();
      }
      choice.setAside(partition);
    }
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
