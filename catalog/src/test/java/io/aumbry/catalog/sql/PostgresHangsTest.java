package io.aumbry.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that take connections and do not answer. */
final class PostgresHangsTest {
  private final String name = TestPostgres.create();
  private final String url = TestPostgres.url(name, TestPostgres.port());
  private final PlainCarrier carrier = new PlainCarrier();

  @AfterEach
  void close() {
    carrier.close();
  }

  private Database open(Optional<String> replica, Duration call) {
    CatalogConfig defaults = CatalogConfig.defaults();
    return Databases.open(
        new CatalogConfig(
            new CatalogConfig.Location(Optional.of(url), replica, Optional.empty()),
            new CatalogConfig.Limits(2, 2, 100, call, Duration.ofSeconds(8)),
            defaults.snapshot()),
        new DatabaseEnvironment(
            BlockingThreads.ofPlatform(), carrier.time(), new Random(1), new Metrics()));
  }

  private int marks(Database database) {
    return database.read(
        Consistency.STALE,
        connection -> DatabaseContract.number(connection, "SELECT count(*) FROM commit_mark"),
        carrier.within(Duration.ofSeconds(6)));
  }

  @Test
  void theMainDatabaseAnswersForAReplicaThatHangs() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Database database =
            open(
                Optional.of(TestPostgres.url(name, silent.getLocalPort())),
                Duration.ofSeconds(20))) {
      assertThat(marks(database)).isZero();
    }
  }

  /** Blobs are served by their ids meanwhile. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aProcessStartsWhileTheCheckOfTheSchemaHangs() throws Exception {
    open(Optional.empty(), Duration.ofSeconds(20)).close();
    String address = "jdbc:postgresql://127.0.0.1:" + TestPostgres.port() + "/" + name;
    try (Connection connection = DriverManager.getConnection(address, "postgres", "");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("LOCK TABLE schema_history IN ACCESS EXCLUSIVE MODE");
      try (Database database = open(Optional.empty(), Duration.ofSeconds(2))) {
        connection.rollback();
        assertThat(marks(database)).isZero();
      }
    }
  }
}
