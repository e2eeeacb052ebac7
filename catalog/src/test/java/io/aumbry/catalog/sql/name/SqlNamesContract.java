package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.name.NameCalls;
import io.aumbry.catalog.name.NamesContract;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The promises of names on each engine. */
abstract class SqlNamesContract extends NamesContract {
  /** The URL of an empty database. */
  abstract String url() throws Exception;

  /** Makes the database refuse a row with this key. */
  abstract void refuse(String key);

  @Override
  protected final NameCalls openNames() throws Exception {
    return new NamesFixture(url());
  }

  @Override
  protected final void clearNames() {
    fixture().clear();
  }

  private NamesFixture fixture() {
    return (NamesFixture) on;
  }

  final void sql(String text) {
    fixture().sql(text);
  }

  @Override
  protected final void moveToHistory() {
    String columns =
        "container_ref, object_key, vseq, version_id, blob_id, size, modified_millis,"
            + " expires_millis, due_millis";
    fixture()
        .sql(
            "INSERT INTO object_version ("
                + columns
                + ", noncurrent_since_millis) SELECT "
                + columns
                + ", 5 FROM object");
    fixture().sql("DELETE FROM object");
  }

  @Test
  void aChangeThatTheDatabaseRefusesDoesNotFailItsGroup() throws Exception {
    refuse("bad");
    List<Future<Put.Result>> results = new ArrayList<>();
    CountDownLatch hold = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> blocker = threads.submit(() -> holdAllWriters(hold));
      for (int i = 0; i < 40; i++) {
        String key = i % 10 == 7 ? "bad" : "good" + i;
        results.add(threads.submit(() -> on.create(key, on.blob())));
      }
      hold.countDown();
      blocker.get();
    }
    for (int i = 0; i < 40; i++) {
      if (i % 10 == 7) {
        assertThat(results.get(i).state()).isEqualTo(Future.State.FAILED);
      } else {
        stored(results.get(i).get());
      }
    }
  }

  /** Later changes wait, and so share a group. */
  private void holdAllWriters(CountDownLatch hold) {
    fixture()
        .database
        .write(
            _ -> {
              try {
                hold.await();
                return 0;
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            on.carrier.patient());
  }
}
