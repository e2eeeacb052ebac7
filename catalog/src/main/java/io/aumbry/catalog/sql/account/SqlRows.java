package io.aumbry.catalog.sql.account;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the statements of one transaction, and knows whether it has changed anything. */
final class SqlRows {
  private final Connection connection;
  private boolean changed;

  /** Makes a value of the current row. */
  @FunctionalInterface
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  SqlRows(Connection connection) {
    this.connection = connection;
  }

  /**
   * Runs a statement that changes rows.
   *
   * @param values strings, numbers or booleans
   * @return the number of rows
   */
  int change(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      int count = statement.executeUpdate();
      changed |= count > 0;
      return count;
    }
  }

  <T> List<T> list(String sql, Reader<T> reader, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      List<T> all = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          all.add(reader.read(rows));
        }
      }
      return all;
    }
  }

  <T> Optional<T> first(String sql, Reader<T> reader, Object... values) throws SQLException {
    return list(sql, reader, values).stream().findFirst();
  }

  boolean exists(String sql, Object... values) throws SQLException {
    return first(sql, _ -> true, values).isPresent();
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      switch (values[i]) {
        case String text -> statement.setString(i + 1, text);
        case Integer number -> statement.setInt(i + 1, number);
        case Long number -> statement.setLong(i + 1, number);
        case Boolean truth -> statement.setBoolean(i + 1, truth);
        default -> throw new IllegalArgumentException("no SQL type for " + values[i].getClass());
      }
    }
  }

  boolean isChanged() {
    return changed;
  }
}
