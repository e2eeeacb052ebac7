package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.fold.NameEffects.Change;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.protocol.blob.BlobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rows of versions: {@code object} has the newest one of each name. */
record VersionRows(Connection connection, Dialect dialect) {
  private static final String NEWEST = "object";
  private static final String OLDER = "object_version";

  /** What every database calls a conflict of transactions, after which the caller repeats. */
  private static final String SERIALIZATION_FAILURE = "40001";

  private static final String INSERT =
      "INSERT INTO object (container_ref, object_key, "
          + String.join(", ", VersionColumns.WRITTEN)
          + ") VALUES (?, ?"
          + ", ?".repeat(VersionColumns.WRITTEN.size())
          + ") ON CONFLICT DO NOTHING";

  private static final String UPDATE =
      "UPDATE object SET "
          + VersionColumns.WRITTEN.stream().map(c -> c + " = ?").collect(Collectors.joining(", "))
          + " WHERE container_ref = ? AND object_key = ? AND vseq = ?";

  private static final String DELETE_OLDER =
      "DELETE FROM object_version WHERE container_ref = ? AND object_key = ? AND version_id = ?";

  List<NameVersion> newest(Collection<BlobName> names) throws SQLException {
    return byKeys(NEWEST, names, "");
  }

  /** Locks the rows against other transactions, in the order of names, which avoids deadlocks. */
  List<NameVersion> lockNewest(Collection<BlobName> names) throws SQLException {
    return byKeys(NEWEST, names, dialect.forUpdate());
  }

  List<NameVersion> older(Collection<BlobName> names) throws SQLException {
    return byKeys(OLDER, names, "");
  }

  /** The names of blobs. A version may lose its blob before its row is locked. */
  Set<BlobName> namesOf(Collection<BlobId> blobs) throws SQLException {
    return versionsOf(blobs).stream().map(NameVersion::name).collect(Collectors.toSet());
  }

  Set<BlobId> named(Collection<BlobId> blobs) throws SQLException {
    return versionsOf(blobs).stream()
        .map(version -> version.content().blob())
        .collect(Collectors.toSet());
  }

  List<NameVersion> versionsOf(Collection<BlobId> blobs) throws SQLException {
    Map<ContainerRef, Set<BlobId>> byContainer = new TreeMap<>();
    for (BlobId blob : blobs) {
      byContainer
          .computeIfAbsent(
              new ContainerRef(blob.account(), blob.container()), _ -> new HashSet<>())
          .add(blob);
    }
    List<NameVersion> found = new ArrayList<>();
    for (Map.Entry<ContainerRef, Set<BlobId>> entry : byContainer.entrySet()) {
      InList list = new InList(entry.getValue().stream().map(VersionColumns::bytes).toList());
      // The older versions last: a version moves there, and must not be missed in between.
      for (String table : List.of(NEWEST, OLDER)) {
        String sql = where(table, "blob_id IN " + list.text());
        found.addAll(select(sql, entry.getKey(), list));
      }
    }
    return found;
  }

  private List<NameVersion> byKeys(String table, Collection<BlobName> names, String lock)
      throws SQLException {
    Map<ContainerRef, Set<KeyBytes>> byContainer = new TreeMap<>();
    for (BlobName name : names) {
      byContainer.computeIfAbsent(name.container(), _ -> new TreeSet<>()).add(name.key());
    }
    List<NameVersion> found = new ArrayList<>();
    for (Map.Entry<ContainerRef, Set<KeyBytes>> entry : byContainer.entrySet()) {
      InList list = new InList(entry.getValue().stream().map(KeyBytes::bytes).toList());
      String order = lock.isEmpty() ? "" : " ORDER BY object_key";
      String sql = where(table, "object_key IN " + list.text()) + order + lock;
      found.addAll(select(sql, entry.getKey(), list));
    }
    return found;
  }

  private static String where(String table, String condition) {
    return VersionColumns.SELECT
        + table
        + " WHERE container_ref = ? AND blob_id IS NOT NULL AND "
        + condition;
  }

  private List<NameVersion> select(String sql, ContainerRef container, InList list)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, container.packed());
      list.bind(select, 2);
      return VersionColumns.readAll(select);
    }
  }

  /**
   * Writes newest versions.
   *
   * @throws SQLTransactionRollbackException if another transaction has created such a name since
   *     the rows were loaded
   */
  void write(List<Change> changes) throws SQLException {
    List<Change> created = changes.stream().filter(c -> c.before().isEmpty()).toList();
    if (!created.isEmpty()) {
      insert(created);
    }
    List<Change> updated = changes.stream().filter(c -> c.before().isPresent()).toList();
    if (!updated.isEmpty()) {
      update(updated);
    }
  }

  private void insert(List<Change> changes) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (Change change : changes) {
        int next = VersionColumns.bind(insert, 1, change.name());
        VersionColumns.bind(insert, next, change.after());
        insert.addBatch();
      }
      requireOneRowEach(insert.executeBatch());
    }
  }

  private void update(List<Change> changes) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
      for (Change change : changes) {
        int next = VersionColumns.bind(update, 1, change.after());
        next = VersionColumns.bind(update, next, change.name());
        update.setLong(next, change.before().orElseThrow().sequence());
        update.addBatch();
      }
      requireOneRowEach(update.executeBatch());
    }
  }

  void deleteOlder(List<NameVersion> versions) throws SQLException {
    if (versions.isEmpty()) {
      return;
    }
    try (PreparedStatement delete = connection.prepareStatement(DELETE_OLDER)) {
      for (NameVersion version : versions) {
        int next = VersionColumns.bind(delete, 1, version.name());
        delete.setString(next, version.versionId());
        delete.addBatch();
      }
      requireOneRowEach(delete.executeBatch());
    }
  }

  private static void requireOneRowEach(int[] counts) throws SQLException {
    for (int count : counts) {
      if (count != 1) {
        throw new SQLTransactionRollbackException(
            "another transaction changed a name of this group", SERIALIZATION_FAILURE);
      }
    }
  }
}
