package io.aumbry.server.replica;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/**
 * Which disk a node has in which folder. A folder that had a disk and is empty now is one whose
 * disk is not mounted, until an operator says that the disk is lost: what would be written there
 * would fill another disk, and the replicas that are missing would be made anew.
 *
 * @param disks ids by folder
 */
public record DiskFolders(Map<String, UUID> disks) {
  public DiskFolders {
    disks = Map.copyOf(disks);
  }

  /** What is left to be expected when these are lost. */
  public DiskFolders without(Collection<UUID> lost) {
    Map<String, UUID> rest = new TreeMap<>(disks);
    rest.values().removeAll(lost);
    return new DiskFolders(rest);
  }

  /** What is left to be expected when the node has only these folders; a disk may have moved. */
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
   * Why a folder must not be used, for people; empty when it may.
   *
   * @param found the disk that is in it, if one is
   * @param owner the node that has a disk, if one has
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
    return ("%s should have disk %s and has %s; mount the right one, or say that it is lost with"
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
