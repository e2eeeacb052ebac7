package io.aumbry.catalog.sql;

import io.aumbry.protocol.runtime.Time;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;
import org.sqlite.core.DB;
import org.sqlite.jdbc4.JDBC4Connection;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/**
 * Opens connections that keep their prepared statements. The driver prepares a statement again each
 * time, which costs more than a lookup by key.
 */
final class SqliteConnections extends SQLiteDataSource {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteConnections.class);

  /** How many steps of SQLite's virtual machine run between two looks at the clock. */
  private static final int STEPS_BETWEEN_CHECKS = 10_000;

  /** The statements of the catalog differ in the length of lists, which are powers of two. */
  private static final int MOST_KEPT = 128;

  /** The wait for a lock is limited in whole seconds. */
  private static final Duration ROUNDING = Duration.ofMillis(999);

  private static final int MILLIS_PER_SECOND = 1000;

  private final Path file;

  SqliteConnections(Path file, SQLiteConfig config) {
    super(config);
    this.file = file;
    setUrl("jdbc:sqlite:" + file);
  }

  @Override
  public SQLiteConnection getConnection(String user, String password) throws SQLException {
    return new Keeping(getUrl(), file.toString(), getConfig().toProperties());
  }

  /** A connection with its statements. It is used by one thread at a time. */
  static final class Keeping extends JDBC4Connection {
    /** Statements that are not in use, by their text, the least recently used one first. */
    private final LinkedHashMap<String, Kept> idle = new LinkedHashMap<>();

    private long end;
    private int busyMillis;
    private boolean isLimited;
    private volatile boolean isAborted;

    Keeping(String url, String file, Properties properties) throws SQLException {
      super(url, file, properties);
    }

    /** Ends statements after {@code span}. Tells SQLite only about changes, which cost a call. */
    void limit(Duration span, Time time) throws SQLException {
      end = time.monotonicNanos() + span.toNanos();
      int millis = Math.toIntExact(span.plus(ROUNDING).toSeconds() * MILLIS_PER_SECOND);
      if (millis != busyMillis) {
        busyMillis = millis;
        setBusyTimeout(millis);
      }
      if (!isLimited) {
        isLimited = true;
        ProgressHandler.setHandler(this, STEPS_BETWEEN_CHECKS, new Expiry(time));
      }
    }

    /** Ends the statement of another thread, which the driver's own method does not do. */
    @Override
    public void abort(Executor executor) {
      isAborted = true;
      executor.execute(this::closeAborted);
    }

    private void closeAborted() {
      try {
        close();
      } catch (SQLException e) {
        LOG.atDebug().setCause(e).log("an aborted connection was not closed");
      }
    }

    /** Interrupts a statement that runs for too long, or whose connection is aborted. */
    private final class Expiry extends ProgressHandler {
      private final Time time;

      Expiry(Time time) {
        this.time = time;
      }

      @Override
      protected int progress() {
        return isAborted || time.monotonicNanos() - end > 0 ? 1 : 0;
      }
    }

    @Override
    public PreparedStatement prepareStatement(
        String sql, int type, int concurrency, int holdability) throws SQLException {
      checkOpen();
      checkCursor(type, concurrency, holdability);
      Kept kept = idle.remove(sql);
      return kept == null ? new Kept(this, sql) : kept.reopened();
    }

    /** Keeps a statement, unless there is another one with the same text. */
    private void keep(String sql, Kept statement) throws SQLException {
      if (idle.putIfAbsent(sql, statement) != null) {
        statement.end();
      } else if (idle.size() > MOST_KEPT) {
        idle.pollFirstEntry().getValue().end();
      }
    }
  }

  /** A statement that {@link #close} returns to its connection. */
  private static final class Kept extends JDBC4PreparedStatement {
    private final Keeping owner;
    private final String text;
    private boolean isIdle;
    private String[] columns = {};

    Kept(Keeping owner, String text) throws SQLException {
      super(owner, text);
      this.owner = owner;
      this.text = text;
    }

    private Kept reopened() {
      isIdle = false;
      return this;
    }

    /** The driver would ask for the names of all columns after each execution. */
    @Override
    public ResultSet getResultSet() throws SQLException {
      if (columns.length > 0) {
        rs.colsMeta = columns;
      }
      ResultSet rows = super.getResultSet();
      columns = rs.colsMeta;
      return rows;
    }

    /**
     * Ends the current execution, which would otherwise hold a lock, and forgets the parameters.
     */
    @Override
    public void close() throws SQLException {
      if (isIdle || pointer.isClosed()) {
        return;
      }
      isIdle = true;
      rs.close();
      pointer.safeRunInt(DB::reset);
      clearParameters();
      clearBatch();
      owner.keep(text, this);
    }

    private void end() throws SQLException {
      super.close();
    }
  }
}
