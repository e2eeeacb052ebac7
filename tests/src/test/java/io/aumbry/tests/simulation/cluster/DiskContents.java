package io.aumbry.tests.simulation.cluster;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.disk.DurableRecords;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.ledger.CopyObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Copies and exchanges the contents of machines' disks. A copy may be taken at any time. A machine
 * must not run when its contents are exchanged.
 */
public final class DiskContents {
  private static final String LOG = ".seg";
  private static final String INDEX = ".idx";

  /** The most records that a store loses from its end. */
  private static final int LONGEST_TAIL = 8;

  private final SimulatedScheduler scheduler;
  private final List<SimulatedMachine> machines;
  private final Set<String> damaged;
  private final CopyObserver observer;
  private final SplittableRandom random;

  private int exchanges;

  /** By copy, the action to run when a machine gets these contents back. */
  private final IdentityHashMap<List<CrashingDisk>, Runnable> copies = new IdentityHashMap<>();

  /**
   * @param damaged receives the names of machines on which damage may be found
   */
  DiskContents(
      SimulatedScheduler scheduler,
      List<SimulatedMachine> machines,
      Set<String> damaged,
      CopyObserver observer) {
    this.observer = observer;
    this.scheduler = scheduler;
    this.machines = machines;
    this.damaged = damaged;
    this.random = scheduler.random();
  }

  /** The disks of a machine at an earlier time. */
  public record Image(List<CrashingDisk> stores, List<CrashingDisk> notes) {}

  int exchanges() {
    return exchanges;
  }

  private SimulatedMachine machine(int index) {
    return machines.get(index);
  }

  /** Copies all disks of a machine as a kill of its process at this moment would leave them. */
  public Image image(int machine) {
    return new Image(copyStores(machine), copyNotes(machine));
  }

  public void restore(int machine, Image image) {
    putStores(machine, image.stores());
    putNotes(machine, image.notes());
  }

  public List<CrashingDisk> copyStores(int machine) {
    List<CrashingDisk> copy = machine(machine).copyStores();
    copies.put(copy, observer.storesCopied(machine(machine).name(), copy));
    return copy;
  }

  private void put(List<CrashingDisk> copy) {
    Optional.ofNullable(copies.get(copy)).ifPresent(Runnable::run);
  }

  /** Restores the stores of an earlier time. The notes beside them stay. */
  public void putStores(int machine, List<CrashingDisk> stores) {
    exchanges++;
    machine(machine).putStores(stores);
    put(stores);
    scheduler.event(machine(machine).name(), "has old disks");
  }

  public List<CrashingDisk> copyNotes(int machine) {
    List<CrashingDisk> copy = machine(machine).copyNotes();
    copies.put(copy, observer.notesCopied(machine(machine).name()));
    return copy;
  }

  public void putNotes(int machine, List<CrashingDisk> notes) {
    exchanges++;
    machine(machine).putNotes(notes);
    put(notes);
    scheduler.event(machine(machine).name(), "has old notes");
  }

  /**
   * Removes the last records of a store although they were durable, and optionally its index files.
   * Nothing else on the machine changes. An index that is ahead of its log counts as damage.
   *
   * @return a description, or empty if no log file of the partition ends with a record
   */
  public Optional<String> loseTail(int machine, int partition, boolean withIndex) {
    for (SimulatedMachine.Slot slot : machine(machine).slots()) {
      CrashingDisk medium = slot.stores();
      List<String> logs = files(medium, partition, LOG);
      List<Integer> starts =
          logs.isEmpty() ? List.of() : DurableRecords.starts(medium, logs.getLast());
      if (!starts.isEmpty()) {
        exchanges++;
        damaged.add(machine(machine).name());
        int lost = 1 + random.nextInt(Math.min(LONGEST_TAIL, starts.size()));
        medium.cut(logs.getLast(), starts.get(starts.size() - lost));
        if (withIndex) {
          delete(medium, files(medium, partition, INDEX));
        }
        return Optional.of(
            "partition-%d loses its last %d records%s"
                .formatted(partition, lost, withIndex ? " and its index" : ""));
      }
    }
    return Optional.empty();
  }

  /**
   * Removes the folder of a store.
   *
   * @return whether there was one
   */
  public boolean loseStore(int machine, int partition) {
    boolean isAny = false;
    for (SimulatedMachine.Slot slot : machine(machine).slots()) {
      List<String> files = files(slot.stores(), partition, "");
      if (!files.isEmpty()) {
        delete(slot.stores(), files);
        delete(slot.stores(), List.of("partition-" + partition));
        isAny = true;
      }
    }
    exchanges += isAny ? 1 : 0;
    return isAny;
  }

  private static List<String> files(CrashingDisk medium, int partition, String suffix) {
    String folder = "partition-" + partition + "/";
    return medium.files().stream()
        .filter(file -> file.startsWith(folder) && file.endsWith(suffix))
        .toList();
  }

  private static void delete(CrashingDisk medium, List<String> files) {
    try {
      for (String file : files) {
        medium.delete(file);
        medium.syncFolder(file.substring(0, Math.max(0, file.lastIndexOf('/'))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
