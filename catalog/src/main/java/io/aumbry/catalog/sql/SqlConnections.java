package io.aumbry.catalog.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * Connections to one database. While it cannot be reached, one caller per second tries to connect,
 * and all others fail at once.
 */
final class SqlConnections implements AutoCloseable {
  private static final Duration PROBE_PERIOD = Duration.ofSeconds(1);
  private static final String CONNECTION_FAILURE = "08001";

  private final HikariDataSource source;
  private final SqlEngine engine;
  private final Time time;
  private volatile boolean down;
  private final AtomicLong nextProbe = new AtomicLong();

  /** Thrown without an attempt, because another one has failed within the last second. */
  static final class KnownDownException extends SQLNonTransientConnectionException {
    private static final long serialVersionUID = 1;

    private KnownDownException() {
      super("the last attempt to connect failed less than a second ago", CONNECTION_FAILURE);
    }
  }

  /**
   * The parameters of a pool.
   *
   * @param source opens connections
   * @param size as many as there are threads that use the pool
   */
  record Plan(String name, DataSource source, int size, boolean writes, Duration connect) {}

  private SqlConnections(HikariDataSource source, SqlEngine engine, Time time) {
    this.source = source;
    this.engine = engine;
    this.time = time;
  }

  static SqlConnections open(Plan plan, SqlEngine engine, Time time) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("catalog-" + plan.name());
    config.setDataSource(plan.source());
    config.setMaximumPoolSize(plan.size());
    config.setMinimumIdle(1);
    if (!plan.writes()) {
      config.setConnectionInitSql(engine.readOnlyStatement());
    }
    config.setConnectionTimeout(plan.connect().toMillis());
    config.setValidationTimeout(plan.connect().toMillis());
    config.setIdleTimeout(plan.size() > 1 ? Duration.ofMinutes(2).toMillis() : 0);
    config.setInitializationFailTimeout(-1);
    return new SqlConnections(new HikariDataSource(config), engine, time);
  }

  /** A connection while one thread uses it. */
  final class Lease implements AutoCloseable {
    private final Connection connection;
    private boolean discarded;

    private Lease(Connection connection) {
      this.connection = connection;
    }

    Connection connection() {
      return connection;
    }

    /** Ends the transaction after its work failed. */
    void rollBack() {
      try {
        engine.rollBack(connection);
      } catch (SQLException e) {
        discard();
      }
    }

    /** Closes the physical connection too, because its state is unknown. */
    void discard() {
      discarded = true;
      source.evictConnection(connection);
    }

    /**
     * Gives the connection back. Never fails, because the outcome of the transaction is known: it
     * must not look like one that failed.
     */
    @Override
    public void close() {
      try {
        if (!discarded) {
          connection.close();
        }
      } catch (SQLException e) {
        discard();
      }
    }
  }

  /** A connection that ends its statements at the deadline. */
  Lease take(Deadline deadline) throws SQLException {
    if (down && !mayProbe()) {
      throw new KnownDownException();
    }
    Lease lease = new Lease(connect());
    try {
      engine.limit(lease.connection(), deadline.remaining(time));
      return lease;
    } catch (SQLException e) {
      lease.discard();
      throw e;
    }
  }

  private Connection connect() throws SQLException {
    try {
      Connection connection = source.getConnection();
      down = false;
      return connection;
    } catch (SQLException e) {
      nextProbe.set(time.monotonicNanos() + PROBE_PERIOD.toNanos());
      down = true;
      throw e;
    }
  }

  private boolean mayProbe() {
    long due = nextProbe.get();
    long now = time.monotonicNanos();
    return due - now <= 0 && nextProbe.compareAndSet(due, now + PROBE_PERIOD.toNanos());
  }

  boolean isDown() {
    return down;
  }

  int active() {
    return source.getHikariPoolMXBean().getActiveConnections();
  }

  /** Ends the calls that still run. */
  @Override
  public void close() {
    source.close();
  }
}
