package io.aumbry.tests.simulation.threshold;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Thresholds that the files of stores show. Each run has its own object. */
public final class StoreFiles {
  private static final String LONG_LOG = "a log has ten files or more";
  private static final String AGAIN = "a compacted file is compacted again";
  private static final String FOLDER = "partition-";
  private static final String LOG = ".seg";
  private static final int MANY = 10;

  private static final int COMPACTED = 0x41754C43;

  private final Set<String> crossed = new TreeSet<>();

  private final Map<String, Set<String>> compacted = new HashMap<>();

  static List<String> thresholds() {
    return List.of(LONG_LOG, AGAIN);
  }

  public Set<String> crossed() {
    return crossed;
  }

  public void look(List<SimulatedMachine> machines) {
    for (SimulatedMachine machine : machines) {
      List<CrashingDisk> disks = machine.stores();
      for (int i = 0; i < disks.size(); i++) {
        look(machine.name() + "/" + i, disks.get(i));
      }
    }
  }

  /**
   * Checks the files of a disk.
   *
   * @param name of the disk; a replacement disk has the same name
   */
  void look(String name, CrashingDisk disk) {
    Map<String, Set<String>> logs =
        disk.files().stream()
            .filter(file -> file.startsWith(FOLDER) && file.endsWith(LOG))
            .collect(
                Collectors.groupingBy(
                    file -> file.substring(0, file.indexOf('/')), Collectors.toSet()));
    logs.forEach((store, files) -> look(name + "/" + store, files, disk));
  }

  /**
   * Records thresholds of one store. A compacted file disappears only when compaction has replaced
   * it.
   */
  private void look(String store, Set<String> files, CrashingDisk disk) {
    if (files.size() >= MANY) {
      crossed.add(LONG_LOG);
    }
    Set<String> before = compacted.getOrDefault(store, Set.of());
    Set<String> now = new HashSet<>();
    files.stream().filter(file -> isCompacted(file, disk)).forEach(now::add);
    boolean isSameStore = now.stream().anyMatch(file -> !before.contains(file));
    if (isSameStore && !now.containsAll(before)) {
      crossed.add(AGAIN);
    }
    compacted.put(store, now);
  }

  private static boolean isCompacted(String file, CrashingDisk disk) {
    return ByteBuffer.wrap(disk.bytes(file, 0, Integer.BYTES)).getInt() == COMPACTED;
  }
}
