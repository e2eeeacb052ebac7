package io.aumbry.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.sql.CuttingProxy.AtCommit;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PostgresDatabaseTest extends DatabaseContract {
  private final String name = TestPostgres.create();
  private final CuttingProxy proxy;

  PostgresDatabaseTest() throws IOException {
    this.proxy = new CuttingProxy(TestPostgres.port());
  }

  @Override
  String url() {
    return TestPostgres.url(name, proxy.port());
  }

  @AfterEach
  void stop() throws Exception {
    proxy.close();
  }

  @Override
  String slowStatement() {
    return "SELECT 1 FROM pg_sleep(60)";
  }

  private int insert(AtomicInteger runs) {
    return database.write(
        connection -> {
          runs.incrementAndGet();
          return update(connection, "INSERT INTO pot VALUES (1, 5)");
        },
        carrier.patient());
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01"})
  void anAbortedTransactionIsRepeated(String state) {
    AtomicInteger runs = new AtomicInteger();
    int coins =
        database.write(
            connection -> {
              update(connection, "INSERT INTO pot VALUES (1, 5)");
              if (runs.incrementAndGet() <= 5) {
                update(connection, "DO $$ BEGIN RAISE SQLSTATE '" + state + "'; END $$");
              }
              return number(connection, "SELECT coins FROM pot");
            },
            carrier.patient());
    assertThat(coins).isEqualTo(5);
    assertThat(runs).hasValue(6);
  }

  /** A standby lags, and a sweep takes each blob whose name it does not find for garbage. */
  @Test
  void aServerThatCannotWriteIsNotRead() {
    TestPostgres.execute("ALTER DATABASE " + name + " SET default_transaction_read_only = on");
    try (Database other = open(url(), LIMITS, new Metrics())) {
      assertThatThrownBy(
              () -> other.read(connection -> number(connection, "SELECT 7"), carrier.patient()))
          .isInstanceOfSatisfying(
              AumbryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE));
    }
  }

  /** Distributed databases find conflicts at COMMIT. */
  @Test
  void aTransactionThatIsAbortedAtItsCommitIsRepeated() {
    update(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " IF NEW.coins < 3 THEN RAISE SQLSTATE '40001'; END IF; RETURN NULL; END $$");
    update(
        "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON pot DEFERRABLE INITIALLY DEFERRED"
            + " FOR EACH ROW EXECUTE FUNCTION refuse()");
    AtomicInteger runs = new AtomicInteger();
    database.write(
        connection ->
            update(connection, "INSERT INTO pot VALUES (1, " + runs.incrementAndGet() + ")"),
        carrier.patient());
    assertThat(runs).hasValue(3);
    assertThat(coins(1)).isEqualTo(3);
  }

  @Test
  void aConflictThatNeverEndsFailsAtTheDeadline() {
    assertThatThrownBy(() ->
            database.write(
                connection -> update(connection, "DO $$ BEGIN RAISE SQLSTATE '40001'; END $$"),
                carrier.within(Duration.ofMillis(200))))
        .satisfies(
            e -> assertThat(e.getMessage()).containsAnyOf("kept losing", "did not answer in time"));
  }

  @Test
  void aDeadlockIsResolved() throws Exception {
    update("INSERT INTO pot VALUES (1, 0), (2, 0)");
    CyclicBarrier bothHoldOne = new CyclicBarrier(2);
    AtomicInteger runs = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> one = threads.submit(() -> cross(1, 2, bothHoldOne, runs));
      Future<?> two = threads.submit(() -> cross(2, 1, bothHoldOne, runs));
      one.get();
      two.get();
    }
    assertThat(List.of(coins(1), coins(2))).containsExactly(2, 2);
    assertThat(runs).hasValue(3);
  }

  private void cross(int first, int second, CyclicBarrier barrier, AtomicInteger runs) {
    database.write(
        connection -> {
          update(connection, "UPDATE pot SET coins = coins + 1 WHERE id = " + first);
          if (runs.incrementAndGet() <= 2) {
            meet(barrier);
          }
          return update(connection, "UPDATE pot SET coins = coins + 1 WHERE id = " + second);
        },
        carrier.patient());
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aCommitWhoseAnswerIsLostIsNotRepeated() {
    AtomicInteger runs = new AtomicInteger();
    proxy.atNextCommit(AtCommit.CUT_AFTER);
    assertThat(insert(runs)).isEqualTo(1);
    assertThat(runs).hasValue(1);
    assertThat(coins(1)).isEqualTo(5);
    assertThat(metrics.value("aumbry_catalog_outcomes_asked_total")).isEqualTo(1);
  }

  @Test
  void aCommitThatIsLostIsRepeated() {
    AtomicInteger runs = new AtomicInteger();
    proxy.atNextCommit(AtCommit.CUT_BEFORE);
    assertThat(insert(runs)).isEqualTo(1);
    assertThat(runs).hasValue(2);
    assertThat(coins(1)).isEqualTo(5);
  }

  /** The first transaction of a thread stores its mark, the following ones change it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8})
  void aCommitThatArrivesLateIsWaitedFor(int transactionsBefore) throws Exception {
    for (int i = 0; i < transactionsBefore; i++) {
      update("INSERT INTO pot VALUES (" + (i + 100) + ", 0)");
    }
    AtomicInteger runs = new AtomicInteger();
    proxy.atNextCommit(AtCommit.HOLD);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> inserted = threads.submit(() -> insert(runs));
      proxy.awaitHeld();
      awaitAsker();
      proxy.release();
      assertThat(inserted.get()).isEqualTo(1);
    }
    assertThat(runs).hasValue(1);
    assertThat(coins(1)).isEqualTo(5);
  }

  /** A question for the outcome of a commit waits for its lock, and must then see its effects. */
  @ParameterizedTest
  @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
  void aTransactionThatWaitedForALockSeesTheCommitBeforeIt(String levelOfServer) throws Exception {
    update("INSERT INTO pot VALUES (1, 5)");
    TestPostgres.execute(
        "ALTER DATABASE " + name + " SET default_transaction_isolation = '" + levelOfServer + "'");
    CyclicBarrier isLocked = new CyclicBarrier(2);
    try (Database fresh = open(url(), LIMITS, new Metrics());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> change =
          threads.submit(() ->
              fresh.write(
                  connection -> {
                    number(connection, "SELECT coins FROM pot WHERE id = 1 FOR SHARE");
                    meet(isLocked);
                    awaitAsker();
                    return update(connection, "INSERT INTO pot VALUES (2, 7)");
                  },
                  carrier.patient()));
      meet(isLocked);
      int coins =
          fresh.write(
              connection -> {
                number(connection, "SELECT coins FROM pot WHERE id = 1 FOR UPDATE");
                return number(connection, "SELECT coins FROM pot WHERE id = 2");
              },
              carrier.patient());
      assertThat(coins).isEqualTo(7);
      assertThat(change.get()).isEqualTo(1);
    }
  }

  /** Returns when a session waits for the lock of another one. */
  private void awaitAsker() {
    Patience.await().until(() -> TestPostgres.waitingForLocks(name) > 0);
  }

  @Test
  void anOutcomeThatCannotBeAskedIsReportedAsUnknown() {
    AtomicInteger runs = new AtomicInteger();
    proxy.atNextCommit(AtCommit.CUT_AFTER);
    proxy.goDownAfterCut();
    assertThatThrownBy(() ->
            database.write(
                connection -> {
                  runs.incrementAndGet();
                  return update(connection, "INSERT INTO pot VALUES (1, 5)");
                },
                carrier.within(Duration.ofSeconds(3))))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
    assertThat(runs).hasValue(1);
    proxy.comeUp();
    Patience.await().ignoreExceptions().untilAsserted(() -> assertThat(coins(1)).isEqualTo(5));
  }

  @Test
  void aStatementOfAReservedReadHasTheTimeOfACall() {
    try (Database hasty = openWith(HASTY)) {
      assertThatThrownBy(() ->
              hasty
                  .reserved()
                  .read(connection -> number(connection, slowStatement()), carrier.patient()))
          .hasMessageContaining("did not answer in time");
    }
  }

  @Test
  void connectionsThatBrokeWhileIdleAreReplaced() {
    update("INSERT INTO pot VALUES (1, 5)");
    assertThat(coins(1)).isEqualTo(5);
    proxy.cutAll();
    assertThat(update("INSERT INTO pot VALUES (2, 6)")).isEqualTo(1);
    assertThat(coins(2)).isEqualTo(6);
  }

  @Test
  void aConnectionThatBreaksInTheMiddleLosesNothing() {
    AtomicInteger runs = new AtomicInteger();
    database.write(
        connection -> {
          update(connection, "INSERT INTO pot VALUES (1, 5)");
          if (runs.incrementAndGet() == 1) {
            proxy.cutAll();
          }
          return update(connection, "INSERT INTO pot VALUES (2, 6)");
        },
        carrier.patient());
    assertThat(runs).hasValue(2);
    assertThat(coins(1) + coins(2)).isEqualTo(11);
  }

  @Test
  void aFailedAttemptToConnectFailsNoCall() throws Exception {
    proxy.goDown();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> write = threads.submit(() -> update("INSERT INTO pot VALUES (1, 5)"));
      Patience.await().until(() -> metrics.value("aumbry_catalog_reachable") == 0);
      proxy.comeUp();
      assertThat(write.get()).isEqualTo(1);
    }
  }

  @Test
  void aDatabaseThatIsDownIsReportedSoonAndFoundAgain() {
    proxy.goDown();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> coins(1))
          .isInstanceOfSatisfying(
              AumbryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE));
    }
    proxy.comeUp();
    Patience.await().ignoreExceptions().untilAsserted(() -> assertThat(coins(1)).isEqualTo(-1));
    assertThat(metrics.value("aumbry_catalog_reachable")).isEqualTo(1);
  }

  @Test
  void staleReadsUseTheReplicaAndFallBackToTheDatabase() throws Exception {
    String replica = TestPostgres.create();
    try (CuttingProxy nearby = new CuttingProxy(TestPostgres.port())) {
      String nearbyUrl = TestPostgres.url(replica, nearby.port());
      CatalogConfig config =
          new CatalogConfig(
              new CatalogConfig.Location(
                  Optional.of(url()), Optional.of(nearbyUrl), Optional.empty()),
              LIMITS,
              CatalogConfig.defaults().snapshot());
      Metrics figures = new Metrics();
      try (Database both =
          Databases.open(
              config,
              new DatabaseEnvironment(
                  BlockingThreads.ofPlatform(), carrier.time(), new Random(2), figures))) {
        assertThat(databaseName(both, Database.Consistency.STALE)).isEqualTo(replica);
        assertThat(databaseName(both, Database.Consistency.LATEST)).isEqualTo(name);
        nearby.goDown();
        assertThat(databaseName(both, Database.Consistency.STALE)).isEqualTo(name);
        assertThat(figures.value("aumbry_catalog_replica_failures_total")).isPositive();
      }
    }
  }

  private String databaseName(Database database, Database.Consistency consistency) {
    return database.read(
        consistency,
        connection -> {
          try (var statement = connection.createStatement();
              var row = statement.executeQuery("SELECT current_database()")) {
            return row.next() ? row.getString(1) : "";
          }
        },
        carrier.patient());
  }
}
