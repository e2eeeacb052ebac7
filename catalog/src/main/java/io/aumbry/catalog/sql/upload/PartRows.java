package io.aumbry.catalog.sql.upload;

import io.aumbry.catalog.sql.Dialect;
import io.aumbry.catalog.sql.name.VersionColumns;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadRef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of {@code part}. */
record PartRows(Connection connection, Dialect dialect) {
  /** The code of a conflict between transactions, after which the caller repeats. */
  private static final String SERIALIZATION_FAILURE = "40001";

  private static final String UPLOAD =
      " WHERE container_ref = ? AND object_key = ? AND upload_id = ?";
  private static final String SELECT =
      "SELECT part_number, blob_id, size, etag, checksum, modified_millis FROM part" + UPLOAD;
  private static final String PAGE = SELECT + " AND part_number > ? ORDER BY part_number LIMIT ?";
  private static final String FIND = SELECT + " AND part_number = ?";
  private static final String INSERT =
      "INSERT INTO part (blob_id, size, etag, checksum, modified_millis, container_ref, object_key,"
          + " upload_id, part_number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
          + " ON CONFLICT (container_ref, object_key, upload_id, part_number) DO NOTHING";
  private static final String UPDATE =
      "UPDATE part SET blob_id = ?, size = ?, etag = ?, checksum = ?, modified_millis = ?"
          + UPLOAD
          + " AND part_number = ?";
  private static final String DELETE = "DELETE FROM part" + UPLOAD + " AND part_number = ?";
  private static final String DELETE_ALL = "DELETE FROM part" + UPLOAD;

  /** Locks the row of a part against other transactions. */
  Optional<Part> lock(UploadRef ref, int number) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(FIND + dialect.forUpdate())) {
      int next = UploadRows.bindKey(select, 1, ref);
      select.setInt(next, number);
      return read(select).stream().findFirst();
    }
  }

  List<Part> all(UploadRef ref) throws SQLException {
    return page(ref, 0, Part.MAX_NUMBER);
  }

  /** Returns parts with numbers greater than {@code after}. */
  List<Part> page(UploadRef ref, int after, int limit) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(PAGE)) {
      int next = UploadRows.bindKey(select, 1, ref);
      select.setInt(next++, after);
      select.setInt(next, limit);
      return read(select);
    }
  }

  private static List<Part> read(PreparedStatement select) throws SQLException {
    List<Part> parts = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        Part.Digest digest = new Part.Digest(rows.getString(4), rows.getString(5));
        parts.add(
            new Part(
                rows.getInt(1),
                VersionColumns.blob(rows.getBytes(2)),
                rows.getLong(3),
                digest,
                rows.getLong(6)));
      }
    }
    return parts;
  }

  /**
   * Writes a part.
   *
   * @param isNew whether {@link #lock} found no row
   * @throws SQLTransactionRollbackException if another transaction has inserted the row since
   */
  void write(UploadRef ref, Part part, boolean isNew) throws SQLException {
    try (PreparedStatement write = connection.prepareStatement(isNew ? INSERT : UPDATE)) {
      write.setBytes(1, VersionColumns.bytes(part.blob()));
      write.setLong(2, part.size());
      write.setString(3, part.digest().etag());
      write.setString(4, part.digest().checksum());
      write.setLong(5, part.modifiedMillis());
      int next = UploadRows.bindKey(write, 6, ref);
      write.setInt(next, part.number());
      if (write.executeUpdate() != 1) {
        throw new SQLTransactionRollbackException(
            "another transaction stored part " + part.number(), SERIALIZATION_FAILURE);
      }
    }
  }

  void delete(UploadRef ref, List<Part> parts) throws SQLException {
    if (parts.isEmpty()) {
      return;
    }
    try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
      for (Part part : parts) {
        int next = UploadRows.bindKey(delete, 1, ref);
        delete.setInt(next, part.number());
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }

  void deleteAll(UploadRef ref) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(DELETE_ALL)) {
      UploadRows.bindKey(delete, 1, ref);
      delete.executeUpdate();
    }
  }
}
