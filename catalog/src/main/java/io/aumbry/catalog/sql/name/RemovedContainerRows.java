package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.account.Container.Status;
import io.aumbry.catalog.command.UpkeepCommand.DropNames;
import io.aumbry.catalog.name.ContainerRef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Deletes the rows of containers that cannot be restored. */
record RemovedContainerRows(Connection connection) {
  private static final String REMOVED =
      "SELECT 1 FROM container WHERE account_id = ? AND container_id = ? AND status IN ('"
          + Status.REMOVAL_IN_PROGRESS
          + "', '"
          + Status.INACTIVE
          + "')";

  private static final List<Table> TABLES =
      List.of(
          new Table("object", "object_key", "vseq"),
          new Table("object_version", "object_key", "version_id"),
          new Table("dataset_version", "dataset_name", "version_order"),
          new Table("dataset", "dataset_name", "dataset_name"),
          new Table("part", "object_key", "blob_id"),
          new Table("upload", "object_key", "upload_id"));

  /** A table with two columns that identify a row in its container. */
  private record Table(String name, String first, String second) {
    String select() {
      return "SELECT %s, %s FROM %s WHERE container_ref = ? ORDER BY %s LIMIT ?"
          .formatted(first, second, name, first);
    }

    String delete() {
      return "DELETE FROM %s WHERE container_ref = ? AND %s = ? AND %s = ?"
          .formatted(name, first, second);
    }
  }

  private record Key(Object first, Object second) {}

  int drop(DropNames drop) throws SQLException {
    int dropped = 0;
    if (isRemoved(drop.container())) {
      for (Table table : TABLES) {
        dropped += drop(table, drop.container().packed(), drop.limit() - dropped);
      }
    }
    return dropped;
  }

  private boolean isRemoved(ContainerRef container) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(REMOVED)) {
      select.setInt(1, container.account());
      select.setInt(2, container.container());
      return VersionColumns.hasRow(select);
    }
  }

  private int drop(Table table, long container, int limit) throws SQLException {
    List<Key> keys = limit > 0 ? keys(table, container, limit) : List.of();
    if (keys.isEmpty()) {
      return 0;
    }
    try (PreparedStatement delete = connection.prepareStatement(table.delete())) {
      for (Key key : keys) {
        delete.setLong(1, container);
        delete.setObject(2, key.first());
        delete.setObject(3, key.second());
        delete.addBatch();
      }
      delete.executeBatch();
    }
    return keys.size();
  }

  private List<Key> keys(Table table, long container, int limit) throws SQLException {
    List<Key> keys = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(table.select())) {
      select.setLong(1, container);
      select.setInt(2, limit);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          keys.add(new Key(rows.getObject(1), rows.getObject(2)));
        }
      }
    }
    return keys;
  }
}
