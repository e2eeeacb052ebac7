package io.aumbry.catalog.name;

import java.util.List;

/**
 * The upkeep that is due.
 *
 * @param names whether a name has expired or is to be forgotten
 * @param trashShards the shards of the trash with items that a worker may take
 */
public record DueUpkeep(boolean names, List<Integer> trashShards) {
  public DueUpkeep {
    trashShards = List.copyOf(trashShards);
  }
}
