package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameListing;
import io.aumbry.catalog.name.NameListing.Entry;
import io.aumbry.catalog.name.NameListing.Query;
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
 * <p>A page is read in ranges of the index, because their rows are cheap. If a range shows that
 * groups are large, a {@link SkipScan} reads the rest of the page with one seek for each entry.
 */
record NamePages(Connection connection, Dialect dialect, Query query, long nowMillis, Pace pace) {
  /**
   * The order of keys, in which only the index of live names has the rows. The planner of
   * PostgreSQL may otherwise read the primary key, with all deleted names between two live ones.
   */
  static final String ORDER = " ORDER BY object_key, size, modified_millis, expires_millis LIMIT ";

  /**
   * The choice between ranges and skips.
   *
   * @param firstRows rows of the first range, if there is a delimiter
   * @param rowsOfASkip number of rows of a range that cost as much as a skip
   */
  record Pace(int firstRows, int rowsOfASkip) {
    static final Pace USUAL = new Pace(128, 12);
  }

  /**
   * The entries of a range of rows.
   *
   * @param rows number of rows that were read
   * @param next where the next range begins
   */
  private record Range(int rows, int entries, KeyBytes next) {}

  /** Reads one entry more than the page has. It is the first one of the next page. */
  NameListing list() throws SQLException {
    int wanted = query.limit() + 1;
    List<Entry> entries = new ArrayList<>();
    KeyBytes from = query.start().compareTo(query.prefix()) > 0 ? query.start() : query.prefix();
    int rows = query.delimiter().isEmpty() ? wanted : Math.min(wanted, pace.firstRows());
    Range range = range(from, rows, entries);
    while (range.rows() == rows && entries.size() < wanted) {
      if (range.rows() > pace.rowsOfASkip() * range.entries()) {
        new SkipScan(dialect, query).read(connection, range.next(), nowMillis, entries);
        break;
      }
      rows = wanted;
      range = range(range.next(), rows, entries);
    }
    if (entries.size() < wanted) {
      return new NameListing(entries, Optional.empty());
    }
    Entry next = entries.get(query.limit());
    return new NameListing(entries.subList(0, query.limit()), Optional.of(next.key()));
  }

  private Range range(KeyBytes from, int limit, List<Entry> entries) throws SQLException {
    KeyBytes bound = query.prefix();
    try (PreparedStatement select = connection.prepareStatement(rangeSql())) {
      select.setLong(1, query.container().packed());
      select.setLong(2, nowMillis);
      select.setBytes(3, from.bytes());
      int next = 4;
      if (bound.hasSuccessor()) {
        select.setBytes(next++, bound.successor().bytes());
      }
      select.setInt(next, limit);
      return read(select, from, entries);
    }
  }

  String rangeSql() {
    return "SELECT object_key, size, modified_millis, expires_millis FROM object"
        + " WHERE container_ref = ? AND marker = 0 AND expires_millis > ? AND object_key >= ?"
        + (query.prefix().hasSuccessor() ? " AND object_key < ?" : "")
        + ORDER
        + "?";
  }

  private Range read(PreparedStatement select, KeyBytes from, List<Entry> entries)
      throws SQLException {
    int rows = 0;
    int before = entries.size();
    KeyBytes next = from;
    try (ResultSet result = select.executeQuery()) {
      while (result.next()) {
        rows++;
        KeyBytes key = KeyBytes.of(result.getBytes(1));
        if (key.compareTo(next) >= 0) {
          Entry entry = entry(key, result);
          entries.add(entry);
          next = after(entry);
        }
      }
    }
    return new Range(rows, entries.size() - before, next);
  }

  private Entry entry(KeyBytes key, ResultSet row) throws SQLException {
    Optional<KeyBytes> group = key.groupBy(query.delimiter(), query.prefix().length());
    return group.isPresent()
        ? new NameListing.Group(group.get())
        : new NameListing.Named(key, row.getLong(2), row.getLong(3), row.getLong(4));
  }

  private static KeyBytes after(Entry entry) {
    return switch (entry) {
      case NameListing.Named named -> named.key().next();
      case NameListing.Group group -> group.key().successor();
    };
  }
}
