package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.DatasetCommand.Outcome;
import io.aumbry.catalog.command.NameChange.DeleteBlob;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.NameChange.Removal;
import io.aumbry.catalog.command.NameChange.UpdateExpiry;
import io.aumbry.catalog.command.NameCommand;
import io.aumbry.catalog.fold.NameFold;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.util.List;
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
  private final CountDownLatch hasChanged = new CountDownLatch(1);
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
          hasChanged.countDown();
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
        await(hasChanged);
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

  /** Creates the target of a rename, and commits when a rename waits for it. */
  private Put.Result createNew() {
    return on.database.write(
        connection -> {
          Put put = on.put("new", on.blob(), Put.Mode.CREATE);
          ChangeGroup group = new ChangeGroup(connection, on.database.dialect());
          NameFold fold = new NameFold(group.load(List.of(put), true));
          Put.Result result = fold.put(put);
          group.write(fold.effects());
          hasChanged.countDown();
          await(release);
          return result;
        },
        on.carrier.patient());
  }

  @Test
  void aRenameToANameThatIsCreatedMeanwhileFindsIt() throws Exception {
    on.create("old", on.blob());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        Future<Put.Result> created = threads.submit(this::createNew);
        await(hasChanged);
        Future<Outcome> moved = threads.submit(this::move);
        Patience.await().until(() -> TestPostgres.waitingForLocks(name) == 1 || moved.isDone());
        release.countDown();
        assertThat(created.get()).isInstanceOf(Put.Stored.class);
        assertThat(moved.get()).isEqualTo(Outcome.EXISTS);
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
