package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetLookup;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.VersionSchema;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonReader;
import io.aumbry.config.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of {@code dataset}. */
record DatasetRows(Connection connection, Dialect dialect) {
  private static final String SELECT =
      "SELECT version_schema, retention_policy, retention_count, retention_seconds, user_tags,"
          + " deleted_millis FROM dataset WHERE container_ref = ? AND dataset_name = ?";
  private static final String LIST =
      "SELECT dataset_name FROM dataset WHERE container_ref = ? AND dataset_name >= ?"
          + " AND deleted_millis = 0 ORDER BY dataset_name LIMIT ?";
  private static final String INSERT =
      "INSERT INTO dataset (version_schema, retention_policy, retention_count, retention_seconds,"
          + " user_tags, modified_millis, deleted_millis, container_ref, dataset_name)"
          + " VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT DO NOTHING";
  private static final String UPDATE =
      "UPDATE dataset SET version_schema = ?, retention_policy = ?, retention_count = ?,"
          + " retention_seconds = ?, user_tags = ?, modified_millis = ?, deleted_millis = 0"
          + " WHERE container_ref = ? AND dataset_name = ?";
  private static final String DELETE =
      "UPDATE dataset SET deleted_millis = ? WHERE container_ref = ? AND dataset_name = ?";
  private static final String FORGET =
      "DELETE FROM dataset WHERE container_ref = ? AND deleted_millis BETWEEN 1 AND ?"
          + " AND NOT EXISTS (SELECT 1 FROM dataset_version v WHERE v.container_ref = ?"
          + " AND v.dataset_name = dataset.dataset_name)";

  private static final JsonReader<Tags> TAGS = new JsonReader<>(Tags.class, DataSize.parse("1MiB"));

  /** The JSON document of user tags. */
  private record Tags(Map<String, String> tags) {}

  DatasetLookup find(DatasetRef dataset) throws SQLException {
    return find(dataset, "");
  }

  /** Locks the row, and with it all changes of versions of the dataset. */
  DatasetLookup lock(DatasetRef dataset) throws SQLException {
    return find(dataset, dialect.forUpdate());
  }

  private DatasetLookup find(DatasetRef dataset, String lock) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT + lock)) {
      bindKey(select, 1, dataset);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? read(dataset, row) : new DatasetLookup.Missing();
      }
    }
  }

  private static DatasetLookup read(DatasetRef dataset, ResultSet row) throws SQLException {
    Optional<Integer> count = Optional.of(row.getInt(3)).filter(number -> number > 0);
    Optional<Duration> time =
        Optional.of(row.getLong(4)).filter(number -> number > 0).map(Duration::ofSeconds);
    Optional<Map<String, String>> tags =
        Optional.ofNullable(row.getString(5))
            .map(text -> TAGS.read(text.getBytes(StandardCharsets.UTF_8)).tags());
    Dataset.Settings settings =
        new Dataset.Settings(Optional.ofNullable(row.getString(2)), count, time, tags);
    VersionSchema schema = VersionSchema.values()[row.getInt(1)];
    Dataset found = new Dataset(dataset, schema, settings);
    return row.getLong(6) == 0 ? new DatasetLookup.Found(found) : new DatasetLookup.Deleted(found);
  }

  List<String> list(ContainerRef container, String start, int limit) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(LIST)) {
      select.setLong(1, container.packed());
      select.setBytes(2, KeyBytes.of(start).bytes());
      select.setInt(3, limit);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          names.add(KeyBytes.of(rows.getBytes(1)).text());
        }
      }
    }
    return names;
  }

  /** Returns whether there was no such row. */
  boolean insert(Dataset dataset, long nowMillis) throws SQLException {
    return write(INSERT, dataset, nowMillis) == 1;
  }

  void update(Dataset dataset, long nowMillis) throws SQLException {
    write(UPDATE, dataset, nowMillis);
  }

  private int write(String sql, Dataset dataset, long nowMillis) throws SQLException {
    Dataset.Settings settings = dataset.settings();
    try (PreparedStatement write = connection.prepareStatement(sql)) {
      write.setInt(1, dataset.schema().ordinal());
      set(write, 2, settings.retentionPolicy(), Types.VARCHAR);
      set(write, 3, settings.retentionCount(), Types.INTEGER);
      set(write, 4, settings.retentionTime().map(Duration::toSeconds), Types.BIGINT);
      set(
          write,
          5,
          settings.userTags().map(tags -> JsonWriter.CAMEL_CASE.line(new Tags(tags))),
          Types.VARCHAR);
      write.setLong(6, nowMillis);
      bindKey(write, 7, dataset.ref());
      return write.executeUpdate();
    }
  }

  private static void set(PreparedStatement write, int index, Optional<?> value, int type)
      throws SQLException {
    if (value.isPresent()) {
      write.setObject(index, value.get());
    } else {
      write.setNull(index, type);
    }
  }

  void delete(DatasetRef dataset, long nowMillis) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(DELETE)) {
      update.setLong(1, nowMillis);
      bindKey(update, 2, dataset);
      update.executeUpdate();
    }
  }

  /** Forgets datasets without versions that were deleted before a time. */
  void forget(ContainerRef container, long deletedBefore) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
      delete.setLong(1, container.packed());
      delete.setLong(2, deletedBefore);
      delete.setLong(3, container.packed());
      delete.executeUpdate();
    }
  }

  static int bindKey(PreparedStatement statement, int first, DatasetRef dataset)
      throws SQLException {
    statement.setLong(first, dataset.container().packed());
    statement.setBytes(first + 1, KeyBytes.of(dataset.name()).bytes());
    return first + 2;
  }
}
