package io.aumbry.catalog.sql.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadCommand.Abort;
import io.aumbry.catalog.command.UploadCommand.Complete;
import io.aumbry.catalog.command.UploadCommand.Complete.Bytes;
import io.aumbry.catalog.command.UploadCommand.PutPart;
import io.aumbry.catalog.sql.CuttingProxy;
import io.aumbry.catalog.sql.CuttingProxy.AtCommit;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.catalog.sql.name.NamesFixture;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands of uploads that lose their COMMIT, conflict, or wait for a lock. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PostgresUploadFailuresTest {
  private final String name = TestPostgres.create();
  private CuttingProxy proxy;
  private UploadsFixture on;

  @BeforeAll
  void open() throws Exception {
    proxy = new CuttingProxy(TestPostgres.port());
    on = new UploadsFixture(TestPostgres.url(name, proxy.port()));
  }

  @BeforeEach
  void clear() {
    on.names.clear();
  }

  @AfterAll
  void close() throws Exception {
    on.close();
    proxy.close();
  }

  /** Ways in which the database fails a transaction. */
  enum Failure {
    COMMIT_LOST,
    ANSWER_LOST,
    CONFLICT
  }

  /** Applies a command that fails in this way at its first attempt. */
  private <R> R failing(Failure failure, UploadCommand<R> command) {
    switch (failure) {
      case COMMIT_LOST -> proxy.atNextCommit(AtCommit.CUT_BEFORE);
      case ANSWER_LOST -> proxy.atNextCommit(AtCommit.CUT_AFTER);
      case CONFLICT -> refuseThreeTimes();
    }
    try {
      return on.apply(command);
    } finally {
      if (failure == Failure.CONFLICT) {
        for (String table : List.of("upload", "part")) {
          on.names.sql("DROP TRIGGER refuse ON " + table);
        }
        assertThat(tries()).as("number of writes that were tried").isGreaterThan(3);
      }
    }
  }

  /** A sequence counts the attempts, because it is not rolled back. */
  private void refuseThreeTimes() {
    on.names.sql("DROP SEQUENCE IF EXISTS tries");
    on.names.sql("CREATE SEQUENCE tries");
    on.names.sql(
        "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " IF nextval('tries') <= 3 THEN RAISE SQLSTATE '40001'; END IF;"
            + " RETURN NULL; END $$");
    for (String table : List.of("upload", "part")) {
      on.names.sql(
          "CREATE TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON "
              + table
              + " FOR EACH ROW EXECUTE FUNCTION refuse()");
    }
  }

  private long tries() {
    return on.names.database.read(
        connection -> {
          try (var select = connection.prepareStatement("SELECT last_value FROM tries");
              var row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
          }
        },
        on.names.carrier.patient());
  }

  @ParameterizedTest
  @EnumSource(Failure.class)
  void anUploadIsCreatedOnce(Failure failure) {
    UploadRef ref = on.ref("n", on.names.now());
    MultipartUpload created =
        failing(failure, new UploadCommand.Create(ref, UploadsFixture.ATTRIBUTES, on.names.now()));
    assertThat(on.find(ref)).contains(created);
  }

  @ParameterizedTest
  @EnumSource(Failure.class)
  void aPartIsStoredOnce(Failure failure) {
    UploadRef ref = on.create("n");
    Part old = on.put(ref, 1).getFirst();
    Part part = on.part(1);
    assertThat(failing(failure, new PutPart(ref, part, NamesFixture.WRITER)))
        .isEqualTo(new PutPart.Stored(part));
    assertThat(on.parts(ref)).containsExactly(part);
    assertThat(on.trash()).containsExactly(old.blob());
  }

  @ParameterizedTest
  @EnumSource(Failure.class)
  void anUploadIsCompletedOnce(Failure failure) {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1, 2);
    BlobId old = on.names.blob();
    on.names.create("n", old);
    Complete complete = on.completion(ref, parts, Bytes.COPIED);
    MultipartUpload.Done done = UploadsFixture.completed(failing(failure, complete));
    assertThat(on.find(ref).orElseThrow().state()).isEqualTo(done);
    assertThat(on.live("n")).contains(complete.object().content().blob());
    List<BlobId> ended = new ArrayList<>(UploadsFixture.blobs(parts));
    ended.add(old);
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(ended);
  }

  @ParameterizedTest
  @EnumSource(Failure.class)
  void anUploadIsAbortedOnce(Failure failure) {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1, 2);
    assertThat(failing(failure, new Abort(ref, on.names.now()))).isEqualTo(Abort.Outcome.ABORTED);
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(UploadsFixture.blobs(parts));
  }

  @ParameterizedTest
  @EnumSource(Failure.class)
  void uploadsArePurgedOnce(Failure failure) {
    List<Part> parts = on.put(on.create("n"), 1, 2);
    var purge = new UploadCommand.Purge(NamesFixture.BOX, on.names.now());
    assertThat(failing(failure, purge)).isEqualTo(1);
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(UploadsFixture.blobs(parts));
  }

  @ParameterizedTest
  @EnumSource(Failure.class)
  void uploadsAreReapedOnce(Failure failure) {
    List<Part> parts = on.put(on.create("n"), 1, 2);
    var reap = new UploadCommand.Reap(on.names.now() + MultipartUpload.MAX_OPEN.toMillis());
    assertThat(failing(failure, reap)).isEqualTo(1);
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(UploadsFixture.blobs(parts));
  }

  /** The reap finds the upload overdue, and waits for its lock. It is completed meanwhile. */
  @Test
  void aReapThatWaitedForACompletionTakesNoPartOfTheObject() throws Exception {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1, 2);
    Complete complete = on.completion(ref, parts, Bytes.REFERENCED);
    var reap = new UploadCommand.Reap(on.names.now() + MultipartUpload.MAX_OPEN.toMillis());
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch commit = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Complete.Result> completed = threads.submit(() -> complete(complete, written, commit));
      written.await();
      Future<Integer> reaped = threads.submit(() -> on.apply(reap));
      awaitLock();
      commit.countDown();
      UploadsFixture.completed(completed.get());
      assertThat(reaped.get()).isZero();
    }
    assertThat(on.parts(ref)).isEqualTo(parts);
    assertThat(on.trash()).isEmpty();
  }

  private Complete.Result complete(
      Complete complete, CountDownLatch written, CountDownLatch commit) {
    return on.names.database.write(
        connection -> {
          UploadChanges changes = new UploadChanges(connection, on.names.database.dialect());
          Complete.Result result = changes.complete(complete);
          written.countDown();
          try {
            commit.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return result;
        },
        on.names.carrier.patient());
  }

  /** Returns when a session waits for the lock of another one. */
  private void awaitLock() {
    Patience.await().until(() -> TestPostgres.waitingForLocks(name) > 0);
  }
}
