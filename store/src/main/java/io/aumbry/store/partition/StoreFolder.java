package io.aumbry.store.partition;

import io.aumbry.store.disk.Disk;
import java.io.IOException;
import java.util.OptionalInt;

/** The folder of a store, and the names it has on its way to be and to be gone. */
public record StoreFolder(int partition) {
  /** Name of the file that says whose folder it is. */
  public static final String IDENTITY = "store.id";

  private static final String PREFIX = "partition-";
  private static final String UNFINISHED = "unfinished-";
  private static final String DROPPED = "dropped-";
  private static final String SET_ASIDE = "set-aside-";

  public String path() {
    return PREFIX + partition;
  }

  public String unfinished() {
    return UNFINISHED + partition;
  }

  public String dropped() {
    return DROPPED + partition;
  }

  /** One that no other folder of the disk has. */
  public String setAside(Disk disk) throws IOException {
    int turn = 1;
    while (disk.exists(SET_ASIDE + partition + "-" + turn)) {
      turn++;
    }
    return SET_ASIDE + partition + "-" + turn;
  }

  /** Whether a folder is a store that is kept for an operator and never opened. */
  public static boolean isSetAside(String name) {
    return name.startsWith(SET_ASIDE);
  }

  /** The partition whose store a folder of that name is. */
  public static OptionalInt partitionIn(String name) {
    return name.matches(PREFIX + "[0-9]{1,9}|" + PREFIX + "[12][0-9]{9}")
        ? OptionalInt.of(Integer.parseInt(name.substring(PREFIX.length())))
        : OptionalInt.empty();
  }

  /** Whether a folder is what is left of one that was being made or dropped. */
  public static boolean isLeftOver(String name) {
    return name.startsWith(UNFINISHED) || name.startsWith(DROPPED);
  }

  /** Deletes a folder with its files. */
  public static void deleteAll(Disk disk, String folder) throws IOException {
    for (String name : disk.list(folder)) {
      disk.delete(folder + "/" + name);
    }
    disk.delete(folder);
  }
}
