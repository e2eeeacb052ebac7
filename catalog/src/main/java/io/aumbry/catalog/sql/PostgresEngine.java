package io.aumbry.catalog.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * PostgreSQL, and engines that speak its protocol.
 *
 * <p>The server ends statements and idle transactions after the timeout of a call, so that a client
 * that has vanished holds no locks. A statement that is read in pages has this time for each page.
 * A socket timeout ends a call whose server is silent.
 *
 * <p>Transactions run at READ COMMITTED, whatever the server's default is. At a higher level, a
 * transaction that waited for a lock would not see the effects of the commit that released it.
 */
final class PostgresEngine implements SqlEngine {
  /** The server's own timeout comes first, because it keeps the connection. */
  private static final Duration SOCKET_GRACE = Duration.ofMillis(500);

  private final CatalogUrl.Server address;
  private final Optional<String> password;
  private final CatalogConfig.Limits limits;
  private volatile Dialect dialect = Dialect.POSTGRESQL;

  PostgresEngine(
      CatalogUrl.Server address, Optional<String> password, CatalogConfig.Limits limits) {
    this.address = address;
    this.password = password;
    this.limits = limits;
  }

  @Override
  public Dialect dialect() {
    return dialect;
  }

  @Override
  public void learn(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet extension =
            statement.executeQuery("SELECT 1 FROM pg_extension WHERE extname = 'citus'")) {
      dialect = extension.next() ? Dialect.CITUS : Dialect.POSTGRESQL;
    }
  }

  @Override
  public DataSource writing() {
    return source(sessionSettings());
  }

  @Override
  public DataSource reading() {
    return source(sessionSettings());
  }

  @Override
  public String readOnlyStatement() {
    return "SET default_transaction_read_only = on";
  }

  @Override
  public DataSource checking() {
    PGSimpleDataSource source = source(sessionSettings());
    source.setSocketTimeout(
        Math.toIntExact(limits.call().plus(SOCKET_GRACE).plusMillis(999).toSeconds()));
    return source;
  }

  @Override
  public DataSource migrating() {
    return source("");
  }

  private String sessionSettings() {
    return ("-c statement_timeout=%1$d -c idle_in_transaction_session_timeout=%1$d"
            + " -c default_transaction_isolation=read\\ committed")
        .formatted(limits.call().toMillis());
  }

  private PGSimpleDataSource source(String options) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(address.driverUrl());
    source.setUser(address.user());
    password.ifPresent(source::setPassword);
    int connectSeconds = Math.toIntExact(Math.max(1, limits.connect().toSeconds()));
    source.setConnectTimeout(connectSeconds);
    source.setLoginTimeout(connectSeconds);
    source.setTcpKeepAlive(true);
    source.setApplicationName("aumbry");
    source.setOptions(options);
    return source;
  }

  @Override
  public boolean hasOneWriter() {
    return false;
  }

  /** A server that is alive answers within the timeout of a call, however long the read is. */
  @Override
  public void limit(Connection connection, Duration span) throws SQLException {
    Duration silence = span.compareTo(limits.call()) < 0 ? span : limits.call();
    connection.setNetworkTimeout(
        Runnable::run, Math.toIntExact(silence.plus(SOCKET_GRACE).toMillis()));
  }

  @Override
  public void begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
  }

  @Override
  public void beginSnapshot(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    }
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    connection.commit();
  }

  @Override
  public void rollBack(Connection connection) throws SQLException {
    connection.rollback();
  }

  @Override
  public SqlFailure classify(SQLException failure) {
    String state = failure.getSQLState() == null ? "08000" : failure.getSQLState();
    return switch (state) {
      case "40001", "40P01", "55P03" -> SqlFailure.CONFLICT;
      case "57014", "25P03", "57P05" -> SqlFailure.TIMED_OUT;
      // The server is stopping, starting, full of connections, or has become a replica.
      case "57P01", "57P02", "57P03", "53300", "25006", "40003" -> SqlFailure.UNREACHABLE;
      default -> byClass(state);
    };
  }

  private static SqlFailure byClass(String state) {
    return switch (state.substring(0, 2)) {
      case "08", "28", "3D" -> SqlFailure.UNREACHABLE;
      case "53", "58", "XX" -> SqlFailure.OUT_OF_SERVICE;
      default -> SqlFailure.BUG;
    };
  }

  /** A failed serialization, deadlock or constraint. Anything else can follow a COMMIT. */
  @Override
  public boolean provesAbort(SQLException failedCommit) {
    String state = failedCommit.getSQLState() == null ? "" : failedCommit.getSQLState();
    return state.equals("40001") || state.equals("40P01") || state.startsWith("23");
  }

  @Override
  public Map<String, String> placeholders(Connection connection) throws SQLException {
    return Map.of(
        "bytes", "BYTEA", "ascending", isYugabyte(connection) ? "ASC" : "", "clustered", "");
  }

  /** YugabyteDB hashes the first column of a primary key unless the key says otherwise. */
  private static boolean isYugabyte(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet version = statement.executeQuery("SELECT version()")) {
      return version.next() && version.getString(1).contains("-YB-");
    }
  }
}
