package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.command.NameChange.DeleteBlob;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.NameChange.Removal;
import io.aumbry.catalog.command.NameChange.UpdateExpiry;
import io.aumbry.catalog.command.UpkeepCommand.DropNames;
import io.aumbry.catalog.command.UpkeepCommand.DropTrash;
import io.aumbry.catalog.command.UpkeepCommand.ReapNames;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.command.WriterCommand.Standing;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameCatalog.Freshness;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The promises of names, leases and trash, on each engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NamesContract {
  NamesFixture on;

  /** The URL of an empty database. */
  abstract String url() throws Exception;

  /** Makes the database refuse a row with this key. */
  abstract void refuse(String key);

  @BeforeAll
  void openDatabase() throws Exception {
    on = new NamesFixture(url());
  }

  @BeforeEach
  void clear() {
    on.clear();
  }

  @AfterAll
  void closeDatabase() {
    on.close();
  }

  private static NameVersion stored(Put.Result result) {
    assertThat(result).isInstanceOf(Put.Stored.class);
    return ((Put.Stored) result).version();
  }

  private static NameVersion live(NameLookup lookup) {
    assertThat(lookup).isInstanceOf(NameLookup.Live.class);
    return ((NameLookup.Live) lookup).version();
  }

  @Test
  void aStoredNameIsFoundWithAllItsFields() {
    BlobId blob = on.blob();
    Put put = on.put(NamesFixture.name("a/ü\0"), blob, Put.Mode.CREATE, on.now() + 100_000);
    NameVersion version = stored(on.apply(put));
    assertThat(version.content()).isEqualTo(put.content());
    assertThat(version.modifiedMillis()).isEqualTo(put.nowMillis());
    assertThat(version.versionId()).hasSize(32);
    assertThat(on.find("a/ü\0")).isEqualTo(new NameLookup.Live(version));
    assertThat(on.names.find(put.name(), Freshness.LAGGING, on.carrier.patient()))
        .isEqualTo(new NameLookup.Live(version));
    assertThat(on.find("a")).isEqualTo(new NameLookup.Missing());
    BlobName elsewhere = new BlobName(new ContainerRef(7, 10), put.name().key());
    assertThat(on.names.find(elsewhere, on.carrier.patient())).isEqualTo(new NameLookup.Missing());
  }

  @Test
  void aLiveNameIsReplacedOnlyByUpsert() {
    BlobId first = on.blob();
    BlobId second = on.blob();
    NameVersion version = stored(on.create("n", first));
    assertThat(on.create("n", second)).isEqualTo(new Put.Exists(version));
    assertThat(on.trash()).isEmpty();
    assertThat(stored(on.upsert("n", second)).sequence()).isGreaterThan(version.sequence());
    assertThat(live(on.find("n")).content().blob()).isEqualTo(second);
    assertThat(on.trash()).containsExactly(first);
  }

  @Test
  void aReplacedBlobRestsBeforeItIsDeleted() {
    on.create("n", on.blob());
    on.upsert("n", on.blob());
    assertThat(on.takeTrash(on.now() + 60_000)).isEmpty();
    assertThat(on.takeTrash(on.now() + TrashItem.DELAY.toMillis() + 1)).hasSize(1);
  }

  @Test
  void versionsAreOrderedAlthoughClocksAreNot() {
    NameVersion first = stored(on.create("n", on.blob()));
    NameVersion.Content content = new NameVersion.Content(on.blob(), 1, NamesFixture.NEVER);
    Put behind = new Put(first.name(), content, Put.Mode.UPSERT, NamesFixture.WRITER, 1_000, 77);
    assertThat(stored(on.apply(behind)).sequence()).isEqualTo(first.sequence() + 1);
  }

  @Test
  void aRepeatedPutHasTheSameResult() {
    Put put = on.put("n", on.blob(), Put.Mode.CREATE);
    NameVersion version = stored(on.apply(put));
    assertThat(stored(on.apply(put))).isEqualTo(version);
    Put other = on.put(NamesFixture.name("m"), put.content().blob(), Put.Mode.CREATE, 5);
    assertThatThrownBy(() -> on.apply(other))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(on.find("m")).isEqualTo(new NameLookup.Missing());
  }

  @Test
  void aDeletedNameIsRememberedAndCanBeCreatedAgain() {
    BlobId blob = on.blob();
    on.create("n", blob);
    Removal removal = on.delete("n");
    assertThat(removal).isInstanceOf(Removal.Deleted.class);
    assertThat(((Removal.Deleted) removal).trash())
        .extracting(TrashItem::blob)
        .containsExactly(blob);
    assertThat(on.find("n")).isInstanceOf(NameLookup.Deleted.class);
    assertThat(on.delete("n")).isEqualTo(new Removal.AlreadyDeleted());
    assertThat(on.delete("other")).isEqualTo(new Removal.NotFound());
    stored(on.create("n", on.blob()));
    assertThat(on.trash()).containsExactly(blob);
  }

  @Test
  void aNameEndsWithItsBlob() {
    BlobId blob = on.blob();
    on.create("n", blob);
    assertThat(on.deleteBlob(on.blob())).isEqualTo(new Removal.NotFound());
    assertThat(on.deleteBlob(blob)).isInstanceOf(Removal.Deleted.class);
    assertThat(on.deleteBlob(blob)).isEqualTo(new Removal.AlreadyDeleted());
    assertThat(on.find("n")).isInstanceOf(NameLookup.Deleted.class);
    assertThat(on.trash()).containsExactly(blob);
  }

  /** Moves the newest version of a name into the history, as versioned buckets do. */
  private void moveToHistory(String key) {
    String columns =
        "container_ref, object_key, vseq, version_id, blob_id, size, modified_millis,"
            + " expires_millis, due_millis";
    on.sql(
        "INSERT INTO object_version ("
            + columns
            + ", noncurrent_since_millis) SELECT "
            + columns
            + ", 5 FROM object");
    on.sql("DELETE FROM object");
    assertThat(on.find(key)).isEqualTo(new NameLookup.Missing());
  }

  @Test
  void theVersionBeforeADeletedOneIsNewestAgain() {
    BlobId old = on.blob();
    BlobId recent = on.blob();
    NameVersion version = stored(on.create("n", old));
    moveToHistory("n");
    on.create("n", recent);
    assertThat(on.names.known(List.of(old, recent, on.blob()), on.carrier.patient()))
        .containsExactlyInAnyOrder(old, recent);
    on.deleteBlob(recent);
    assertThat(on.find("n")).isEqualTo(new NameLookup.Live(version));
    assertThat(on.trash()).containsExactly(recent);
  }

  @Test
  void aDeleteTakesTheHistoryToo() {
    BlobId old = on.blob();
    BlobId recent = on.blob();
    on.create("n", old);
    moveToHistory("n");
    on.create("n", recent);
    on.delete("n");
    assertThat(on.trash()).containsExactlyInAnyOrder(old, recent);
    assertThat(on.deleteBlob(old)).isEqualTo(new Removal.NotFound());
  }

  @Test
  void anOlderVersionIsDeletedByItsBlob() {
    BlobId old = on.blob();
    BlobId recent = on.blob();
    on.create("n", old);
    moveToHistory("n");
    on.create("n", recent);
    on.deleteBlob(old);
    assertThat(live(on.find("n")).content().blob()).isEqualTo(recent);
    assertThat(on.trash()).containsExactly(old);
  }

  private void containers(Container.Status status) {
    on.sql("DELETE FROM container WHERE account_id IN (7, 9)");
    on.sql("DELETE FROM account WHERE account_id IN (7, 9)");
    for (int account : List.of(7, 9)) {
      on.sql(
          "INSERT INTO account (account_id, name, active, snapshot_version, modified_millis,"
              + " acl_inherited, quota_resource, next_container) VALUES (%d, 'a%d', TRUE, 0, 0, FALSE, '', 10)"
                  .formatted(account, account));
      on.sql(
          "INSERT INTO container (account_id, container_id, name, status, snapshot_version,"
              + " modified_millis, delete_trigger_millis, previously_encrypted, rules)"
              + " VALUES (%d, 9, 'c', '%s', 0, 0, 1, FALSE, '')"
                  .formatted(account, account == 7 ? status : Container.Status.ACTIVE));
    }
  }

  @Test
  void theNamesOfARemovedContainerAreDroppedAndNoOthers() {
    ContainerRef other = new ContainerRef(9, 9);
    BlobName kept = new BlobName(other, KeyBytes.of("n1"));
    on.apply(on.put(kept, on.blob(other), Put.Mode.CREATE, NamesFixture.NEVER));
    for (int i = 0; i < 5; i++) {
      on.create("n" + i, on.blob());
    }
    on.sql(
        "INSERT INTO dataset (container_ref, dataset_name, version_schema, modified_millis)"
            + " SELECT container_ref, object_key, 'S', 0 FROM object");
    on.sql(
        "INSERT INTO dataset_version (container_ref, dataset_name, version_order, original_order,"
            + " object_key, created_millis)"
            + " SELECT container_ref, object_key, object_key, object_key, object_key, 0 FROM object");
    for (var status : List.of(Container.Status.ACTIVE, Container.Status.DELETE_IN_PROGRESS)) {
      containers(status);
      assertThat(on.apply(new DropNames(NamesFixture.BOX, 100))).isZero();
    }
    containers(Container.Status.REMOVAL_IN_PROGRESS);
    assertThat(on.apply(new DropNames(NamesFixture.BOX, 3))).isEqualTo(3);
    assertThat(on.apply(new DropNames(NamesFixture.BOX, 9))).isEqualTo(9);
    containers(Container.Status.INACTIVE);
    assertThat(on.apply(new DropNames(NamesFixture.BOX, 100))).isEqualTo(3);
    assertThat(on.apply(new DropNames(NamesFixture.BOX, 100))).isZero();
    assertThat(on.find("n1")).isInstanceOf(NameLookup.Missing.class);
    assertThat(on.names.find(kept, Freshness.CURRENT, on.carrier.patient()))
        .isInstanceOf(NameLookup.Live.class);
    for (String table : List.of("object", "dataset", "dataset_version")) {
      assertThat(on.sql("DELETE FROM " + table)).as(table).isEqualTo(1);
    }
  }

  @Test
  void anExpiredNameIsHiddenThenReapedThenForgotten() {
    BlobId blob = on.blob();
    long past = on.now() - 1;
    on.apply(on.put(NamesFixture.name("n"), blob, Put.Mode.CREATE, past));
    on.create("stays", on.blob());
    assertThat(on.find("n")).isInstanceOf(NameLookup.Expired.class);
    assertThat(on.apply(new ReapNames(past - 1, 100))).isZero();
    assertThat(on.apply(new ReapNames(on.now(), 100))).isEqualTo(1);
    assertThat(on.apply(new ReapNames(on.now(), 100))).isZero();
    assertThat(on.find("n")).isInstanceOf(NameLookup.Expired.class);
    assertThat(on.trash()).containsExactly(blob);
    long later = on.now() + NameVersion.REMEMBERED.toMillis();
    assertThat(on.apply(new ReapNames(later, 100))).isEqualTo(1);
    assertThat(on.find("n")).isEqualTo(new NameLookup.Missing());
    assertThat(on.find("stays")).isInstanceOf(NameLookup.Live.class);
  }

  @Test
  void aDeletedNameIsForgottenLater() {
    on.create("n", on.blob());
    on.delete("n");
    long later = on.now() + NameVersion.REMEMBERED.toMillis() + 1;
    assertThat(on.apply(new ReapNames(later, 100))).isEqualTo(1);
    assertThat(on.delete("n")).isEqualTo(new Removal.NotFound());
    assertThat(on.trash()).hasSize(1);
  }

  @Test
  void anExpiredNameCanBeCreatedAgain() {
    BlobId blob = on.blob();
    on.apply(on.put(NamesFixture.name("n"), blob, Put.Mode.CREATE, on.now() - 1));
    stored(on.create("n", on.blob()));
    assertThat(on.trash()).containsExactly(blob);
  }

  @Test
  void aTtlUpdateChangesTheExpiry() {
    BlobId blob = on.blob();
    long soon = on.now() + 50_000;
    on.apply(on.put(NamesFixture.name("n"), blob, Put.Mode.CREATE, soon));
    assertThat(on.apply(new UpdateExpiry(blob, NamesFixture.NEVER, on.now())))
        .isInstanceOf(UpdateExpiry.Updated.class);
    assertThat(live(on.find("n")).content().expiresMillis()).isEqualTo(NamesFixture.NEVER);
    assertThat(on.apply(new ReapNames(soon + 1, 100))).isZero();
    on.delete("n");
    assertThat(on.apply(new UpdateExpiry(blob, 5, on.now()))).isEqualTo(new UpdateExpiry.NotLive());
  }

  @Test
  void trashIsLeasedToOneWorkerUntilItIsDropped() {
    on.create("n", on.blob());
    on.delete("n");
    long now = on.now();
    List<TrashItem> taken = on.takeTrash(now);
    assertThat(taken).hasSize(1);
    assertThat(on.takeTrash(now)).isEmpty();
    List<TrashItem> again = on.takeTrash(now + Duration.ofHours(1).toMillis());
    assertThat(again).extracting(TrashItem::blob).containsExactly(taken.getFirst().blob());
    List<BlobId> blobs = again.stream().map(TrashItem::blob).toList();
    assertThat(on.names.known(blobs, on.carrier.patient())).containsExactlyElementsOf(blobs);
    assertThat(on.apply(new DropTrash(blobs))).isEqualTo(1);
    assertThat(on.apply(new DropTrash(blobs))).isZero();
    assertThat(on.trash()).isEmpty();
  }

  @Test
  void aLeaseHasThreeStates() {
    String writer = "frontend-34";
    assertThat(on.apply(new WriterCommand.Renew(writer, 5, 6))).isEqualTo(new Standing.Unknown());
    on.apply(new WriterCommand.Open(writer, Duration.ofHours(2), 1000));
    assertThat(on.apply(new WriterCommand.Renew(writer, 1500, 2000)))
        .isEqualTo(new Standing.Known(lease(writer, WriterRecord.State.OPEN, 1500, 2000, 0)));
    assertThat(on.apply(new WriterCommand.Fence(writer, 1999, 3000)))
        .as("was renewed since")
        .isEqualTo(new Standing.Known(lease(writer, WriterRecord.State.OPEN, 1500, 2000, 0)));
    assertThat(on.apply(new WriterCommand.Forget(writer))).isInstanceOf(Standing.Known.class);
    Standing fenced =
        new Standing.Known(lease(writer, WriterRecord.State.FENCED, 1500, 2000, 3000));
    assertThat(on.apply(new WriterCommand.Fence(writer, 2000, 3000))).isEqualTo(fenced);
    assertThat(on.apply(new WriterCommand.Renew(writer, 1, 4000))).isEqualTo(fenced);
    assertThat(on.apply(new WriterCommand.Close(writer, 4000))).isEqualTo(fenced);
    assertThat(on.apply(new WriterCommand.Open(writer, Duration.ofHours(2), 5000)))
        .isEqualTo(fenced);
    assertThat(on.names.writers(on.carrier.patient()))
        .contains(lease(writer, WriterRecord.State.FENCED, 1500, 2000, 3000))
        .hasSize(2);
    assertThat(on.apply(new WriterCommand.Forget(writer))).isEqualTo(new Standing.Unknown());
  }

  private static WriterRecord lease(
      String writer, WriterRecord.State state, long clean, long renewed, long ended) {
    return new WriterRecord(writer, state, clean, renewed, Duration.ofHours(2), ended);
  }

  @Test
  void oneProcessSweepsAfterALease() {
    String writer = "frontend-2";
    on.open(writer);
    assertThat(on.apply(new WriterCommand.Claim(writer, "a", 10, 20))).as("open").isFalse();
    on.apply(new WriterCommand.Fence(writer, Long.MAX_VALUE, on.now()));
    assertThat(on.apply(new WriterCommand.Claim(writer, "a", 10, 20))).isTrue();
    assertThat(on.apply(new WriterCommand.Claim(writer, "b", 15, 30))).isFalse();
    assertThat(on.apply(new WriterCommand.Claim(writer, "a", 15, 30))).isTrue();
    assertThat(on.apply(new WriterCommand.Claim(writer, "b", 30, 40))).isTrue();
    assertThat(on.apply(new WriterCommand.Claim("unknown", "b", 30, 40))).isFalse();
  }

  @Test
  void theOutcomeOfAPutIsKnown() {
    BlobId blob = on.blob();
    assertThat(on.apply(new WriterCommand.Ask(NamesFixture.WRITER, blob)))
        .isEqualTo(new WriterCommand.Answer(false, Optional.empty()));
    NameVersion version = stored(on.create("n", blob));
    assertThat(on.apply(new WriterCommand.Ask(NamesFixture.WRITER, blob)))
        .isEqualTo(new WriterCommand.Answer(true, Optional.of(version)));
    on.upsert("n", on.blob());
    assertThat(on.apply(new WriterCommand.Ask(NamesFixture.WRITER, blob)))
        .isEqualTo(new WriterCommand.Answer(true, Optional.empty()));
  }

  @Test
  void aWriterWithoutAnOpenLeaseCommitsNothing() {
    Put put = on.put("n", on.blob(), Put.Mode.CREATE);
    on.apply(new WriterCommand.Fence(NamesFixture.WRITER, Long.MAX_VALUE, on.now()));
    assertThat(on.apply(put)).isEqualTo(new Put.WriterFenced());
    assertThat(on.find("n")).isEqualTo(new NameLookup.Missing());
    assertThat(on.names.known(List.of(put.content().blob()), on.carrier.patient())).isEmpty();
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
    on.database.write(
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

  @Test
  void aContainerOfAnotherBlobIsRefused() {
    BlobId foreign = on.blob(new ContainerRef(7, 8));
    assertThatThrownBy(() -> on.put("n", foreign, Put.Mode.CREATE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NamesFixture.name("x".repeat(1401)))
        .hasMessageContaining("1401 bytes, must be 1 to 1400");
    assertThat(KeyBytes.of(new byte[] {1, -1, -1}).successor())
        .isEqualTo(KeyBytes.of(new byte[] {2}));
  }

  @Test
  void aBlobOfAnotherContainerIsDeletedByItsId() {
    ContainerRef other = new ContainerRef(8, 1);
    BlobId blob = on.blob(other);
    on.apply(
        on.put(new BlobName(other, KeyBytes.of("n")), blob, Put.Mode.CREATE, NamesFixture.NEVER));
    assertThat(on.apply(new DeleteBlob(blob, on.now()))).isInstanceOf(Removal.Deleted.class);
  }
}
