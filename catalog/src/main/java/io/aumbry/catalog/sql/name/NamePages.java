package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameListing;
import io.aumbry.catalog.name.NameListing.Entry;
import io.aumbry.catalog.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads pages of names from the index of live names, in time that depends on the page alone.
 *
 * <p>Without a delimiter, a page is a range of the index. With a delimiter, a recursive query skips
 * from group to group: it seeks the first key at or after a bound. If the key belongs to a group,
 * the next bound is the {@linkplain KeyBytes#successor successor} of the group, else the key and a
 * zero byte.
 */
record NamePages(Connection connection, Dialect dialect) {
  /** Above each key of UTF-8 and each successor of one. */
  private static final byte[] NO_BOUND = {};

  private static final String FLAT =
      "SELECT object_key, 0, size, modified_millis, expires_millis FROM object WHERE container_ref = ?"
          + " AND marker = 0 AND expires_millis > ? AND object_key >= ? AND %s"
          + " ORDER BY object_key LIMIT ?";

  /** The bounds of a listing: the first key at or after {@code from} and below {@code to}. */
  private record Bounds(byte[] from, byte[] to) {}

  NameListing list(NameListing.Query query, long nowMillis) throws SQLException {
    Bounds bounds = bounds(query);
    List<Entry> entries =
        query.delimiter().isEmpty()
            ? flat(query, bounds, nowMillis)
            : skipping(query, bounds, nowMillis);
    if (entries.size() <= query.limit()) {
      return new NameListing(entries, Optional.empty());
    }
    Entry next = entries.getLast();
    return new NameListing(entries.subList(0, query.limit()), Optional.of(next.key()));
  }

  /** A page that starts inside a group starts at the group. */
  private static Bounds bounds(NameListing.Query query) {
    KeyBytes prefix = query.prefix();
    KeyBytes from = query.start().compareTo(prefix) > 0 ? query.start() : prefix;
    byte[] to = prefix.hasSuccessor() ? prefix.successor().bytes() : NO_BOUND;
    return new Bounds(from.bytes(), to);
  }

  private List<Entry> flat(NameListing.Query query, Bounds bounds, long nowMillis)
      throws SQLException {
    String sql = FLAT.formatted(upper(bounds));
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      int next = bind(select, 1, query, nowMillis);
      select.setBytes(next++, bounds.from());
      next = bindUpper(select, next, bounds);
      select.setInt(next, query.limit() + 1);
      return read(select, query);
    }
  }

  private List<Entry> skipping(NameListing.Query query, Bounds bounds, long nowMillis)
      throws SQLException {
    String sql = new SkipScan(dialect, query, upper(bounds)).sql();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      int next = bind(select, 1, query, nowMillis);
      select.setBytes(next++, bounds.from());
      next = bindUpper(select, next, bounds);
      next = bind(select, next, query, nowMillis);
      next = bindUpper(select, next, bounds);
      select.setInt(next++, query.limit());
      select.setLong(next, query.container().packed());
      return read(select, query);
    }
  }

  private static int bind(
      PreparedStatement select, int first, NameListing.Query query, long nowMillis)
      throws SQLException {
    select.setLong(first, query.container().packed());
    select.setLong(first + 1, nowMillis);
    return first + 2;
  }

  private static String upper(Bounds bounds) {
    return bounds.to().length == 0 ? "1 = 1" : "object_key < ?";
  }

  private static int bindUpper(PreparedStatement select, int first, Bounds bounds)
      throws SQLException {
    if (bounds.to().length == 0) {
      return first;
    }
    select.setBytes(first, bounds.to());
    return first + 1;
  }

  private static List<Entry> read(PreparedStatement select, NameListing.Query query)
      throws SQLException {
    List<Entry> entries = new ArrayList<>();
    int fixed = query.prefix().length() + query.delimiter().length() - 1;
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        KeyBytes key = KeyBytes.of(rows.getBytes(1));
        int delimiterAt = rows.getInt(2);
        entries.add(
            delimiterAt > 0
                ? new NameListing.Group(key.prefix(fixed + delimiterAt))
                : new NameListing.Named(key, rows.getLong(3), rows.getLong(4), rows.getLong(5)));
      }
    }
    return entries;
  }
}
