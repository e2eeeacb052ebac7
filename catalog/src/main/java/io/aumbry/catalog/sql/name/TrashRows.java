package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.UpkeepCommand.TakeTrash;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.name.TrashItem.Reason;
import io.aumbry.catalog.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of {@code trash}. */
record TrashRows(Connection connection, Dialect dialect) {
  private static final String INSERT =
      "INSERT INTO trash (shard, not_before_millis, blob_id, reason) VALUES (?, ?, ?, ?)";
  private static final String DELETE =
      "DELETE FROM trash WHERE shard = ? AND not_before_millis = ? AND blob_id = ?";
  private static final String DUE =
      "SELECT not_before_millis, blob_id, reason FROM trash WHERE shard = ? AND not_before_millis <= ?"
          + " ORDER BY not_before_millis, blob_id LIMIT ?";

  void insert(List<TrashItem> items) throws SQLException {
    if (items.isEmpty()) {
      return;
    }
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (TrashItem item : items) {
        bindKey(insert, item);
        insert.setInt(4, item.reason().ordinal());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Returns the number of items that were there. */
  int delete(List<TrashItem> items) throws SQLException {
    if (items.isEmpty()) {
      return 0;
    }
    try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
      for (TrashItem item : items) {
        bindKey(delete, item);
        delete.addBatch();
      }
      return Arrays.stream(delete.executeBatch()).sum();
    }
  }

  private static void bindKey(PreparedStatement statement, TrashItem item) throws SQLException {
    statement.setInt(1, item.shard());
    statement.setLong(2, item.notBeforeMillis());
    statement.setBytes(3, VersionColumns.bytes(item.blob()));
  }

  /** Moves due items to the end of the lease, and returns them as they are then. */
  List<TrashItem> take(TakeTrash take) throws SQLException {
    List<TrashItem> due = lockDue(take);
    delete(due);
    long leaseEnd = take.nowMillis() + take.lease().toMillis();
    List<TrashItem> taken =
        due.stream()
            .map(item -> new TrashItem(item.shard(), leaseEnd, item.blob(), item.reason()))
            .toList();
    insert(taken);
    return taken;
  }

  private List<TrashItem> lockDue(TakeTrash take) throws SQLException {
    List<TrashItem> due = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(DUE + dialect.forUpdate())) {
      select.setInt(1, take.shard());
      select.setLong(2, take.nowMillis());
      select.setInt(3, take.limit());
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          due.add(
              new TrashItem(
                  take.shard(),
                  rows.getLong(1),
                  VersionColumns.blob(rows.getBytes(2)),
                  Reason.values()[rows.getInt(3)]));
        }
      }
    }
    return due;
  }
}
