package io.aumbry.catalog.sql.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.catalog.sql.DatabaseEnvironment;
import io.aumbry.catalog.sql.Databases;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PostgresRowsTest {
  /** Rows of which each thousandth takes 300 ms, so that all take longer than a call may. */
  private static final String SLOW_ROWS =
      "SELECT n, CASE WHEN n % 1000 = 0 THEN pg_sleep(0.3) END FROM generate_series(1, 12500) n";

  private final PlainCarrier carrier = new PlainCarrier();

  @AfterEach
  void close() {
    carrier.close();
  }

  private Database open() {
    CatalogConfig defaults = CatalogConfig.defaults();
    CatalogConfig.Limits limits =
        new CatalogConfig.Limits(1, 1, 100, Duration.ofSeconds(3), Duration.ofSeconds(3));
    return Databases.open(
        new CatalogConfig(defaults.location(), limits, defaults.snapshot())
            .withUrl(TestPostgres.url(TestPostgres.create(), TestPostgres.port())),
        new DatabaseEnvironment(
            BlockingThreads.ofPlatform(), carrier.time(), new Random(7), new Metrics()));
  }

  @Test
  void eachPageOfALongReadHasTheTimeOfACall() {
    try (Database database = open()) {
      List<Integer> rows =
          database
              .reserved()
              .read(
                  Consistency.SNAPSHOT,
                  connection -> new SqlRows(connection).list(SLOW_ROWS, row -> row.getInt(1)),
                  carrier.patient());
      assertThat(rows).hasSize(12_500).doesNotHaveDuplicates();
    }
  }
}
