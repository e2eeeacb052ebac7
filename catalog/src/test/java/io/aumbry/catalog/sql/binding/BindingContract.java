package io.aumbry.catalog.sql.binding;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.DatabaseEnvironment;
import io.aumbry.catalog.sql.Databases;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A catalog is used only by its own cluster, on each engine. */
abstract class BindingContract {
  private static final AtomicInteger SEEDS = new AtomicInteger(7000);

  private final PlainCarrier carrier = new PlainCarrier();
  private final FakeCatalogRecord record = new FakeCatalogRecord("one");
  private final String url = newDatabase();

  /** Of the process that was opened last. */
  private volatile Metrics metrics = new Metrics();

  /** The URL of a new, empty database. */
  abstract String newDatabase();

  @AfterEach
  void close() {
    carrier.close();
  }

  private Database open(String database, Optional<FakeCatalogRecord> cluster) {
    Metrics figures = new Metrics();
    metrics = figures;
    return Databases.open(
        CatalogConfig.defaults().withUrl(database),
        new DatabaseEnvironment(
            BlockingThreads.ofPlatform(),
            carrier.time(),
            new Random(SEEDS.incrementAndGet()),
            figures),
        cluster.map(each -> each));
  }

  private Database open(String database, FakeCatalogRecord cluster) {
    return open(database, Optional.of(cluster));
  }

  private int rows(Database database) {
    return database.read(
        connection -> {
          try (PreparedStatement select =
                  connection.prepareStatement("SELECT count(*) FROM binding");
              ResultSet row = select.executeQuery()) {
            row.next();
            return row.getInt(1);
          }
        },
        carrier.patient());
  }

  @Test
  void theFirstProcessBindsANewCatalogToANewCluster() {
    try (Database database = open(url, record)) {
      assertThat(rows(database)).isEqualTo(1);
      assertThat(metrics.value("aumbry_catalog_reachable")).isEqualTo(1);
    }
    String identity = record.identity.get();
    assertThat(identity).hasSize(32);
    open(url, record).close();
    assertThat(record.identity.get()).isEqualTo(identity);
  }

  @Test
  void aProcessThatDeletesNoBlobsBindsNothing() {
    try (Database database = open(url, Optional.empty())) {
      assertThat(rows(database)).isZero();
    }
    open(url, record).close();
    assertThat(record.identity.get()).isNotEmpty();
  }

  @Test
  void anEmptyDatabaseIsRefusedAndStaysUnbound() {
    open(url, record).close();
    String identity = record.identity.get();
    String empty = newDatabase();
    assertCode(() -> open(empty, record), ErrorCode.CATALOG_UNAVAILABLE)
        .hasMessageContaining("no catalog of a cluster yet")
        .hasMessageContaining("the cluster one has the catalog " + identity)
        .hasMessageContaining("correct catalog.url");
    try (Database database = open(empty, Optional.empty())) {
      assertThat(rows(database)).isZero();
    }
    assertThat(record.identity.get()).isEqualTo(identity);
  }

  @Test
  void anotherCatalogOfAClusterWithTheSameNameIsRefused() {
    FakeCatalogRecord namesake = new FakeCatalogRecord("one");
    String other = newDatabase();
    open(other, namesake).close();
    open(url, record).close();
    assertCode(() -> open(other, record), ErrorCode.CATALOG_UNAVAILABLE)
        .hasMessageContaining(namesake.identity.get())
        .hasMessageContaining(record.identity.get());
  }

  @Test
  void aSecondClusterIsRefusedAndRecordsNothing() {
    open(url, record).close();
    FakeCatalogRecord second = new FakeCatalogRecord("two");
    assertCode(() -> open(url, second), ErrorCode.CATALOG_UNAVAILABLE)
        .hasMessageContaining(record.identity.get() + " of the cluster one")
        .hasMessageContaining("this is the cluster two");
    assertThat(second.identity.get()).isEmpty();
  }

  @Test
  void aCoordinatorThatLostItsDataRecordsTheCatalogAgain() {
    open(url, record).close();
    String identity = record.identity.getAndSet("");
    open(url, record).close();
    assertThat(record.identity.get()).isEqualTo(identity);
  }

  @Test
  void aProcessStartsWithoutTheCoordinatorAndUsesTheCatalogWhenItAnswers() {
    record.silent = true;
    try (Database database = open(url, record)) {
      assertCode(() -> rows(database), ErrorCode.CATALOG_UNAVAILABLE)
          .hasMessageContaining("no answer");
      assertThat(metrics.value("aumbry_catalog_reachable")).isZero();
      record.silent = false;
      Patience.await().ignoreExceptions().until(() -> rows(database) == 1);
    }
  }

  @Test
  void aRefusalThatIsFoundLaterLastsUntilTheRecordChanges() {
    record.silent = true;
    try (Database database = open(url, record)) {
      record.identity.set("other");
      record.silent = false;
      Patience.await()
          .untilAsserted(() ->
              assertCode(() -> rows(database), ErrorCode.CATALOG_UNAVAILABLE)
                  .hasMessageContaining("has the catalog other"));
      int asked = record.asked.get();
      assertCode(() -> rows(database), ErrorCode.CATALOG_UNAVAILABLE);
      assertThat(record.asked.get()).as("not asked by each call").isEqualTo(asked);
      assertThat(metrics.value("aumbry_catalog_reachable")).isZero();
    }
  }

  @Test
  void processesThatStartTogetherBindOneIdentity() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Database>> starting = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        starting.add(threads.submit(() -> open(url, record)));
      }
      for (Future<Database> each : starting) {
        try (Database database = each.get()) {
          Patience.await().ignoreExceptions().until(() -> rows(database) == 1);
        }
      }
    }
  }

  /** The second process binds both while the first one is between its two reads. */
  @Test
  void aProcessIsNotRefusedBecauseAnotherBindsTheSameCatalogMeanwhile() {
    record.beforeAnswer.set(() -> open(url, record).close());
    try (Database database = open(url, record)) {
      assertThat(rows(database)).isEqualTo(1);
    }
  }
}
