package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Selects versions of a container by many values of an indexed column.
 *
 * <p>PostgreSQL looks each value up on its own. With a plain IN list, and statistics that do not
 * know the container yet, it would read the whole container instead.
 *
 * @param column {@code object_key} or {@code blob_id}
 * @param lock the end of a SELECT that locks its rows, in the order of values; may be empty
 */
record KeyQuery(Dialect dialect, String table, String column, String lock) {
  private static final String CONDITION = " WHERE container_ref = ? AND blob_id IS NOT NULL AND ";

  List<NameVersion> select(Connection connection, ContainerRef container, List<byte[]> values)
      throws SQLException {
    return switch (dialect) {
      case SQLITE -> selectIn(connection, container, values);
      case POSTGRESQL -> selectEach(connection, container, values);
    };
  }

  /**
   * The length of the list is a power of two, so that there are few different statements. The last
   * value fills the rest.
   */
  private List<NameVersion> selectIn(
      Connection connection, ContainerRef container, List<byte[]> values) throws SQLException {
    int length = Integer.highestOneBit(2 * values.size() - 1);
    String list = "(?" + ", ?".repeat(length - 1) + ")";
    String sql = VersionColumns.SELECT + table + CONDITION + column + " IN " + list;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, container.packed());
      for (int i = 0; i < length; i++) {
        select.setBytes(2 + i, values.get(Math.min(i, values.size() - 1)));
      }
      return VersionColumns.readAll(select);
    }
  }

  private List<NameVersion> selectEach(
      Connection connection, ContainerRef container, List<byte[]> values) throws SQLException {
    String each =
        VersionColumns.SELECT + table + CONDITION + column + " = wanted.value LIMIT 1" + lock;
    String sql =
        "SELECT found.* FROM unnest(?) AS wanted(value) CROSS JOIN LATERAL (" + each + ") found";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setArray(1, connection.createArrayOf("bytea", values.toArray(byte[][]::new)));
      select.setLong(2, container.packed());
      return VersionColumns.readAll(select);
    }
  }
}
