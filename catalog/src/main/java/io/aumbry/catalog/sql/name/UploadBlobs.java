package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.protocol.blob.BlobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The blobs to which multi-part uploads refer. */
public record UploadBlobs(Connection connection, Dialect dialect) {
  private static final String PARTS = "SELECT blob_id FROM part";

  /** Only an upload is due never if its parts belong to an object. */
  private static final String RELEASE =
      "UPDATE upload SET due_millis = 0 WHERE container_ref = ? AND blob_id = ?"
          + " AND due_millis = "
          + Long.MAX_VALUE;

  /** Returns the blobs that are parts. */
  public Set<BlobId> parts(Collection<BlobId> blobs) throws SQLException {
    KeyQuery query = new KeyQuery(dialect, PARTS, KeyQuery.BLOBS, "");
    return new HashSet<>(
        query.rows(connection, KeyQuery.Key.ofBlobs(blobs), VersionColumns::readBlobs));
  }

  /** Lets upkeep remove the parts of deleted objects. */
  void release(List<BlobId> objects) throws SQLException {
    if (objects.isEmpty()) {
      return;
    }
    try (PreparedStatement update = connection.prepareStatement(RELEASE)) {
      for (BlobId object : objects) {
        bind(update, object);
        update.addBatch();
      }
      update.executeBatch();
    }
  }

  private static void bind(PreparedStatement statement, BlobId blob) throws SQLException {
    statement.setLong(1, new ContainerRef(blob.account(), blob.container()).packed());
    statement.setBytes(2, VersionColumns.bytes(blob));
  }
}
