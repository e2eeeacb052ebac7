package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.name.WriterRecord.State;
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

/** Commands for the lease of a writer with a commit that has not ended, and the reverse. */
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

  /** Otherwise overlapping commits would keep a busy frontend from renewing its lease. */
  @Test
  void aRenewalWaitsForNoCommitAndAFenceWaitsForAll() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        Future<Boolean> locked = threads.submit(this::lockNames);
        isLocked.await();
        Future<Put.Result> commit = threads.submit(() -> on.create("name", on.blob()));
        Patience.await().until(() -> TestPostgres.waitingForLocks(name) == 1);
        Future<WriterCommand.Standing> renewal = threads.submit(() -> on.apply(renewal()));
        Patience.await().until(() -> TestPostgres.waitingForLocks(name) == 2 || renewal.isDone());
        assertThat(renewal.isDone()).isTrue();
        Future<WriterCommand.Standing> fence = threads.submit(() -> on.apply(fence()));
        Patience.await().until(() -> TestPostgres.waitingForLocks(name) == 2 || fence.isDone());
        assertThat(fence.isDone()).isFalse();
        release.countDown();
        assertThat(locked.get()).isTrue();
        assertThat(commit.get()).isInstanceOf(Put.Stored.class);
        assertThat(state(fence.get())).isEqualTo(State.FENCED);
      } finally {
        release.countDown();
      }
    }
  }

  private WriterCommand.Renew renewal() {
    return new WriterCommand.Renew(NamesFixture.WRITER, on.now(), on.now());
  }

  private WriterCommand.Fence fence() {
    return new WriterCommand.Fence(NamesFixture.WRITER, Long.MAX_VALUE, on.now());
  }

  private static State state(WriterCommand.Standing standing) {
    return ((WriterCommand.Standing.Known) standing).lease().state();
  }

  @Test
  void aCommitThatWaitedForAFenceIsRefused() throws Exception {
    assertThat(commitDuring(fence())).isInstanceOf(Put.WriterFenced.class);
  }

  @Test
  void aCommitThatWaitedForACloseIsRefused() throws Exception {
    WriterCommand.Close close = new WriterCommand.Close(NamesFixture.WRITER, on.now());
    assertThat(commitDuring(close)).isInstanceOf(Put.WriterFenced.class);
  }

  /** Stores a name while a command for the lease has not been committed. */
  private Put.Result commitDuring(WriterCommand<?> command) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        Future<Object> applied = threads.submit(() -> applySlowly(command));
        isLocked.await();
        Future<Put.Result> commit = threads.submit(() -> on.create("name", on.blob()));
        Patience.await().until(() -> TestPostgres.waitingForLocks(name) == 1 || commit.isDone());
        release.countDown();
        applied.get();
        return commit.get();
      } finally {
        release.countDown();
      }
    }
  }

  private Object applySlowly(WriterCommand<?> command) {
    return on.database.write(
        connection -> {
          Object result = command.applyTo(new WriterRows(connection, on.database.dialect()));
          isLocked.countDown();
          awaitRelease();
          return result;
        },
        on.carrier.patient());
  }
}
