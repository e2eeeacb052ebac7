package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.DatasetCommand.Outcome;
import io.aumbry.catalog.command.NameChange.DeleteBlob;
import io.aumbry.catalog.command.NameChange.Removal;
import io.aumbry.catalog.command.NameChange.UpdateExpiry;
import io.aumbry.catalog.command.NameCommand;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes of a blob that wait for a rename of its version. */
final class PostgresRenameRacesTest {
  private final String name = TestPostgres.create();
  private final NamesFixture on = new NamesFixture(TestPostgres.url(name, TestPostgres.port()));
  private final CountDownLatch isMoved = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void close() {
    on.close();
  }

  private Outcome move() {
    return on.database.write(
        connection -> {
          Outcome moved =
              new NameMove(connection, on.database.dialect())
                  .move(NamesFixture.name("old"), NamesFixture.name("new"), on.now());
          isMoved.countDown();
          await(release);
          return moved;
        },
        on.carrier.patient());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Applies a command that waits for a rename, which is then committed. */
  private <R> R duringRename(NameCommand<R> command) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        Future<Outcome> moved = threads.submit(this::move);
        await(isMoved);
        Future<R> result = threads.submit(() -> on.apply(command));
        Patience.await().until(() -> TestPostgres.waitingForLocks(name) == 1 || result.isDone());
        release.countDown();
        assertThat(moved.get()).isEqualTo(Outcome.DONE);
        return result.get();
      } finally {
        release.countDown();
      }
    }
  }

  /** Otherwise the frontend would delete the blob of a version that stays live. */
  @Test
  void aDeleteOfTheBlobDeletesTheNewName() throws Exception {
    BlobId blob = on.blob();
    on.create("old", blob);
    Removal removal = duringRename(new DeleteBlob(blob, on.now()));
    assertThat(removal).isInstanceOf(Removal.Deleted.class);
    assertThat(on.find("new")).isInstanceOf(NameLookup.Deleted.class);
    assertThat(on.trash()).containsExactly(blob);
  }

  @Test
  void aTtlUpdateOfTheBlobReachesTheNewName() throws Exception {
    BlobId blob = on.blob();
    on.create("old", blob);
    UpdateExpiry update = new UpdateExpiry(blob, on.now() + 1_000_000, on.now());
    assertThat(duringRename(update)).isInstanceOf(UpdateExpiry.Updated.class);
  }
}
