package io.aumbry.store;

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

  String path() {
    return PREFIX + partition;
  }

  String unfinished() {
    return UNFINISHED + partition;
  }

  String dropped() {
    return DROPPED + partition;
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
  static void deleteAll(Disk disk, String folder) throws IOException {
    for (String name : disk.list(folder)) {
      disk.delete(folder + "/" + name);
    }
    disk.delete(folder);
  }
}
