package io.aumbry.store.partition;

import io.aumbry.store.disk.Disk;
import java.io.IOException;
import java.util.OptionalInt;

/** The folder names of a store in each stage of its life. */
public record StoreFolder(int partition) {
  /** Identifies the store. */
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

  /** The first unused name. */
  public String setAside(Disk disk) throws IOException {
    int turn = 1;
    while (disk.exists(SET_ASIDE + partition + "-" + turn)) {
      turn++;
    }
    return SET_ASIDE + partition + "-" + turn;
  }

  public static boolean isSetAside(String name) {
    return name.startsWith(SET_ASIDE);
  }

  /** The partition of a store's folder; empty for other names. */
  public static OptionalInt partitionIn(String name) {
    return name.matches(PREFIX + "[0-9]{1,9}|" + PREFIX + "[12][0-9]{9}")
        ? OptionalInt.of(Integer.parseInt(name.substring(PREFIX.length())))
        : OptionalInt.empty();
  }

  /** Whether an interrupted creation or removal left the folder. */
  public static boolean isLeftOver(String name) {
    return name.startsWith(UNFINISHED) || name.startsWith(DROPPED);
  }

  public static void deleteAll(Disk disk, String folder) throws IOException {
    for (String name : disk.list(folder)) {
      disk.delete(folder + "/" + name);
    }
    disk.delete(folder);
  }
}
