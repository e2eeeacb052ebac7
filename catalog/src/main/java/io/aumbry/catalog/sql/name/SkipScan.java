package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameListing;
import io.aumbry.catalog.sql.Dialect;
import java.util.HexFormat;

/**
 * The recursive query of a page with a delimiter. It makes one seek in an index for each entry. Its
 * rows are: the key, the position of the delimiter after the prefix (0 if there is none), and for a
 * name the size, time and expiry.
 *
 * <p>The delimiter is part of the text, so that the database prepares the query once for each
 * delimiter and length of the prefix. It is written as hexadecimal digits.
 *
 * @param upper the condition on {@code object_key} that ends the list
 */
record SkipScan(Dialect dialect, NameListing.Query query, String upper) {
  private static final String SQL =
      """
      WITH RECURSIVE step(n, k) AS (
        SELECT 1, (SELECT object_key FROM object
          WHERE container_ref = ? AND marker = 0 AND expires_millis > ? AND object_key >= ? AND $UPPER
          ORDER BY object_key LIMIT 1)
        UNION ALL
        SELECT n + 1, (SELECT object_key FROM object
          WHERE container_ref = ? AND marker = 0 AND expires_millis > ?
            AND object_key >= CASE WHEN $AT = 0 THEN $AFTER_KEY ELSE $AFTER_GROUP END AND $UPPER
          ORDER BY object_key LIMIT 1)
        FROM step WHERE k IS NOT NULL AND n <= ?)
      SELECT s.k, s.at, o.size, o.modified_millis, o.expires_millis
      FROM (SELECT n, k, $AT AS at FROM step WHERE k IS NOT NULL) s
      LEFT JOIN object o ON o.container_ref = ? AND o.marker = 0
        AND o.object_key = CASE WHEN s.at = 0 THEN s.k END
      ORDER BY s.n
      """;

  String sql() {
    int prefix = query.prefix().length();
    KeyBytes after = query.delimiter().successor();
    String head = "substr(k, 1, " + prefix + " + " + at() + " - 1)";
    return SQL.replace("$AFTER_KEY", joined("k", literal(new byte[1])))
        .replace("$AFTER_GROUP", joined(head, literal(after.bytes())))
        .replace("$AT", at())
        .replace("$UPPER", upper);
  }

  /** The position of the delimiter in the rest of the key, from 1. */
  private String at() {
    String rest = "substr(k, " + (query.prefix().length() + 1) + ")";
    String delimiter = literal(query.delimiter().bytes());
    return switch (dialect) {
      case SQLITE -> "instr(" + rest + ", " + delimiter + ")";
      case POSTGRESQL -> "position(" + delimiter + " IN " + rest + ")";
    };
  }

  private String joined(String left, String right) {
    return switch (dialect) {
      case SQLITE -> "CAST(" + left + " || " + right + " AS BLOB)";
      case POSTGRESQL -> "(" + left + " || " + right + ")";
    };
  }

  private String literal(byte[] bytes) {
    String digits = HexFormat.of().formatHex(bytes);
    return switch (dialect) {
      case SQLITE -> "x'" + digits + "'";
      case POSTGRESQL -> "'\\x" + digits + "'::bytea";
    };
  }
}
