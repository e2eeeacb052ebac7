package io.aumbry.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A COMMIT whose driver throws something else than an SQLException. */
final class BrokenCommitTest {
  @TempDir private Path folder;
  private final AtomicBoolean breaks = new AtomicBoolean();

  /** SQLite, whose next commit succeeds and then throws. */
  private SqlEngine engine(PlainCarrier carrier) {
    SqlEngine real = new SqliteEngine(folder.resolve("catalog.db"), carrier.time());
    return (SqlEngine)
        Proxy.newProxyInstance(
            SqlEngine.class.getClassLoader(),
            new Class<?>[] {SqlEngine.class},
            (_, method, arguments) -> {
              try {
                Object result = method.invoke(real, arguments);
                if (method.getName().equals("commit") && breaks.getAndSet(false)) {
                  throw new IllegalStateException("a bug of the driver");
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A repetition could undo a change that another process made in between. */
  @Test
  void aTransactionThatMayBeCommittedIsNotTakenForOneThatIsNot() {
    try (PlainCarrier carrier = new PlainCarrier()) {
      SqlEngine engine = engine(carrier);
      CatalogConfig.Limits limits =
          new CatalogConfig.Limits(1, 1, 10, Duration.ofSeconds(20), Duration.ofSeconds(2));
      SqlPools pools =
          new SqlPools(
              new SqlPools.Plan(
                  engine,
                  Optional.empty(),
                  limits,
                  new SchemaMigration(
                      engine, List.of(SchemaMigration.MIGRATIONS), Optional.empty()),
                  BlockingThreads.ofPlatform(),
                  carrier.time(),
                  new Random(1)));
      try (Database database =
          new SqlDatabase(pools, new Random(2), new DatabaseMetrics(new Metrics()))) {
        update(database, carrier, "CREATE TABLE pot (id INTEGER)");
        breaks.set(true);
        assertThat(update(database, carrier, "INSERT INTO pot VALUES (1)")).isEqualTo(1);
        assertThat(breaks).isFalse();
        assertThat(update(database, carrier, "DELETE FROM pot")).isEqualTo(1);
      }
    }
  }

  private static int update(Database database, PlainCarrier carrier, String sql) {
    return database.write(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
          }
        },
        carrier.patient());
  }
}
