package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.catalog.dataset.VersionSchema;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.KeyBytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rows of {@code dataset_version}. A version is live as long as its name is. */
record DatasetVersionRows(Connection connection) {
  private static final String COLUMNS = "SELECT v.version_order, v.original_order, v.object_key";
  private static final String WHERE = " WHERE v.container_ref = ? AND v.dataset_name = ?";

  /** As a value, because a join might read the whole container. */
  private static final String MARKER =
      "(SELECT o.marker FROM object o WHERE o.container_ref = v.container_ref"
          + " AND o.object_key = v.object_key AND o.marker = 0 AND o.expires_millis > ?)";

  private static final String ALL = COLUMNS + " FROM dataset_version v" + WHERE;
  private static final String LIVE = ALL + " AND " + MARKER + " IS NOT NULL";

  /** Looks at few rows, because nearly all are live. */
  private static final String DANGLING =
      COLUMNS
          + " FROM (SELECT * FROM dataset_version WHERE container_ref = ? AND dataset_name = ?"
          + " ORDER BY version_order $DIRECTION LIMIT ?) v WHERE "
          + MARKER
          + " IS NULL";

  private static final String NEWEST_FIRST = " ORDER BY v.version_order DESC LIMIT ? OFFSET ?";
  private static final String OLDEST_FIRST =
      " AND v.version_order >= ? ORDER BY v.version_order LIMIT ?";

  private static final String UPSERT =
      "INSERT INTO dataset_version (container_ref, dataset_name, version_order, original_order,"
          + " object_key, created_millis) VALUES (?, ?, ?, ?, ?, ?)"
          + " ON CONFLICT (container_ref, dataset_name, version_order) DO UPDATE SET"
          + " original_order = excluded.original_order, object_key = excluded.object_key,"
          + " created_millis = excluded.created_millis";
  private static final String DELETE =
      "DELETE FROM dataset_version WHERE container_ref = ? AND dataset_name = ?"
          + " AND version_order = ?";

  /**
   * A row.
   *
   * @param original the version under which the blob was stored
   * @param blobName the name of the blob
   */
  record Row(DatasetVersion version, DatasetVersion original, BlobName blobName) {}

  Optional<Row> find(DatasetRef dataset, DatasetVersion version) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(ALL + " AND v.version_order = ?")) {
      int next = DatasetRows.bindKey(select, 1, dataset);
      select.setBytes(next, version.order());
      return read(select, dataset, version.schema()).stream().findFirst();
    }
  }

  /** The greatest version that is known, live or not. */
  Optional<Row> greatest(Dataset dataset) throws SQLException {
    return known(dataset, 1).stream().findFirst();
  }

  /** The greatest version that was stored, live or not; before the first one, the zero version. */
  DatasetVersion latest(Dataset dataset) throws SQLException {
    return greatest(dataset)
        .map(Row::version)
        .orElseGet(() -> DatasetVersion.zero(dataset.schema()));
  }

  Optional<Row> latestLive(Dataset dataset, long nowMillis) throws SQLException {
    return live(dataset, nowMillis, 0, 1).stream().findFirst();
  }

  /** Live versions, newest first, after the first {@code skipped}. */
  List<Row> live(Dataset dataset, long nowMillis, int skipped, int limit) throws SQLException {
    return newest(LIVE, dataset, skipped, limit, Optional.of(nowMillis));
  }

  /** Versions without a live name among the oldest and the newest rows. */
  Set<Row> dangling(Dataset dataset, long nowMillis, int window) throws SQLException {
    Set<Row> rows = new HashSet<>();
    for (String direction : List.of("ASC", "DESC")) {
      try (PreparedStatement select =
          connection.prepareStatement(DANGLING.replace("$DIRECTION", direction))) {
        int next = DatasetRows.bindKey(select, 1, dataset.ref());
        select.setInt(next, window);
        select.setLong(next + 1, nowMillis);
        rows.addAll(read(select, dataset.ref(), dataset.schema()));
      }
    }
    return rows;
  }

  /** Known versions, live or not, newest first. */
  List<Row> known(Dataset dataset, int limit) throws SQLException {
    return newest(ALL, dataset, 0, limit, Optional.empty());
  }

  private List<Row> newest(
      String sql, Dataset dataset, int skipped, int limit, Optional<Long> nowMillis)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql + NEWEST_FIRST)) {
      int next = DatasetRows.bindKey(select, 1, dataset.ref());
      if (nowMillis.isPresent()) {
        select.setLong(next++, nowMillis.get());
      }
      select.setInt(next, limit);
      select.setInt(next + 1, skipped);
      return read(select, dataset.ref(), dataset.schema());
    }
  }

  /** Live versions from {@code start} on, oldest first. */
  List<Row> page(Dataset dataset, DatasetVersion start, int limit, long nowMillis)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(LIVE + OLDEST_FIRST)) {
      int next = DatasetRows.bindKey(select, 1, dataset.ref());
      select.setLong(next++, nowMillis);
      select.setBytes(next++, start.order());
      select.setInt(next, limit);
      return read(select, dataset.ref(), dataset.schema());
    }
  }

  private static List<Row> read(PreparedStatement select, DatasetRef dataset, VersionSchema schema)
      throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (ResultSet result = select.executeQuery()) {
      while (result.next()) {
        rows.add(
            new Row(
                DatasetVersion.ofOrder(schema, result.getBytes(1)),
                DatasetVersion.ofOrder(schema, result.getBytes(2)),
                new BlobName(dataset.container(), KeyBytes.of(result.getBytes(3)))));
      }
    }
    return rows;
  }

  void put(DatasetRef dataset, Row row, long nowMillis) throws SQLException {
    try (PreparedStatement upsert = connection.prepareStatement(UPSERT)) {
      int next = DatasetRows.bindKey(upsert, 1, dataset);
      upsert.setBytes(next++, row.version().order());
      upsert.setBytes(next++, row.original().order());
      upsert.setBytes(next++, row.blobName().key().bytes());
      upsert.setLong(next, nowMillis);
      upsert.executeUpdate();
    }
  }

  void delete(DatasetRef dataset, List<Row> rows) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
      for (Row row : rows) {
        int next = DatasetRows.bindKey(delete, 1, dataset);
        delete.setBytes(next, row.version().order());
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }
}
