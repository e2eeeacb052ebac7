package io.aumbry.server.replica;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/**
 * The disk that each folder of a node should contain. An empty folder that had a disk is probably
 * not mounted: writes to it would fill another disk, and all its replicas would be rebuilt. It is
 * therefore refused until an operator declares the disk lost.
 *
 * @param disks ids by folder
 */
public record DiskFolders(Map<String, UUID> disks) {
  public DiskFolders {
    disks = Map.copyOf(disks);
  }

  public DiskFolders without(Collection<UUID> lost) {
    Map<String, UUID> rest = new TreeMap<>(disks);
    rest.values().removeAll(lost);
    return new DiskFolders(rest);
  }

  /** Forgets folders that are no longer configured; their disks may have moved. */
  public DiskFolders within(Collection<String> folders) {
    Map<String, UUID> rest = new TreeMap<>(disks);
    rest.keySet().retainAll(folders);
    return new DiskFolders(rest);
  }

  public DiskFolders with(String folder, UUID disk) {
    Map<String, UUID> more = new TreeMap<>(disks);
    more.put(folder, disk);
    return new DiskFolders(more);
  }

  /**
   * Returns the reason to refuse a folder, or empty.
   *
   * @param found the disk in the folder, if any
   * @param owner returns the node that a disk belongs to, if any
   */
  public Optional<String> objection(
      String folder, Optional<UUID> found, Function<UUID, Optional<String>> owner) {
    Optional<UUID> expected = Optional.ofNullable(disks.get(folder));
    if (expected.isPresent()) {
      return found.equals(expected)
          ? Optional.empty()
          : Optional.of(otherThan(expected.get(), found, folder));
    }
    return found.flatMap(disk -> foreign(folder, disk, owner));
  }

  private static String otherThan(UUID expected, Optional<UUID> found, String folder) {
    return ("%s should have disk %s and has %s; mount the right disk, or declare it lost with"
            + " storage.lost-disks=%s")
        .formatted(
            folder,
            expected,
            found.map(disk -> "disk " + disk).orElse("none: is it mounted?"),
            expected);
  }

  private Optional<String> foreign(
      String folder, UUID disk, Function<UUID, Optional<String>> owner) {
    return disks.entrySet().stream()
        .filter(place -> place.getValue().equals(disk))
        .map(place -> "belongs in " + place.getKey())
        .findFirst()
        .or(() -> owner.apply(disk).map(node -> "belongs to node " + node))
        .map(whose -> "%s has disk %s, which %s".formatted(folder, disk, whose));
  }
}
