package io.aumbry.catalog.sql.upload;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.catalog.sql.name.VersionColumns;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.UploadId;
import io.aumbry.catalog.upload.UploadRef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of {@code upload}. */
record UploadRows(Connection connection, Dialect dialect) {
  private static final int OPEN = 0;
  private static final int DONE = 1;

  private static final String KEY = " WHERE container_ref = ? AND object_key = ? AND upload_id = ?";
  private static final String FIND =
      "SELECT state, owner, storage_class, checksum_kind, attributes, blob_id, size, expires_millis,"
          + " vseq, version_id, done_millis, etag FROM upload"
          + KEY;
  private static final String INSERT =
      "INSERT INTO upload (container_ref, object_key, upload_id, owner, storage_class,"
          + " checksum_kind, attributes, due_millis) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
          + " ON CONFLICT DO NOTHING";
  private static final String COMPLETE =
      "UPDATE upload SET state = ?, due_millis = ?, blob_id = ?, size = ?, expires_millis = ?,"
          + " vseq = ?, version_id = ?, done_millis = ?, etag = ?"
          + KEY
          + " AND state = ?";
  private static final String POSTPONE = "UPDATE upload SET due_millis = ?" + KEY;
  private static final String DELETE = "DELETE FROM upload" + KEY;

  /** Distributed engines lock only rows of one container at a time, so this does not lock. */
  private static final String DUE =
      "SELECT container_ref, object_key, upload_id FROM upload WHERE due_millis <= ?"
          + " AND due_millis < "
          + Long.MAX_VALUE
          + " ORDER BY due_millis LIMIT ?";

  private static final String OF_CONTAINER =
      "SELECT container_ref, object_key, upload_id FROM upload WHERE container_ref = ?"
          + " AND state = 0 ORDER BY object_key, upload_id LIMIT ?";

  Optional<MultipartUpload> find(UploadRef ref) throws SQLException {
    return find(ref, "");
  }

  /** Locks the row against all changes of the upload. */
  Optional<MultipartUpload> lock(UploadRef ref) throws SQLException {
    return find(ref, dialect.forUpdate());
  }

  /** As {@link #lock}, if the row is still due. */
  Optional<MultipartUpload> lockDue(UploadRef ref, long nowMillis) throws SQLException {
    return find(ref, " AND due_millis <= " + nowMillis + dialect.forUpdate());
  }

  /** Locks the row against the end of the upload. */
  Optional<MultipartUpload> lockShared(UploadRef ref) throws SQLException {
    return find(ref, dialect.forShare());
  }

  private Optional<MultipartUpload> find(UploadRef ref, String end) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(FIND + end)) {
      bindKey(select, 1, ref);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(read(ref, row)) : Optional.empty();
      }
    }
  }

  private static MultipartUpload read(UploadRef ref, ResultSet row) throws SQLException {
    MultipartUpload.Summary summary =
        new MultipartUpload.Summary(row.getString(2), row.getString(3), row.getString(4));
    MultipartUpload.State state =
        row.getInt(1) == OPEN ? new MultipartUpload.Open() : done(ref.name(), row);
    return new MultipartUpload(
        ref, new MultipartUpload.Attributes(summary, row.getString(5)), state);
  }

  private static MultipartUpload.Done done(BlobName name, ResultSet row) throws SQLException {
    NameVersion.Content content =
        new NameVersion.Content(
            VersionColumns.blob(row.getBytes(6)), row.getLong(7), row.getLong(8));
    NameVersion version =
        new NameVersion(
            name,
            content,
            NameVersion.State.LIVE,
            row.getLong(9),
            row.getString(10),
            row.getLong(11));
    return new MultipartUpload.Done(version, row.getString(12));
  }

  void insert(UploadRef ref, MultipartUpload.Attributes attributes, long dueMillis)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      int next = bindKey(insert, 1, ref);
      insert.setString(next++, attributes.summary().owner());
      insert.setString(next++, attributes.summary().storageClass());
      insert.setString(next++, attributes.summary().checksumKind());
      insert.setString(next++, attributes.document());
      insert.setLong(next, dueMillis);
      insert.executeUpdate();
    }
  }

  /** Decides the upload. Returns whether it was open. */
  boolean complete(UploadRef ref, MultipartUpload.Done done, long dueMillis) throws SQLException {
    NameVersion version = done.version();
    try (PreparedStatement update = connection.prepareStatement(COMPLETE)) {
      update.setInt(1, DONE);
      update.setLong(2, dueMillis);
      update.setBytes(3, VersionColumns.bytes(version.content().blob()));
      update.setLong(4, version.content().size());
      update.setLong(5, version.content().expiresMillis());
      update.setLong(6, version.sequence());
      update.setString(7, version.versionId());
      update.setLong(8, version.modifiedMillis());
      update.setString(9, done.etag());
      int next = bindKey(update, 10, ref);
      update.setInt(next, OPEN);
      return update.executeUpdate() == 1;
    }
  }

  void postpone(UploadRef ref, long dueMillis) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(POSTPONE)) {
      update.setLong(1, dueMillis);
      bindKey(update, 2, ref);
      update.executeUpdate();
    }
  }

  void delete(UploadRef ref) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
      bindKey(delete, 1, ref);
      delete.executeUpdate();
    }
  }

  List<UploadRef> due(long nowMillis, int limit) throws SQLException {
    return refs(DUE, nowMillis, limit);
  }

  List<UploadRef> openOf(ContainerRef container, int limit) throws SQLException {
    return refs(OF_CONTAINER, container.packed(), limit);
  }

  private List<UploadRef> refs(String sql, long condition, int limit) throws SQLException {
    List<UploadRef> refs = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, condition);
      select.setInt(2, limit);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          ContainerRef container = ContainerRef.unpack(rows.getLong(1));
          BlobName name = new BlobName(container, KeyBytes.of(rows.getBytes(2)));
          refs.add(new UploadRef(name, UploadId.read(rows.getBytes(3))));
        }
      }
    }
    return refs;
  }

  static int bindKey(PreparedStatement statement, int first, UploadRef ref) throws SQLException {
    int next = VersionColumns.bind(statement, first, ref.name());
    statement.setBytes(next, ref.id().bytes());
    return next + 1;
  }
}
