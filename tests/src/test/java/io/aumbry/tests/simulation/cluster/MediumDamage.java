package io.aumbry.tests.simulation.cluster;

import io.aumbry.store.disk.CrashingDisk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Silent damage to bytes that a disk has stored. */
public final class MediumDamage {
  private static final String LOG = ".seg";
  private static final String INDEX = ".idx";
  private static final int BLOCK = 4096;

  /** Some files are smaller than a block. */
  private static final int SECTOR = 512;

  private final SplittableRandom random;
  private final boolean isOfOneKind;

  private Optional<String> damagedSuffix = Optional.empty();

  /**
   * @param isOfOneKind whether to damage either logs or indexes, but not both. An index is rebuilt
   *     from an intact log. If both are damaged, the store is lost.
   */
  MediumDamage(SplittableRandom random, boolean isOfOneKind) {
    this.random = random;
    this.isOfOneKind = isOfOneKind;
  }

  /** The kinds of damage. */
  public enum Kind {
    /** Anywhere in a log. */
    FLIPPED_BIT,

    /** A write was lost, so the block still has its old content, which is zeros. */
    STALE_BLOCK,

    /** A block has the content of another block. */
    MISDIRECTED_WRITE
  }

  /** The position of a block or a byte. */
  private record Place(String file, int at) {}

  Optional<String> strike(SimulatedMachine machine, Kind kind) {
    for (SimulatedMachine.Slot slot : machine.slots()) {
      CrashingDisk medium = slot.stores();
      Optional<Place> place =
          kind == Kind.FLIPPED_BIT ? place(medium, allowed(logs(medium)), 1) : block(medium);
      if (place.isPresent()) {
        damagedSuffix = Optional.of(suffix(place.get().file()));
        damage(medium, place.get(), kind);
        return Optional.of(place.get().file() + " at " + place.get().at());
      }
    }
    return Optional.empty();
  }

  /**
   * Makes a sector of a file unreadable.
   *
   * @return the place, or empty if the disk has no file
   */
  Optional<String> breakSector(SimulatedMachine.Slot slot) {
    CrashingDisk medium = slot.stores();
    Optional<Place> place = place(medium, medium.files(), SECTOR);
    place.ifPresent(bad -> slot.faults().failReads(bad.file(), bad.at(), bad.at() + SECTOR));
    return place.map(bad -> bad.file() + " at " + bad.at());
  }

  private void damage(CrashingDisk medium, Place place, Kind kind) {
    switch (kind) {
      case FLIPPED_BIT -> medium.flip(place.file(), place.at(), random.nextInt(8));
      case STALE_BLOCK -> medium.overwrite(place.file(), place.at(), new byte[BLOCK]);
      case MISDIRECTED_WRITE ->
          block(medium)
              .ifPresent(other ->
                  medium.overwrite(
                      place.file(), place.at(), medium.bytes(other.file(), other.at(), BLOCK)));
    }
  }

  private static String suffix(String file) {
    return file.substring(file.lastIndexOf('.'));
  }

  private List<String> allowed(List<String> files) {
    return isOfOneKind
        ? files.stream().filter(file -> file.endsWith(damagedSuffix.orElse(""))).toList()
        : files;
  }

  private static List<String> logs(CrashingDisk medium) {
    return medium.files().stream().filter(file -> file.endsWith(LOG)).toList();
  }

  /**
   * Chooses a block of an index or of a full log file. At the end of a log, a lost write looks like
   * a crash, see {@code io.aumbry.store.log}.
   */
  private Optional<Place> block(CrashingDisk medium) {
    List<String> full = new ArrayList<>();
    String before = "";
    for (String file : medium.files()) {
      boolean isOfSameFolder = folder(file).equals(folder(before));
      if (file.endsWith(LOG) && before.endsWith(LOG) && isOfSameFolder) {
        full.add(before);
      }
      if (file.endsWith(INDEX)) {
        full.add(file);
      }
      before = file;
    }
    return place(medium, allowed(full), BLOCK);
  }

  private static String folder(String file) {
    return file.substring(0, Math.max(0, file.lastIndexOf('/')));
  }

  private Optional<Place> place(CrashingDisk medium, List<String> files, int step) {
    if (files.isEmpty()) {
      return Optional.empty();
    }
    String file = files.get(random.nextInt(files.size()));
    int blocks = medium.bytes(file).length / step;
    return blocks == 0
        ? Optional.empty()
        : Optional.of(new Place(file, random.nextInt(blocks) * step));
  }

  String overwrite(SimulatedMachine machine, byte[] bytes, byte with) {
    CrashingDisk medium = machine.slots().getFirst().stores();
    byte[] wrong = new byte[bytes.length / 4];
    Arrays.fill(wrong, with);
    for (String log : logs(medium)) {
      int size = medium.bytes(log).length;
      for (int at = 0; at < size; at++) {
        if (medium.has(log, at, bytes)) {
          medium.overwrite(log, at + bytes.length / 4, wrong);
          return log + " is overwritten from " + at;
        }
      }
    }
    throw new IllegalArgumentException("no log has these bytes");
  }
}
