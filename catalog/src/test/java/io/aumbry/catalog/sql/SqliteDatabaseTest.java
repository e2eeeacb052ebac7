package io.aumbry.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteDatabaseTest extends DatabaseContract {
  @TempDir private Path folder;

  @Override
  String url() {
    return "sqlite:" + folder.resolve("catalog.db");
  }

  @Override
  String slowStatement() {
    return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n";
  }

  @Test
  void theConnectionsAreDurableAndChecked() {
    List<Integer> pragmas =
        database.write(
            connection ->
                List.of(
                    number(connection, "PRAGMA synchronous"),
                    number(connection, "PRAGMA foreign_keys"),
                    number(
                        connection,
                        "SELECT 1 FROM pragma_journal_mode WHERE journal_mode = 'wal'")),
            carrier.patient());
    assertThat(pragmas).containsExactly(2, 1, 1);
  }

  @Test
  void onlyItsOwnerMayReadTheFiles() throws Exception {
    update("INSERT INTO pot VALUES (1, 1)");
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo("rw-------");
      }
    }
  }

  @Test
  void aWriterOfAnotherProcessIsWaitedFor() throws Exception {
    CountDownLatch locked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (Database other = open(url(), LIMITS, new Metrics());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.submit(() ->
          other.write(
              connection -> {
                update(connection, "INSERT INTO pot VALUES (1, 1)");
                locked.countDown();
                awaited(end);
                return 0;
              },
              carrier.patient()));
      awaited(locked);
      Future<Integer> second = threads.submit(() -> update("INSERT INTO pot VALUES (2, 1)"));
      assertThat(coins(1)).isEqualTo(-1);
      end.countDown();
      assertThat(second.get()).isEqualTo(1);
    }
    assertThat(coins(1) + coins(2)).isEqualTo(2);
  }

  @Test
  void aWriterThatIsLockedOutUntilItsDeadlineFailsWithAReason() throws Exception {
    CountDownLatch locked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (Database other = open(url(), LIMITS, new Metrics());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.submit(() ->
          other.write(
              connection -> {
                locked.countDown();
                awaited(end);
                return 0;
              },
              carrier.patient()));
      awaited(locked);
      assertThatThrownBy(() ->
              database.write(
                  connection -> update(connection, "INSERT INTO pot VALUES (2, 1)"),
                  carrier.within(Duration.ofMillis(100))))
          .isInstanceOfSatisfying(
              AumbryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE));
      end.countDown();
    }
    assertThat(coins(2)).isEqualTo(-1);
  }

  @Test
  void dataSurvivesReopening() {
    update("INSERT INTO pot VALUES (1, 9)");
    database.close();
    database = open(url(), LIMITS, new Metrics());
    assertThat(coins(1)).isEqualTo(9);
  }
}
