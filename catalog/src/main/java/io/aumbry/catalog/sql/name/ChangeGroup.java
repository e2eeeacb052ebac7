package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.dataset.DatasetLookup;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.fold.LoadedNames;
import io.aumbry.catalog.fold.NameEffects;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.protocol.blob.BlobId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Loads the rows that a group of changes needs, and writes the changed ones. */
public final class ChangeGroup {
  private final VersionRows versions;
  private final WriterRows writers;
  private final TrashRows trash;
  private final DatasetRows datasets;

  public ChangeGroup(Connection connection, Dialect dialect) {
    this.versions = new VersionRows(connection, dialect);
    this.writers = new WriterRows(connection, dialect);
    this.trash = new TrashRows(connection, dialect);
    this.datasets = new DatasetRows(connection, dialect);
  }

  /**
   * The rows that changes need.
   *
   * @param names to load
   * @param withHistory names that need their older versions too
   * @param upserts names that are replaced
   * @param blobs to find the names of
   */
  private record Needs(
      Set<BlobName> names,
      Set<BlobName> withHistory,
      Set<BlobName> upserts,
      Set<BlobId> blobs,
      Set<String> writers) {
    static Needs of(Collection<? extends NameChange<?>> changes, boolean isRepeated) {
      Needs needs =
          new Needs(
              new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new HashSet<>(), new HashSet<>());
      for (NameChange<?> change : changes) {
        switch (change) {
          case NameChange.Put put -> needs.add(put, isRepeated);
          case NameChange.Delete delete -> needs.withHistory.add(delete.name());
          case NameChange.DeleteBlob delete -> needs.blobs.add(delete.blob());
          case NameChange.UpdateExpiry update -> needs.blobs.add(update.blob());
        }
      }
      return needs;
    }

    /** A blob has a name already only if the database refused the put, and it is repeated. */
    private void add(NameChange.Put put, boolean isRepeated) {
      names.add(put.name());
      if (put.mode() == NameChange.Put.Mode.UPSERT) {
        upserts.add(put.name());
      }
      writers.add(put.writer());
      if (isRepeated) {
        blobs.add(put.content().blob());
      }
    }
  }

  /**
   * Loads and locks rows.
   *
   * @param isRepeated whether the database refused these changes before
   */
  public LoadedNames load(Collection<? extends NameChange<?>> changes, boolean isRepeated)
      throws SQLException {
    Needs needs = Needs.of(changes, isRepeated);
    Set<String> open = writers.lockOpen(needs.writers());
    List<NameVersion> named = versions.versionsOf(needs.blobs());
    Set<BlobName> withHistory = new TreeSet<>(needs.withHistory());
    named.forEach(version -> withHistory.add(version.name()));
    Set<BlobName> names = new TreeSet<>(needs.names());
    names.addAll(withHistory);
    List<NameVersion> newest = versions.lockNewest(names);
    List<NameVersion> older = versions.older(withHistory);
    Set<BlobId> missed = blobs(named);
    missed.removeAll(blobs(newest));
    missed.removeAll(blobs(older));
    requireNoName(missed);
    return new LoadedNames(newest, older, open, versionsAmong(needs.upserts()));
  }

  /**
   * Names that may be versions of a dataset. Its row is read after those of the names are locked:
   * the version was stored by a transaction that found the dataset.
   */
  private Set<BlobName> versionsAmong(Set<BlobName> names) throws SQLException {
    Map<DatasetRef, Set<BlobName>> byDataset = new HashMap<>();
    for (BlobName name : names) {
      DatasetRef.ofVersion(name)
          .ifPresent(dataset -> byDataset.computeIfAbsent(dataset, _ -> new HashSet<>()).add(name));
    }
    Set<BlobName> found = new HashSet<>();
    for (Map.Entry<DatasetRef, Set<BlobName>> entry : byDataset.entrySet()) {
      if (datasets.find(entry.getKey()) instanceof DatasetLookup.Found) {
        found.addAll(entry.getValue());
      }
    }
    return found;
  }

  private static Set<BlobId> blobs(List<NameVersion> versions) {
    return versions.stream()
        .map(version -> version.content().blob())
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** A blob that lost its name before the rows were locked may have another one. */
  private void requireNoName(Set<BlobId> blobs) throws SQLException {
    if (!versions.versionsOf(blobs).isEmpty()) {
      throw VersionRows.lostRace();
    }
  }

  public void write(NameEffects effects) throws SQLException {
    versions.deleteOlder(effects.removed());
    versions.write(effects.changes());
    trash.insert(effects.trash());
  }
}
