package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.protocol.blob.BlobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The blobs to which multi-part uploads refer. */
public record UploadBlobs(Connection connection) {
  private static final String PART = "SELECT 1 FROM part WHERE container_ref = ? AND blob_id = ?";

  /** Only an upload is due never if its parts belong to an object. */
  private static final String RELEASE =
      "UPDATE upload SET due_millis = 0 WHERE container_ref = ? AND blob_id = ?"
          + " AND due_millis = "
          + Long.MAX_VALUE;

  /** Returns the blobs that are parts. */
  public Set<BlobId> parts(Collection<BlobId> blobs) throws SQLException {
    Set<BlobId> found = new HashSet<>();
    try (PreparedStatement select = connection.prepareStatement(PART)) {
      for (BlobId blob : blobs) {
        bind(select, blob);
        if (VersionColumns.hasRow(select)) {
          found.add(blob);
        }
      }
    }
    return found;
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
