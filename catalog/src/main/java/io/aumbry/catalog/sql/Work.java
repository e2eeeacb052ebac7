package io.aumbry.catalog.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The statements of one transaction. They may run several times, because a transaction that loses
 * against another one is repeated.
 */
@FunctionalInterface
interface Work<R> {
  R run(Connection connection) throws SQLException;
}
