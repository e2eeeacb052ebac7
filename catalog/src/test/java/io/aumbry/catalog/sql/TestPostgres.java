package io.aumbry.catalog.sql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A PostgreSQL server on a free port, started once per JVM and stopped at its end. */
public final class TestPostgres {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private TestPostgres() {}

  private static final class Running {
    private static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder()
            .setServerConfig("deadlock_timeout", "50ms")
            .setServerConfig("max_connections", "200")
            .setServerConfig("fsync", "off")
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public static int port() {
    return Running.SERVER.getPort();
  }

  /** Creates an empty database and returns its name. */
  public static String create() {
    String name = "catalog_" + DATABASES.incrementAndGet();
    execute("CREATE DATABASE " + name);
    return name;
  }

  /** Runs a statement as an administrator. */
  public static void execute(String sql) {
    try (Connection connection = Running.SERVER.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The number of a database's clients that wait for the lock of another one. */
  public static int waitingForLocks(String database) {
    String count =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            + " AND backend_type = 'client backend' AND datname = '"
            + database
            + "'";
    try (Connection connection = Running.SERVER.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(count)) {
      rows.next();
      return rows.getInt(1);
    } catch (SQLException e) {
      throw new IllegalStateException(count, e);
    }
  }

  /** The URL of a database, through the server's own port or that of a proxy. */
  public static String url(String database, int port) {
    return "postgresql://postgres@127.0.0.1:" + port + "/" + database;
  }
}
