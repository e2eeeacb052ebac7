package io.aumbry.catalog.sql;

import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * SQLite in a file, with a write-ahead log that each COMMIT syncs. Readers see the last committed
 * state and never wait for the writer.
 */
final class SqliteEngine implements SqlEngine {
  private static final int CACHE_KIB = 16 << 10;

  /** Until a call sets its own. */
  private static final Duration FIRST_BUSY_TIMEOUT = Duration.ofSeconds(1);

  private final Path file;
  private final Time time;

  SqliteEngine(Path file, Time time) {
    this.file = file;
    this.time = time;
    createPrivately();
  }

  /** Creates the file for its owner only. SQLite gives its other files the same mode. */
  private void createPrivately() {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // Created by an earlier run.
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public Dialect dialect() {
    return Dialect.SQLITE;
  }

  @Override
  public void learn(Connection connection) {
    // There is one SQLite.
  }

  @Override
  public DataSource writing() {
    return source();
  }

  @Override
  public DataSource reading() {
    return source();
  }

  @Override
  public String readOnlyStatement() {
    return "PRAGMA query_only = 1";
  }

  @Override
  public DataSource checking() {
    return source();
  }

  @Override
  public DataSource migrating() {
    return source();
  }

  private DataSource source() {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(true);
    config.setCacheSize(-CACHE_KIB);
    config.setBusyTimeout(Math.toIntExact(FIRST_BUSY_TIMEOUT.toMillis()));
    // The driver would run a query after each INSERT.
    config.setGetGeneratedKeys(false);
    return new SqliteConnections(file, config);
  }

  @Override
  public boolean hasOneWriter() {
    return true;
  }

  @Override
  public void limit(Connection connection, Duration span) throws SQLException {
    connection.unwrap(SqliteConnections.Keeping.class).limit(span, time);
  }

  /** Takes the lock of the only writer at once, so that the transaction cannot lose later. */
  @Override
  public void begin(Connection connection) throws SQLException {
    begin(connection, "BEGIN IMMEDIATE");
  }

  @Override
  public void beginSnapshot(Connection connection) throws SQLException {
    begin(connection, "BEGIN DEFERRED");
  }

  /** The driver's own method would take a failed BEGIN for a transaction. */
  private static void begin(Connection connection, String statement) throws SQLException {
    SQLiteConnection physical = connection.unwrap(SQLiteConnection.class);
    physical.getConnectionConfig().setAutoCommit(false);
    try (Statement begin = physical.createStatement()) {
      begin.execute(statement);
    } catch (SQLException e) {
      physical.getConnectionConfig().setAutoCommit(true);
      throw e;
    }
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    end(connection, "COMMIT");
  }

  @Override
  public void rollBack(Connection connection) throws SQLException {
    end(connection, "ROLLBACK");
  }

  /**
   * Ends a transaction by a statement. The driver's own methods would begin the next transaction at
   * once, and idle connections would keep the lock of the writer.
   */
  private static void end(Connection connection, String statement) throws SQLException {
    SQLiteConnection physical = connection.unwrap(SQLiteConnection.class);
    try (Statement end = physical.createStatement()) {
      end.execute(statement);
    }
    physical.getConnectionConfig().setAutoCommit(true);
  }

  @Override
  public SqlFailure classify(SQLException failure) {
    if (failure instanceof SQLTransactionRollbackException) {
      return SqlFailure.CONFLICT;
    }
    return switch (primaryCode(failure)) {
      case SQLITE_BUSY, SQLITE_LOCKED -> SqlFailure.CONFLICT;
      case SQLITE_INTERRUPT -> SqlFailure.TIMED_OUT;
      case SQLITE_FULL,
          SQLITE_IOERR,
          SQLITE_CORRUPT,
          SQLITE_NOTADB,
          SQLITE_READONLY,
          SQLITE_NOMEM ->
          SqlFailure.OUT_OF_SERVICE;
      case SQLITE_CANTOPEN -> SqlFailure.UNREACHABLE;
      default -> failure instanceof SQLiteException ? SqlFailure.BUG : SqlFailure.UNREACHABLE;
    };
  }

  /** The code without the details of an extended code. */
  private static SQLiteErrorCode primaryCode(SQLException failure) {
    return failure instanceof SQLiteException known
        ? SQLiteErrorCode.getErrorCode(known.getResultCode().code & 0xff)
        : SQLiteErrorCode.UNKNOWN_ERROR;
  }

  @Override
  public boolean provesAbort(SQLException failedCommit) {
    return classify(failedCommit) == SqlFailure.CONFLICT;
  }

  @Override
  public Map<String, String> placeholders(Connection connection) {
    return Map.of("bytes", "BLOB", "ascending", "", "clustered", "WITHOUT ROWID");
  }
}
