package io.aumbry.catalog.sql;

import static io.aumbry.catalog.sql.DatabaseContract.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes of three releases share a database. */
abstract class SchemaContract {
  private static final List<String> THIS = List.of(SchemaMigration.MIGRATIONS);
  private static final List<String> NEXT =
      List.of(SchemaMigration.MIGRATIONS, "classpath:schema/expanded");
  private static final List<String> AFTER_NEXT =
      List.of(
          SchemaMigration.MIGRATIONS, "classpath:schema/expanded", "classpath:schema/contracted");
  private static final AtomicInteger SEEDS = new AtomicInteger(500);

  final PlainCarrier carrier = new PlainCarrier();

  /** The URL of an empty database, the same in each call. */
  abstract String url();

  @AfterEach
  void close() {
    carrier.close();
  }

  private Database open(List<String> migrations) {
    return Databases.open(
        CatalogConfig.defaults().withUrl(url()),
        new DatabaseEnvironment(
            BlockingThreads.ofPlatform(),
            carrier.time(),
            new Random(SEEDS.incrementAndGet()),
            new Metrics()),
        Optional.empty(),
        migrations);
  }

  private int read(Database database, String sql) {
    return database.read(connection -> number(connection, sql), carrier.patient());
  }

  private void insertAccount(Database database, int id) {
    database.write(
        connection ->
            DatabaseContract.update(
                connection,
                "INSERT INTO account (account_id, name, active, snapshot_version, modified_millis,"
                    + " acl_inherited, quota_resource, next_container)"
                    + " VALUES (%1$d, 'name %1$d', %2$s, 0, 0, %2$s, 'CONTAINER', 1)"
                        .formatted(id, "true")),
        carrier.patient());
  }

  @Test
  void aProcessRunsWithASchemaThatWasOnlyExpanded() {
    try (Database older = open(THIS);
        Database newer = open(NEXT)) {
      insertAccount(older, 1);
      insertAccount(newer, 2);
      assertThat(read(newer, "SELECT count(*) FROM account WHERE colour = 'grey'")).isEqualTo(2);
    }
    try (Database restarted = open(THIS)) {
      insertAccount(restarted, 3);
      assertThat(read(restarted, "SELECT count(*) FROM account")).isEqualTo(3);
    }
  }

  @Test
  void aProcessRefusesASchemaThatWasContracted() {
    open(AFTER_NEXT).close();
    assertThatThrownBy(() -> open(THIS))
        .isInstanceOfSatisfying(
            AumbryException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE))
        .hasMessageContaining("needs a process that knows version 1001");
    try (Database oneBack = open(NEXT)) {
      insertAccount(oneBack, 1);
      assertThat(read(oneBack, "SELECT count(*) FROM account")).isEqualTo(1);
    }
  }

  @Test
  void processesThatStartTogetherMigrateOnce() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Database> one = threads.submit(() -> open(THIS));
      Future<Database> two = threads.submit(() -> open(NEXT));
      try (Database first = one.get();
          Database second = two.get()) {
        assertThat(read(first, "SELECT count(*) FROM change_counter WHERE family = 'accounts'"))
            .isEqualTo(1);
        assertThat(read(second, "SELECT count(*) FROM of_next_release")).isZero();
      }
    }
  }
}
