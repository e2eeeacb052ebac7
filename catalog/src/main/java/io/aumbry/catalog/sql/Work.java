package io.aumbry.catalog.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The statements of one transaction. They may run several times, because a transaction that loses
 * against another one is repeated. They must not commit, roll back or keep the connection, and must
 * have no effect outside of the database except in the result.
 *
 * @param <R> type of the result
 */
@FunctionalInterface
public interface Work<R> {
  R run(Connection connection) throws SQLException;
}
