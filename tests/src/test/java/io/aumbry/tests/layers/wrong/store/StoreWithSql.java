package io.aumbry.tests.layers.wrong.store;

import java.sql.Connection;
import java.sql.SQLException;

/** Uses SQL outside of the catalog. */
final class StoreWithSql {
  private StoreWithSql() {}

  static void commit(Connection connection) throws SQLException {
    connection.commit();
  }
}
