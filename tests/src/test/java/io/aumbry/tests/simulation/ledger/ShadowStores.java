package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.disk.CrashingDisk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** All stores that ever existed, and the stores that each node has now. */
final class ShadowStores {
  private final Map<UUID, StoreHistory> histories = new HashMap<>();
  private final Map<UUID, Account> accounts = new HashMap<>();

  private final Map<Disk, Map<Integer, UUID>> folders = new TreeMap<>();

  /** By node and partition, the store that the node opened last, or with which it answered last. */
  private final Map<Place, UUID> used = new TreeMap<>();

  private final Set<BlobId> forgotten = new HashSet<>();

  /** Copied positions of replicas, by their store and the store of the peer. */
  private final List<Map<UUID, Map<UUID, Prefix>>> copies = new ArrayList<>();

  /** A disk of a node. */
  record Disk(String node, int slot) implements Comparable<Disk> {
    @Override
    public int compareTo(Disk other) {
      int byNode = node.compareTo(other.node);
      return byNode != 0 ? byNode : Integer.compare(slot, other.slot);
    }
  }

  private record Place(String node, int partition) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byNode = node.compareTo(other.node);
      return byNode != 0 ? byNode : Integer.compare(partition, other.partition);
    }
  }

  StoreHistory history(UUID store) {
    return histories.computeIfAbsent(store, StoreHistory::new);
  }

  /** A disk has the folder of a partition when its process starts. */
  void found(Disk disk, int partition, UUID store) {
    folders.computeIfAbsent(disk, _ -> new TreeMap<>()).put(partition, store);
    accounts.computeIfAbsent(store, id -> new Account(disk.node(), partition, history(id)));
  }

  /** A disk gets the folder of a partition, and the node uses it. */
  void made(Disk disk, int partition, UUID store) {
    found(disk, partition, store);
    uses(disk.node(), partition, store);
  }

  void removed(Disk disk, int partition) {
    folders.getOrDefault(disk, new TreeMap<>()).remove(partition);
  }

  /**
   * A process starts with a disk. Its content is unknown until it is read.
   *
   * @return the stores by partition that the disk had before, as far as known
   */
  Map<Integer, UUID> forgetFolders(Disk disk) {
    return Optional.ofNullable(folders.remove(disk)).orElse(Map.of());
  }

  /**
   * The process of a node cannot use a disk. For each partition there, the node may use an older
   * store on another disk.
   */
  void unusable(Disk disk, long nowMillis) {
    forgetFolders(disk)
        .keySet()
        .forEach(partition ->
            current(disk.node(), partition).ifPresent(account -> account.appears(nowMillis)));
  }

  /** A node opens a store, or answers with it. */
  void uses(String node, int partition, UUID store) {
    used.put(new Place(node, partition), store);
  }

  void processStarts(String node, long nowMillis) {
    accounts.values().stream()
        .filter(account -> account.node().equals(node))
        .forEach(account -> account.processStarts(nowMillis));
  }

  /** Returns the store that a node uses for a partition, if it is known. */
  Optional<Account> current(String node, int partition) {
    List<UUID> found = new ArrayList<>();
    folders.forEach((disk, stores) -> {
      if (disk.node().equals(node) && stores.containsKey(partition)) {
        found.add(stores.get(partition));
      }
    });
    UUID last = used.get(new Place(node, partition));
    if (found.size() > 1 && last != null && found.contains(last)) {
      return account(last);
    }
    return found.size() == 1 ? account(found.getFirst()) : Optional.empty();
  }

  Optional<Account> account(UUID store) {
    return Optional.ofNullable(accounts.get(store));
  }

  void cut(UUID store, long last) {
    history(store).cut(last);
    account(store).ifPresent(Account::loseRecords);
    positionsIn(store).forEach(prefix -> prefix.lose(last));
  }

  /** Returns the positions of all replicas and of all copies of disks. */
  private Stream<Prefix> positionsIn(UUID store) {
    return Stream.concat(
        accounts.values().stream().flatMap(account -> account.positionsIn(store)),
        copies.stream()
            .flatMap(copy -> copy.values().stream())
            .flatMap(positions -> Optional.ofNullable(positions.get(store)).stream()));
  }

  /** Copies the positions of the replicas of a node, which are in the notes beside its stores. */
  Map<UUID, Map<UUID, Prefix>> copyPositions(String node) {
    Map<UUID, Map<UUID, Prefix>> copy = new HashMap<>();
    accounts.forEach((store, account) -> {
      if (account.node().equals(node)) {
        copy.put(store, account.positions());
      }
    });
    copies.add(copy);
    return copy;
  }

  /** A node gets the notes back that had these positions. */
  void bringBackPositions(Map<UUID, Map<UUID, Prefix>> copy) {
    copy.forEach(
        (store, positions) -> account(store).ifPresent(account -> account.bringBack(positions)));
  }

  /**
   * The records of a store when they were copied.
   *
   * @param opened the last opening that the store had named
   * @param openings for each position of another replica in the store, the opening under which it
   *     counted; empty after a loss
   */
  record CopiedRecords(
      StoreHistory history, OptionalLong opened, Map<Prefix, OptionalLong> openings) {
    /**
     * The opening of the copy for which a position may count. A later position is of its last one.
     */
    private OptionalLong openingOf(Prefix position) {
      return openings.getOrDefault(position, opened);
    }
  }

  /**
   * Copies the records of the stores of a node.
   *
   * @param copies of its disks. They may have records that were not synced yet.
   */
  Map<UUID, CopiedRecords> copyRecords(String node, List<CrashingDisk> copies) {
    Map<UUID, CopiedRecords> copy = new HashMap<>();
    accounts.forEach((store, account) -> {
      if (account.node().equals(node)) {
        Map<Prefix, OptionalLong> openings = new HashMap<>();
        positionsIn(store).forEach(prefix -> openings.put(prefix, prefix.soundOpening()));
        StoreHistory history = account.history();
        copy.put(store, new CopiedRecords(history.copy(), history.lastOpening(), openings));
      }
    });
    copies.forEach(disk ->
        UnsyncedRecords.find(
            disk, store -> Optional.ofNullable(copy.get(store)).map(CopiedRecords::history)));
    return copy;
  }

  /**
   * A node gets stores back that had these records. Such a store may have records again that it had
   * lost before.
   */
  void bringBackRecords(Map<UUID, CopiedRecords> copy) {
    copy.forEach((store, copied) -> {
      StoreHistory now = history(store);
      StoreHistory earlier = copied.history();
      if (now.commonWith(earlier) < now.farthest()) {
        cut(store, now.commonWith(earlier));
        now.appendFrom(earlier);
      }
      positionsIn(store)
          .forEach(prefix ->
              copied.openingOf(prefix).ifPresent(opened -> prefix.regain(opened, earlier.end())));
    });
  }

  void forget(BlobId id) {
    forgotten.add(id);
  }

  /**
   * Whether a store knows that the blob has expired in a later life than that of the record. It
   * offers neither, although another store, for example on an old disk, may not know the later one.
   */
  boolean hasExpiredLater(LoggedRecord record, long nowMillis) {
    return histories.values().stream()
        .flatMap(history -> history.knowledge(record.id()).stream())
        .anyMatch(blob -> blob.hasExpiredAfter(record, nowMillis));
  }

  boolean isForgotten(BlobId id) {
    return forgotten.contains(id);
  }
}
