package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A question for the outcome of a commit that has not ended. */
final class PostgresCommitsUnderWayTest {
  private final String name = TestPostgres.create();
  private final NamesFixture on = new NamesFixture(TestPostgres.url(name, TestPostgres.port()));
  private final CountDownLatch isLocked = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void close() {
    on.close();
  }

  /** Lets commits lock the lease of their writer, but lets none insert its name. */
  private boolean lockNames() {
    return on.database.write(
        connection -> {
          try (Statement lock = connection.createStatement()) {
            lock.execute("LOCK TABLE object IN SHARE MODE");
          }
          isLocked.countDown();
          awaitRelease();
          return true;
        },
        on.carrier.patient());
  }

  private void awaitRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Otherwise the frontend would delete a blob that gets its name an instant later. */
  @Test
  void theAnswerWaitsForACommitUnderWay() throws Exception {
    BlobId blob = on.blob();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        Future<Boolean> locked = threads.submit(this::lockNames);
        isLocked.await();
        Future<Put.Result> commit = threads.submit(() -> on.create("name", blob));
        Patience.await().until(() -> TestPostgres.waitingForLocks(name) == 1);
        Future<WriterCommand.Answer> answer =
            threads.submit(() -> on.apply(new WriterCommand.Ask(NamesFixture.WRITER, blob)));
        Patience.await().until(() -> TestPostgres.waitingForLocks(name) == 2 || answer.isDone());
        release.countDown();
        assertThat(locked.get()).isTrue();
        assertThat(commit.get()).isInstanceOf(Put.Stored.class);
        assertThat(answer.get().committed()).isTrue();
      } finally {
        release.countDown();
      }
    }
  }
}
