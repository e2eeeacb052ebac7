package io.aumbry.catalog.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;

/** The differences between the engines, apart from SQL text. */
interface SqlEngine {
  /** The dialect of the server, as known since {@link #learn}. */
  Dialect dialect();

  /** Learns which server answers, before the first work. */
  void learn(Connection connection) throws SQLException;

  /** Opens connections for transactions that write. */
  DataSource writing();

  /** Opens connections for reads. */
  DataSource reading();

  /** Makes a connection refuse to write. */
  String readOnlyStatement();

  /** Opens connections for checks before the first use, each statement of which is limited. */
  DataSource checking();

  /** Opens connections for migrations, which have no time limit. */
  DataSource migrating();

  /** Whether only one connection can write at a time. */
  boolean hasOneWriter();

  /** Limits the following statements on a connection. Sends nothing to a server. */
  void limit(Connection connection, Duration span) throws SQLException;

  /** Begins a transaction that may write. */
  void begin(Connection connection) throws SQLException;

  /** Begins a transaction that sees one committed state, on a reading connection. */
  void beginSnapshot(Connection connection) throws SQLException;

  void commit(Connection connection) throws SQLException;

  void rollBack(Connection connection) throws SQLException;

  SqlFailure classify(SQLException failure);

  /** Whether COMMIT failed in a way that proves that nothing was committed. */
  boolean provesAbort(SQLException failedCommit);

  /**
   * The placeholders in migrations.
   *
   * <ul>
   *   <li>{@code bytes}: the type of byte strings
   *   <li>{@code ascending}: follows the key columns that are to be stored in order
   *   <li>{@code clustered}: follows a table whose rows are stored in the order of its primary key
   * </ul>
   */
  Map<String, String> placeholders(Connection connection) throws SQLException;
}
