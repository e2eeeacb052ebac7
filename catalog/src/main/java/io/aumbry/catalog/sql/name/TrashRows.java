package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.UpkeepCommand.TakeTrash;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.name.TrashItem.Reason;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.protocol.blob.BlobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rows of {@code trash}. */
public record TrashRows(Connection connection, Dialect dialect) {
  private static final String INSERT =
      "INSERT INTO trash (not_before_millis, reason, shard, blob_id) VALUES (?, ?, ?, ?)";
  private static final String DELETE = "DELETE FROM trash WHERE shard = ? AND blob_id = ?";
  private static final String LEASE =
      "UPDATE trash SET not_before_millis = ? WHERE shard = ? AND blob_id = ?";
  private static final String BLOBS = "SELECT blob_id FROM trash";
  private static final String DUE =
      "SELECT blob_id, reason, not_before_millis FROM trash WHERE shard = ? AND not_before_millis <= ?"
          + " ORDER BY not_before_millis LIMIT ?";

  private static final String SHARD_DUE =
      "SELECT shard FROM trash WHERE shard = ? AND not_before_millis <= ? LIMIT 1";

  /** The shards that have due items. */
  List<Integer> dueShards(long nowMillis) throws SQLException {
    List<Integer> due = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(SHARD_DUE)) {
      select.setLong(2, nowMillis);
      for (int shard = 0; shard < TrashItem.SHARDS; shard++) {
        select.setInt(1, shard);
        if (VersionColumns.hasRow(select)) {
          due.add(shard);
        }
      }
    }
    return due;
  }

  public void insert(List<TrashItem> items) throws SQLException {
    if (items.isEmpty()) {
      return;
    }
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (TrashItem item : items) {
        insert.setLong(1, item.notBeforeMillis());
        insert.setString(2, item.reason().name());
        bindKey(insert, 3, item.blob());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Returns the number of blobs that were there. */
  int delete(List<BlobId> blobs) throws SQLException {
    if (blobs.isEmpty()) {
      return 0;
    }
    try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
      for (BlobId blob : blobs) {
        bindKey(delete, 1, blob);
        delete.addBatch();
      }
      return Arrays.stream(delete.executeBatch()).sum();
    }
  }

  /** Returns the blobs that are in the trash. */
  Set<BlobId> among(Collection<BlobId> blobs) throws SQLException {
    KeyQuery query = new KeyQuery(dialect, BLOBS, KeyQuery.TRASH, "");
    return new HashSet<>(
        query.rows(connection, KeyQuery.Key.ofTrash(blobs), VersionColumns::readBlobs));
  }

  private static void bindKey(PreparedStatement statement, int first, BlobId blob)
      throws SQLException {
    statement.setInt(first, TrashItem.shardOf(blob));
    statement.setBytes(first + 1, VersionColumns.bytes(blob));
  }

  /** Moves due items to the end of the lease, and returns them as they were before. */
  List<TrashItem> take(TakeTrash take) throws SQLException {
    List<TrashItem> taken = lockDue(take);
    if (taken.isEmpty()) {
      return taken;
    }
    long leaseEnd = take.nowMillis() + take.lease().toMillis();
    try (PreparedStatement lease = connection.prepareStatement(LEASE)) {
      for (TrashItem item : taken) {
        lease.setLong(1, leaseEnd);
        bindKey(lease, 2, item.blob());
        lease.addBatch();
      }
      lease.executeBatch();
    }
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
                  rows.getLong(3),
                  VersionColumns.blob(rows.getBytes(1)),
                  Reason.valueOf(rows.getString(2))));
        }
      }
    }
    return due;
  }
}
