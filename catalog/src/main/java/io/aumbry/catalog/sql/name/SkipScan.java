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
import java.util.HexFormat;
import java.util.List;

/**
 * A recursive query that skips from group to group inside the database. It seeks the first key at
 * or after a bound. If the key belongs to a group, the next bound is the {@linkplain
 * KeyBytes#successor successor} of the group, else the key and a zero byte.
 *
 * <p>The delimiter and the length of the prefix are part of the text, in which bytes are
 * hexadecimal digits.
 */
record SkipScan(Dialect dialect, Query query) {
  private static final String SQL =
      """
      WITH RECURSIVE step(n, k) AS (
        SELECT 1, (SELECT object_key FROM object
          WHERE container_ref = ? AND marker = 0 AND expires_millis > ? AND object_key >= ?$UPPER
          $ORDER 1)
        UNION ALL
        SELECT n + 1, (SELECT object_key FROM object
          WHERE container_ref = ? AND marker = 0 AND expires_millis > ?
            AND object_key >= CASE WHEN $AT = 0 THEN $AFTER_KEY ELSE $AFTER_GROUP END$UPPER
          $ORDER 1)
        FROM step WHERE k IS NOT NULL AND n < ?)
      SELECT k, at,
        CASE WHEN at = 0 THEN (SELECT size $ROW) END,
        CASE WHEN at = 0 THEN (SELECT modified_millis $ROW) END,
        CASE WHEN at = 0 THEN (SELECT expires_millis $ROW) END
      FROM (SELECT n, k, $AT AS at FROM step WHERE k IS NOT NULL) s ORDER BY n
      """;

  private static final String ROW =
      "FROM object WHERE container_ref = ? AND object_key = k AND marker = 0";

  /** Adds entries from {@code from} on, until there is one more than the page has. */
  void read(Connection connection, KeyBytes from, long nowMillis, List<Entry> entries)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql())) {
      long container = query.container().packed();
      select.setLong(1, container);
      select.setLong(2, nowMillis);
      select.setBytes(3, from.bytes());
      int next = bindUpper(select, 4);
      select.setLong(next++, container);
      select.setLong(next++, nowMillis);
      next = bindUpper(select, next);
      select.setInt(next++, query.limit() + 1 - entries.size());
      for (int detail = 0; detail < 3; detail++) {
        select.setLong(next++, container);
      }
      read(select, entries);
    }
  }

  private void read(PreparedStatement select, List<Entry> entries) throws SQLException {
    int beforeGroup = query.prefix().length() + query.delimiter().length() - 1;
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        KeyBytes key = KeyBytes.of(rows.getBytes(1));
        int at = rows.getInt(2);
        entries.add(
            at > 0
                ? new NameListing.Group(key.prefix(beforeGroup + at))
                : new NameListing.Named(key, rows.getLong(3), rows.getLong(4), rows.getLong(5)));
      }
    }
  }

  private int bindUpper(PreparedStatement select, int first) throws SQLException {
    if (!query.prefix().hasSuccessor()) {
      return first;
    }
    select.setBytes(first, query.prefix().successor().bytes());
    return first + 1;
  }

  String sql() {
    KeyBytes after = query.delimiter().successor();
    String head = "substr(k, 1, " + query.prefix().length() + " + " + at() + " - 1)";
    return SQL.replace("$AFTER_KEY", joined("k", literal(new byte[1])))
        .replace("$AFTER_GROUP", joined(head, literal(after.bytes())))
        .replace("$ORDER", NamePages.ORDER.strip())
        .replace("$AT", at())
        .replace("$ROW", ROW)
        .replace("$UPPER", query.prefix().hasSuccessor() ? " AND object_key < ?" : "");
  }

  /** The position of the delimiter in the rest of the key, from 1. */
  private String at() {
    String rest = "substr(k, " + (query.prefix().length() + 1) + ")";
    String delimiter = literal(query.delimiter().bytes());
    return switch (dialect) {
      case SQLITE -> "instr(" + rest + ", " + delimiter + ")";
      case POSTGRESQL, CITUS -> "position(" + delimiter + " IN " + rest + ")";
    };
  }

  private String joined(String left, String right) {
    return switch (dialect) {
      case SQLITE -> "CAST(" + left + " || " + right + " AS BLOB)";
      case POSTGRESQL, CITUS -> "(" + left + " || " + right + ")";
    };
  }

  private String literal(byte[] bytes) {
    String digits = HexFormat.of().formatHex(bytes);
    return switch (dialect) {
      case SQLITE -> "x'" + digits + "'";
      case POSTGRESQL, CITUS -> "'\\x" + digits + "'::bytea";
    };
  }
}
