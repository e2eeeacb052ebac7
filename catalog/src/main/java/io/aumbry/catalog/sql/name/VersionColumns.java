package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.protocol.blob.BlobId;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The columns of a version, which {@code object} and {@code object_version} share. */
public final class VersionColumns {
  /** For SELECT. */
  static final String SELECT =
      "SELECT container_ref, object_key, blob_id, size, expires_millis, marker, vseq, version_id,"
          + " modified_millis FROM ";

  /** For INSERT and UPDATE, in the order of {@link #bind}. */
  static final List<String> WRITTEN =
      List.of(
          "blob_id",
          "size",
          "expires_millis",
          "due_millis",
          "marker",
          "vseq",
          "version_id",
          "modified_millis");

  private static final int BLOB_COLUMN = 3;

  private VersionColumns() {}

  /** Reads all rows but delete markers, which have no blob. */
  static List<NameVersion> readAll(PreparedStatement select) throws SQLException {
    List<NameVersion> versions = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        byte[] blob = rows.getBytes(BLOB_COLUMN);
        if (blob != null) {
          versions.add(read(rows, blob(blob)));
        }
      }
    }
    return versions;
  }

  /** Reads rows of one column, which has the ids of blobs. */
  static List<BlobId> readBlobs(PreparedStatement select) throws SQLException {
    List<BlobId> blobs = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        blobs.add(blob(rows.getBytes(1)));
      }
    }
    return blobs;
  }

  public static boolean hasRow(PreparedStatement select) throws SQLException {
    try (ResultSet row = select.executeQuery()) {
      return row.next();
    }
  }

  private static NameVersion read(ResultSet row, BlobId blob) throws SQLException {
    ContainerRef container = ContainerRef.unpack(row.getLong(1));
    BlobName name = new BlobName(container, KeyBytes.of(row.getBytes(2)));
    int column = BLOB_COLUMN + 1;
    NameVersion.Content content =
        new NameVersion.Content(blob, row.getLong(column++), row.getLong(column++));
    NameVersion.State state = NameVersion.State.of(row.getInt(column++));
    return new NameVersion(
        name, content, state, row.getLong(column++), row.getString(column++), row.getLong(column));
  }

  /** Sets the parameters of {@link #WRITTEN}, and returns the index of the next one. */
  static int bind(PreparedStatement statement, int first, NameVersion version) throws SQLException {
    int index = first;
    statement.setBytes(index++, bytes(version.content().blob()));
    statement.setLong(index++, version.content().size());
    statement.setLong(index++, version.content().expiresMillis());
    statement.setLong(index++, version.dueMillis());
    statement.setInt(index++, version.state().number());
    statement.setLong(index++, version.sequence());
    statement.setString(index++, version.versionId());
    statement.setLong(index++, version.modifiedMillis());
    return index;
  }

  public static int bind(PreparedStatement statement, int first, BlobName name)
      throws SQLException {
    statement.setLong(first, name.container().packed());
    statement.setBytes(first + 1, name.key().bytes());
    return first + 2;
  }

  public static byte[] bytes(BlobId blob) {
    ByteBuffer bytes = ByteBuffer.allocate(BlobId.SIZE);
    blob.write(bytes);
    return bytes.array();
  }

  public static BlobId blob(byte[] bytes) {
    return BlobId.read(ByteBuffer.wrap(bytes));
  }
}
