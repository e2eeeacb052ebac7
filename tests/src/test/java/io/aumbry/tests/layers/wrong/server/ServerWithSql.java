package io.aumbry.tests.layers.wrong.server;

import java.sql.Connection;
import java.sql.SQLException;

/** Uses SQL outside of the catalog. */
final class ServerWithSql {
  private ServerWithSql() {}

  static void commit(Connection connection) throws SQLException {
    connection.commit();
  }
}
