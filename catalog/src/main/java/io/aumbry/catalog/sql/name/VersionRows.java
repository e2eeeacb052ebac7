package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.fold.NameEffects.Change;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.protocol.blob.BlobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** The rows of versions: {@code object} has the newest one of each name. */
record VersionRows(Connection connection, Dialect dialect) {
  private static final String NEWEST = "object";
  private static final String OLDER = "object_version";

  /** The code of a conflict between transactions, after which the caller repeats. */
  private static final String SERIALIZATION_FAILURE = "40001";

  private static final String INSERT =
      "INSERT INTO object (container_ref, object_key, "
          + String.join(", ", VersionColumns.WRITTEN)
          + ") VALUES ";

  private static final String ROW = "(?, ?" + ", ?".repeat(VersionColumns.WRITTEN.size()) + ")";

  private static final String UNLESS_EXISTS = " ON CONFLICT DO NOTHING";

  private static final String UPDATE =
      "UPDATE object SET "
          + VersionColumns.WRITTEN.stream().map(c -> c + " = ?").collect(Collectors.joining(", "))
          + " WHERE container_ref = ? AND object_key = ? AND vseq = ?";

  private static final String DELETE_OLDER =
      "DELETE FROM object_version WHERE container_ref = ? AND object_key = ? AND version_id = ?";

  List<NameVersion> newest(Collection<BlobName> names) throws SQLException {
    return select(NEWEST, KeyQuery.NAMES, "", KeyQuery.Key.ofNames(names));
  }

  /** Locks the rows against other transactions, in the order of names, which avoids deadlocks. */
  List<NameVersion> lockNewest(Collection<BlobName> names) throws SQLException {
    return select(NEWEST, KeyQuery.NAMES, dialect.forUpdate(), KeyQuery.Key.ofNames(names));
  }

  List<NameVersion> older(Collection<BlobName> names) throws SQLException {
    return select(OLDER, KeyQuery.HISTORY, "", KeyQuery.Key.ofNames(names));
  }

  /** The versions of blobs. A version may lose its blob before its row is locked. */
  List<NameVersion> versionsOf(Collection<BlobId> blobs) throws SQLException {
    SortedSet<KeyQuery.Key> keys = KeyQuery.Key.ofBlobs(blobs);
    List<NameVersion> found = new ArrayList<>();
    for (String table : List.of(NEWEST, OLDER)) {
      found.addAll(select(table, KeyQuery.BLOBS, "", keys));
    }
    return found;
  }

  private List<NameVersion> select(
      String table, KeyQuery.Index index, String lock, SortedSet<KeyQuery.Key> keys)
      throws SQLException {
    return new KeyQuery(dialect, VersionColumns.SELECT + table, index, lock)
        .rows(connection, keys, VersionColumns::readAll);
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
    switch (dialect) {
      case SQLITE -> insertEach(changes);
      case POSTGRESQL, CITUS -> insertTogether(changes);
    }
  }

  private void insertEach(List<Change> changes) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT + ROW + UNLESS_EXISTS)) {
      for (Change change : changes) {
        bindInsert(insert, 1, change);
        insert.addBatch();
      }
      requireOneRowEach(insert.executeBatch());
    }
  }

  /**
   * One statement costs a server less than many. Its number of rows is a power of two, so that
   * there are few different statements. The last row fills the rest, and then exists already.
   */
  private void insertTogether(List<Change> changes) throws SQLException {
    int rows = Integer.highestOneBit(2 * changes.size() - 1);
    String sql = INSERT + ROW + (", " + ROW).repeat(rows - 1) + UNLESS_EXISTS;
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      int next = 1;
      for (int i = 0; i < rows; i++) {
        next = bindInsert(insert, next, changes.get(Math.min(i, changes.size() - 1)));
      }
      if (insert.executeUpdate() != changes.size()) {
        throw lostRace();
      }
    }
  }

  private static int bindInsert(PreparedStatement insert, int first, Change change)
      throws SQLException {
    int next = VersionColumns.bind(insert, first, change.name());
    return VersionColumns.bind(insert, next, change.after());
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
        throw lostRace();
      }
    }
  }

  static SQLException lostRace() {
    return new SQLTransactionRollbackException(
        "another transaction changed a name of this group", SERIALIZATION_FAILURE);
  }
}
