package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.tests.simulation.disk.DiskFaults;
import io.aumbry.tests.simulation.disk.DurableRecords;
import io.aumbry.tests.simulation.disk.DurableRecords.Held;
import io.aumbry.tests.simulation.disk.DurableRecords.Known;
import io.aumbry.tests.simulation.engine.SimulatedClock;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** The parts of a machine that survive its processes: clock and disks. */
public final class SimulatedMachine {
  private static final long CAPACITY = 1L << 40;

  private final String name;
  private final int dataCenter;
  private final SimulatedClock clock;
  private final SplittableRandom random;
  private final List<Slot> slots = new ArrayList<>();

  /** A disk in the machine: one medium for stores and one for the notes beside them. */
  static final class Slot {
    private final DiskFaults faults = new DiskFaults(CAPACITY);
    private CrashingDisk stores;
    private CrashingDisk notes;

    private Optional<UUID> disk = Optional.empty();

    Slot(CrashingDisk stores, CrashingDisk notes) {
      this.stores = stores;
      this.notes = notes;
    }

    DiskFaults faults() {
      return faults;
    }

    CrashingDisk stores() {
      return stores;
    }

    CrashingDisk notes() {
      return notes;
    }

    Optional<UUID> disk() {
      return disk;
    }

    void found(UUID found) {
      disk = Optional.of(found);
    }
  }

  /** The partitions whose stores were opened since the last loss of power; empty before any. */
  private Optional<Set<Integer>> opened = Optional.empty();

  /** How long the node keeps deleted blobs, if otherwise than in the plan. */
  private Optional<Duration> deletedRetention = Optional.empty();

  SimulatedMachine(
      SimulatedScheduler scheduler, String name, int dataCenter, SimulatedClock clock, int disks) {
    this.name = name;
    this.dataCenter = dataCenter;
    this.clock = clock;
    this.random = scheduler.random();
    for (int i = 0; i < disks; i++) {
      slots.add(new Slot(new CrashingDisk(random), new CrashingDisk(random)));
    }
  }

  public String name() {
    return name;
  }

  public int dataCenter() {
    return dataCenter;
  }

  SimulatedClock clock() {
    return clock;
  }

  SplittableRandom random() {
    return random;
  }

  /** Changes a setting of the node, from its next start. */
  public void retainDeleted(Duration retention) {
    deletedRetention = Optional.of(retention);
  }

  /** The settings of the node, which are usually those of all nodes. */
  StoreConfig configured(StoreConfig usual) {
    Retention retention = usual.retention();
    return deletedRetention
        .map(deleted -> new Retention(deleted, retention.expired(), retention.known()))
        .map(changed -> usual.withRetention(changed.withUploads(retention.uploads())))
        .orElse(usual);
  }

  /** Returns the records of a blob that would survive a loss of power now, by disk. */
  public List<Known> durably(BlobId id) {
    return slots.stream().map(slot -> DurableRecords.of(slot.stores, id)).toList();
  }

  /** Returns all blobs in stores that are in use, as a loss of power would leave them. */
  public Map<BlobId, Held> durably() {
    Map<BlobId, Held> all = new TreeMap<>();
    slots.forEach(slot -> all.putAll(DurableRecords.all(slot.stores)));
    return all;
  }

  /** Returns the written records of a blob, synced or not, by disk. */
  public List<Known> visibly(BlobId id) {
    return slots.stream().map(slot -> DurableRecords.written(slot.stores, id)).toList();
  }

  /** Returns the bytes of a blob, synced or not. */
  public Optional<byte[]> content(BlobId id) {
    return slots.stream()
        .flatMap(slot -> DurableRecords.content(slot.stores, id).stream())
        .findFirst();
  }

  Set<BlobId> ids() {
    Set<BlobId> ids = new TreeSet<>();
    slots.forEach(slot -> ids.addAll(DurableRecords.ids(slot.stores)));
    return ids;
  }

  public boolean hasStore(int partition) {
    String folder = "partition-" + partition + "/";
    return slots.stream()
        .flatMap(slot -> slot.stores.files().stream())
        .anyMatch(file -> file.startsWith(folder));
  }

  public List<CrashingDisk> stores() {
    return slots.stream().map(Slot::stores).toList();
  }

  List<CrashingDisk> copyStores() {
    return slots.stream().map(slot -> slot.stores.copy()).toList();
  }

  void putStores(List<CrashingDisk> stores) {
    for (int i = 0; i < stores.size(); i++) {
      slots.get(i).stores = stores.get(i).copy();
    }
  }

  List<CrashingDisk> copyNotes() {
    return slots.stream().map(slot -> slot.notes.copy()).toList();
  }

  void putNotes(List<CrashingDisk> notes) {
    for (int i = 0; i < notes.size(); i++) {
      slots.get(i).notes = notes.get(i).copy();
    }
  }

  List<Slot> slots() {
    return slots;
  }

  /** Whether a disk could not read some bytes at any time. A store takes them for damaged. */
  public boolean hasFailedReads() {
    return slots().stream().anyMatch(slot -> slot.faults().hasFailedReads());
  }

  /** Applies a kill of the process, which loses nothing that was written. */
  void processEnded() {
    for (Slot slot : slots) {
      slot.stores = slot.stores.afterKill();
      slot.notes = slot.notes.afterKill();
    }
  }

  /** Applies a loss of power, which may lose any unsynced write. */
  void powerLost() {
    opened = Optional.of(new TreeSet<>());
    for (Slot slot : slots) {
      slot.stores = slot.stores.afterCrash();
      slot.notes = slot.notes.afterCrash();
    }
  }

  /** The process has opened the store of a partition. */
  void opened(int partition) {
    opened.ifPresent(since -> since.add(partition));
  }

  /**
   * Whether the store of a partition was opened since the last loss of power. Until then, some
   * written records may not count, because an earlier one of the same log is lost.
   */
  public boolean hasRecovered(int partition) {
    return opened.isEmpty() || opened.get().contains(partition);
  }

  void replace(int slot) {
    slots.get(slot).stores = new CrashingDisk(random);
    slots.get(slot).notes = new CrashingDisk(random);
    slots.get(slot).disk = Optional.empty();
    slots.get(slot).faults.heal();
  }
}
