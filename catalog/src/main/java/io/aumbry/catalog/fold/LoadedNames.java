package io.aumbry.catalog.fold;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameVersion;
import java.util.List;
import java.util.Set;

/**
 * The rows that a group of changes needs. They are locked, so no other transaction changes them.
 *
 * @param newest the newest version of each name that a change names
 * @param older the other versions of names that a change deletes
 * @param openWriters the writers with an open lease
 * @param irreplaceable live names that no put replaces
 */
public record LoadedNames(
    List<NameVersion> newest,
    List<NameVersion> older,
    Set<String> openWriters,
    Set<BlobName> irreplaceable) {
  public LoadedNames {
    newest = List.copyOf(newest);
    older = List.copyOf(older);
    openWriters = Set.copyOf(openWriters);
    irreplaceable = Set.copyOf(irreplaceable);
  }
}
