package io.aumbry.catalog.sql.upload;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.UploadId;
import io.aumbry.catalog.upload.UploadListing;
import io.aumbry.catalog.upload.UploadListing.Entry;
import io.aumbry.catalog.upload.UploadListing.Group;
import io.aumbry.catalog.upload.UploadListing.Listed;
import io.aumbry.catalog.upload.UploadListing.Marker;
import io.aumbry.catalog.upload.UploadListing.Query;
import io.aumbry.catalog.upload.UploadRef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads pages of open uploads in ranges of their index. The next range begins after the last entry,
 * so a group of any size costs one range.
 *
 * @param rowsOfARange limits a range, if there is a delimiter
 */
record UploadPages(Connection connection, Query query, int rowsOfARange) {
  static final int USUAL_ROWS = 128;

  /** A position in the index, inclusive. */
  private record Position(KeyBytes key, KeyBytes id) implements Comparable<Position> {
    static Position of(KeyBytes key) {
      return new Position(key, KeyBytes.EMPTY);
    }

    @Override
    public int compareTo(Position other) {
      int byKey = key.compareTo(other.key);
      return byKey != 0 ? byKey : id.compareTo(other.id);
    }
  }

  /** Reads one entry more than the page has, to know whether there is a next page. */
  UploadListing list() throws SQLException {
    int wanted = query.limit() + 1;
    int limit = query.delimiter().isEmpty() ? wanted : rowsOfARange;
    List<Entry> entries = new ArrayList<>();
    Optional<Position> from = Optional.of(first());
    while (from.isPresent() && entries.size() < wanted) {
      from = range(from.get(), limit, entries);
    }
    if (entries.size() <= query.limit()) {
      return new UploadListing(entries, Optional.empty());
    }
    List<Entry> page = entries.subList(0, query.limit());
    return new UploadListing(page, Optional.of(page.getLast().marker()));
  }

  private Position first() {
    Position prefix = Position.of(query.prefix());
    Position marked = after(query.after());
    return marked.compareTo(prefix) < 0 ? prefix : marked;
  }

  private Position after(Marker marker) {
    KeyBytes key = marker.key();
    Optional<KeyBytes> group =
        key.startsWith(query.prefix()) ? query.groupOf(key) : Optional.empty();
    if (group.isPresent()) {
      return Position.of(group.get().successor());
    }
    return marker
        .id()
        .map(id -> new Position(key, KeyBytes.of(id.bytes()).next()))
        .orElseGet(() -> Position.of(key.isEmpty() ? key : key.next()));
  }

  /** Adds entries, and returns the position after them; empty after the last row. */
  private Optional<Position> range(Position from, int limit, List<Entry> entries)
      throws SQLException {
    Optional<KeyBytes> end =
        query.prefix().hasSuccessor() ? Optional.of(query.prefix().successor()) : Optional.empty();
    String sql =
        "SELECT object_key, upload_id, owner, storage_class, checksum_kind FROM upload"
            + " WHERE container_ref = ? AND state = 0 AND (object_key, upload_id) >= (?, ?)"
            + (end.isPresent() ? " AND object_key < ?" : "")
            + " ORDER BY object_key, upload_id LIMIT ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, query.container().packed());
      select.setBytes(2, from.key().bytes());
      select.setBytes(3, from.id().bytes());
      int next = 4;
      if (end.isPresent()) {
        select.setBytes(next++, end.get().bytes());
      }
      select.setInt(next, limit);
      return read(select, from, limit, entries);
    }
  }

  private Optional<Position> read(
      PreparedStatement select, Position from, int limit, List<Entry> entries) throws SQLException {
    int rows = 0;
    Position next = from;
    try (ResultSet result = select.executeQuery()) {
      while (result.next()) {
        rows++;
        KeyBytes key = KeyBytes.of(result.getBytes(1));
        if (key.compareTo(next.key()) >= 0) {
          Entry entry = entry(key, result);
          entries.add(entry);
          next = after(entry.marker());
        }
      }
    }
    return rows < limit ? Optional.empty() : Optional.of(next);
  }

  private Entry entry(KeyBytes key, ResultSet row) throws SQLException {
    Optional<KeyBytes> group = query.groupOf(key);
    if (group.isPresent()) {
      return new Group(group.get());
    }
    UploadId id = UploadId.read(row.getBytes(2));
    MultipartUpload.Summary summary =
        new MultipartUpload.Summary(row.getString(3), row.getString(4), row.getString(5));
    return new Listed(new UploadRef(new BlobName(query.container(), key), id), summary);
  }
}
