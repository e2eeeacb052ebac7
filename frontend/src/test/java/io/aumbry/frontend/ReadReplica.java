package io.aumbry.frontend;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A copy of a SQLite database that is as old as its last refresh. */
record ReadReplica(Path primary, Path copy) {
  String url() {
    return "sqlite:" + copy;
  }

  /** Copies the present state of the primary. The first time also makes the schema. */
  void refresh() {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + primary)) {
      execute(connection, "ATTACH '" + copy + "' AS copy");
      execute(connection, "PRAGMA copy.journal_mode = WAL");
      boolean isNew = names(connection, "copy").isEmpty();
      connection.setAutoCommit(false);
      for (String table : names(connection, "main")) {
        if (isNew) {
          execute(connection, definition(connection, table));
        }
        execute(connection, "DELETE FROM copy." + table);
        execute(connection, "INSERT INTO copy." + table + " SELECT * FROM main." + table);
      }
      connection.commit();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> names(Connection connection, String schema) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement query = connection.createStatement();
        ResultSet rows =
            query.executeQuery(
                "SELECT name FROM "
                    + schema
                    + ".sqlite_master WHERE type = 'table'"
                    + " AND name NOT LIKE 'sqlite_%'")) {
      while (rows.next()) {
        names.add("\"" + rows.getString(1) + "\"");
      }
    }
    return names;
  }

  private static String definition(Connection connection, String table) throws SQLException {
    try (Statement query = connection.createStatement();
        ResultSet rows =
            query.executeQuery(
                "SELECT sql FROM main.sqlite_master WHERE name = " + table.replace('"', '\''))) {
      rows.next();
      return rows.getString(1).replaceFirst("(?i)CREATE TABLE ", "CREATE TABLE copy.");
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
