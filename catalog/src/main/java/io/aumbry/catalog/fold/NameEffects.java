package io.aumbry.catalog.fold;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.TrashItem;
import java.util.List;
import java.util.Optional;

/**
 * The rows that a group of changes writes.
 *
 * @param changes of newest versions, in the order of names
 * @param removed older versions
 */
public record NameEffects(List<Change> changes, List<NameVersion> removed, List<TrashItem> trash) {
  /**
   * The newest version of a name before and after the group.
   *
   * @param before empty if there was none
   */
  public record Change(BlobName name, Optional<NameVersion> before, NameVersion after) {}

  public NameEffects {
    changes = List.copyOf(changes);
    removed = List.copyOf(removed);
    trash = List.copyOf(trash);
  }
}
