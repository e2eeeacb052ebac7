package io.aumbry.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The promises of {@link Database}, on each engine. */
abstract class DatabaseContract {
  /** Less than a slow statement takes. */
  static final Duration HASTY = Duration.ofMillis(300);

  static final CatalogConfig.Limits LIMITS =
      new CatalogConfig.Limits(4, 4, 100, Duration.ofSeconds(20), Duration.ofSeconds(2));

  /** Each process draws its own random numbers. */
  private static final AtomicInteger SEEDS = new AtomicInteger();

  final PlainCarrier carrier = new PlainCarrier();
  final Metrics metrics = new Metrics();
  Database database;

  /** The URL of an empty database. */
  abstract String url();

  /** A statement that takes a minute. */
  abstract String slowStatement();

  @BeforeEach
  void openAndCreate() throws Exception {
    database = open(url(), LIMITS, metrics);
    update("CREATE TABLE pot (id INTEGER NOT NULL PRIMARY KEY, coins INTEGER NOT NULL)");
  }

  @AfterEach
  void closeAll() {
    database.close();
    carrier.close();
  }

  /** With one connection of each kind, whose calls have this time. */
  Database openWith(Duration call) {
    return open(
        url(), new CatalogConfig.Limits(1, 1, 100, call, Duration.ofSeconds(2)), new Metrics());
  }

  Database open(String url, CatalogConfig.Limits limits, Metrics figures) {
    CatalogConfig defaults = CatalogConfig.defaults();
    return Databases.open(
        new CatalogConfig(defaults.location(), limits, defaults.snapshot()).withUrl(url),
        new DatabaseEnvironment(
            BlockingThreads.ofPlatform(),
            carrier.time(),
            new Random(SEEDS.incrementAndGet()),
            figures));
  }

  final int update(String sql) {
    return database.write(connection -> update(connection, sql), carrier.patient());
  }

  static int update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getInt(1) : -1;
    }
  }

  final int coins(int id) {
    return database.read(
        connection -> number(connection, "SELECT coins FROM pot WHERE id = " + id),
        carrier.patient());
  }

  @Test
  void committedChangesAreVisibleToEveryRead() {
    assertThat(update("INSERT INTO pot VALUES (1, 5)")).isEqualTo(1);
    for (Consistency consistency : Consistency.values()) {
      int coins =
          database.read(
              consistency,
              connection -> number(connection, "SELECT coins FROM pot WHERE id = 1"),
              carrier.patient());
      assertThat(coins).as(consistency.name()).isEqualTo(5);
    }
  }

  @Test
  void workThatThrowsLeavesNothing() {
    assertThatNothingIsLeft();
  }

  final void assertThatNothingIsLeft() {
    AumbryException refusal = new AumbryException(ErrorCode.CONFLICT, "refused");
    assertThatThrownBy(() ->
            database.write(
                connection -> {
                  update(connection, "INSERT INTO pot VALUES (1, 5)");
                  throw refusal;
                },
                carrier.patient()))
        .isSameAs(refusal);
    assertThat(coins(1)).isEqualTo(-1);
  }

  @Test
  void aWrongStatementIsABugAndIsNotRepeated() {
    AtomicInteger runs = new AtomicInteger();
    assertThatThrownBy(() ->
            database.write(
                connection -> {
                  runs.incrementAndGet();
                  return update(connection, "INSERT INTO no_such_table VALUES (1)");
                },
                carrier.patient()))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL));
    assertThat(runs).hasValue(1);
  }

  @Test
  void readsCannotWrite() {
    for (Consistency consistency : Consistency.values()) {
      assertThatThrownBy(() ->
              database.read(
                  consistency,
                  connection -> update(connection, "INSERT INTO pot VALUES (1, 5)"),
                  carrier.patient()))
          .as(consistency.name())
          .isInstanceOf(AumbryException.class);
    }
    assertThat(coins(1)).isEqualTo(-1);
  }

  @Test
  void concurrentWritersDoNotLoseUpdates() throws Exception {
    update("INSERT INTO pot VALUES (1, 0)");
    String select = "SELECT coins FROM pot WHERE id = 1" + database.dialect().forUpdate();
    inParallel(
        8,
        () -> {
          for (int i = 0; i < 20; i++) {
            database.write(
                connection -> {
                  int coins = number(connection, select);
                  return update(
                      connection, "UPDATE pot SET coins = " + (coins + 1) + " WHERE id = 1");
                },
                carrier.patient());
          }
        });
    assertThat(coins(1)).isEqualTo(160);
  }

  static void inParallel(int count, Runnable task) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        running.add(threads.submit(task));
      }
      for (Future<?> task1 : running) {
        task1.get();
      }
    }
  }

  @Test
  void aSnapshotSeesOneState() throws Exception {
    update("INSERT INTO pot VALUES (1, 10), (2, 0)");
    CountDownLatch firstRead = new CountDownLatch(1);
    CountDownLatch moved = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> sum =
          threads.submit(() ->
              database.read(
                  Consistency.SNAPSHOT,
                  connection -> {
                    int first = number(connection, "SELECT coins FROM pot WHERE id = 1");
                    firstRead.countDown();
                    awaited(moved);
                    return first + number(connection, "SELECT coins FROM pot WHERE id = 2");
                  },
                  carrier.patient()));
      awaited(firstRead);
      update("UPDATE pot SET coins = 10 - coins");
      moved.countDown();
      assertThat(sum.get()).isEqualTo(10);
    }
    assertThat(coins(2)).isEqualTo(10);
  }

  static void awaited(CountDownLatch latch) {
    try {
      assertThat(latch.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aGroupOfCommandsHasOneVerdictEach() {
    update("INSERT INTO pot VALUES (2, 0)");
    List<Boolean> verdicts =
        database.write(
            connection -> {
              List<Boolean> all = new ArrayList<>();
              for (int id = 1; id <= 3; id++) {
                all.add(insertWithSavepoint(connection, id));
              }
              return all;
            },
            carrier.patient());
    assertThat(verdicts).containsExactly(true, false, true);
    assertThat(List.of(coins(1), coins(2), coins(3))).containsExactly(7, 0, 7);
  }

  private static boolean insertWithSavepoint(Connection connection, int id) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO pot VALUES (?, 7)")) {
      insert.setInt(1, id);
      insert.executeUpdate();
      connection.releaseSavepoint(before);
      return true;
    } catch (SQLException e) {
      connection.rollback(before);
      return false;
    }
  }

  @Test
  void aSlowStatementEndsWithTheDeadlineOfTheRequest() {
    long begin = carrier.time().monotonicNanos();
    assertThatThrownBy(() ->
            database.read(
                connection -> number(connection, slowStatement()),
                carrier.within(Duration.ofMillis(200))))
        .isInstanceOfSatisfying(
            AumbryException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE));
    assertThat(Duration.ofNanos(carrier.time().monotonicNanos() - begin))
        .isLessThan(Duration.ofSeconds(50));
  }

  @Test
  void slowStatementsDoNotKeepTheirConnections() throws Exception {
    try (Database hasty = openWith(HASTY)) {
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() ->
                hasty.write(connection -> number(connection, slowStatement()), carrier.patient()))
            .hasMessageContaining("did not answer in time");
      }
      Patience.await()
          .ignoreExceptions()
          .untilAsserted(() ->
              assertThat(
                      hasty.<Integer>write(
                          connection -> number(connection, "SELECT 7"), carrier.patient()))
                  .isEqualTo(7));
    }
  }

  @Test
  void aReservedReadOfManyStatementsMayLastLongerThanACall() {
    Duration call = Duration.ofSeconds(1);
    try (Database hasty = openWith(call)) {
      long begin = carrier.time().monotonicNanos();
      int statements =
          hasty
              .reserved()
              .read(
                  Consistency.SNAPSHOT,
                  connection -> {
                    int count = 0;
                    while (carrier.time().monotonicNanos() - begin < call.toNanos() * 3 / 2) {
                      count += number(connection, "SELECT 1");
                    }
                    return count;
                  },
                  carrier.patient());
      assertThat(statements).isPositive();
    }
  }

  @Test
  void aWriteThatIsGivenUpWhileItRunsIsNotCommitted() throws Exception {
    CountDownLatch givenUp = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    assertThatThrownBy(() ->
            database.write(
                connection -> {
                  runs.incrementAndGet();
                  update(connection, "INSERT INTO pot VALUES (1, 5)");
                  awaited(givenUp);
                  return 0;
                },
                carrier.within(Duration.ofSeconds(1))))
        .isInstanceOfSatisfying(
            AumbryException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE));
    givenUp.countDown();
    assertThat(update("INSERT INTO pot VALUES (2, 5)")).isEqualTo(1);
    assertThat(coins(1)).isEqualTo(-1);
    assertThat(runs).hasValue(1);
  }

  @Test
  void reservedReadsWaitForNoOtherReads() throws Exception {
    CountDownLatch running = new CountDownLatch(LIMITS.readers());
    CountDownLatch end = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int reader = 0; reader < LIMITS.readers(); reader++) {
        threads.execute(() ->
            database.<Integer>read(
                connection -> {
                  running.countDown();
                  awaited(end);
                  return 0;
                },
                carrier.patient()));
      }
      running.await();
      int pots =
          database
              .reserved()
              .<Integer>read(
                  connection -> number(connection, "SELECT count(*) FROM pot"), carrier.patient());
      end.countDown();
      assertThat(pots).isZero();
    }
  }

  /** Otherwise a process would stop after its load of accounts, which may last ten minutes. */
  @Test
  void aReservedReadEndsWhenItIsClosed() throws Exception {
    Database reserved = database.reserved();
    CountDownLatch running = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> reading =
          threads.submit(() ->
              reserved.read(
                  connection -> {
                    running.countDown();
                    return number(connection, slowStatement());
                  },
                  carrier.patient()));
      awaited(running);
      reserved.close();
      assertThat(reading)
          .failsWithin(LIMITS.call().dividedBy(4))
          .withThrowableThat()
          .withCauseInstanceOf(AumbryException.class);
    }
    assertThat(database.<Integer>read(c -> number(c, "SELECT 7"), carrier.patient())).isEqualTo(7);
  }

  @Test
  void moreCallsThanTheLimitAreRefused() throws Exception {
    CatalogConfig.Limits small =
        new CatalogConfig.Limits(1, 1, 1, Duration.ofSeconds(20), Duration.ofSeconds(2));
    Metrics figures = new Metrics();
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (Database limited = open(url(), small, figures);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> reading =
          threads.submit(() ->
              limited.read(
                  _ -> {
                    busy.countDown();
                    awaited(end);
                    return 0;
                  },
                  carrier.patient()));
      awaited(busy);
      Future<Integer> waiting = threads.submit(() -> limited.read(_ -> 1, carrier.patient()));
      Patience.await().until(() -> figures.value("aumbry_catalog_waiting", "read") == 1);
      assertThatThrownBy(() -> limited.read(_ -> 2, carrier.patient()))
          .isInstanceOfSatisfying(
              AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED));
      end.countDown();
      assertThat(reading.get()).isZero();
      assertThat(waiting.get()).isEqualTo(1);
    }
  }

  @Test
  void aClosedDatabaseRefusesCalls() {
    database.close();
    assertThatThrownBy(() -> database.read(_ -> 1, carrier.patient()))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SHUTTING_DOWN));
  }
}
