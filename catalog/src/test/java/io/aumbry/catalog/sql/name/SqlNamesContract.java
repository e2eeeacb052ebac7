package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.UpkeepCommand.DropNames;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameCalls;
import io.aumbry.catalog.name.NameCatalog.Freshness;
import io.aumbry.catalog.name.NameLookup;
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

  final int sql(String text) {
    return fixture().sql(text);
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

  private void containers(Container.Status status) {
    sql("DELETE FROM container WHERE account_id IN (7, 9)");
    sql("DELETE FROM account WHERE account_id IN (7, 9)");
    for (int account : List.of(7, 9)) {
      sql(
          "INSERT INTO account (account_id, name, active, snapshot_version, modified_millis,"
              + " acl_inherited, quota_resource, next_container) VALUES (%d, 'a%d', TRUE, 0, 0, FALSE, '', 10)"
                  .formatted(account, account));
      sql(
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
    on.apply(on.put(kept, on.blob(other), Put.Mode.CREATE, NameCalls.NEVER));
    for (int i = 0; i < 5; i++) {
      on.create("n" + i, on.blob());
    }
    sql(
        "INSERT INTO dataset (container_ref, dataset_name, version_schema, modified_millis)"
            + " SELECT container_ref, object_key, 'S', 0 FROM object");
    sql(
        "INSERT INTO dataset_version (container_ref, dataset_name, version_order, original_order,"
            + " object_key, created_millis)"
            + " SELECT container_ref, object_key, object_key, object_key, object_key, 0 FROM object");
    sql(
        "INSERT INTO upload (container_ref, object_key, upload_id, state, owner, storage_class,"
            + " checksum_kind, attributes, due_millis)"
            + " SELECT container_ref, object_key, object_key, 1, '', '', '', '', "
            + NameCalls.NEVER
            + " FROM object");
    sql(
        "INSERT INTO part (container_ref, object_key, upload_id, part_number, blob_id, size, etag,"
            + " checksum, modified_millis)"
            + " SELECT container_ref, object_key, object_key, 1, blob_id, 3, '', '', 0 FROM object");
    for (var status : List.of(Container.Status.ACTIVE, Container.Status.DELETE_IN_PROGRESS)) {
      containers(status);
      assertThat(on.apply(new DropNames(NameCalls.BOX, 100))).isZero();
    }
    containers(Container.Status.REMOVAL_IN_PROGRESS);
    assertThat(on.apply(new DropNames(NameCalls.BOX, 3))).isEqualTo(3);
    assertThat(on.apply(new DropNames(NameCalls.BOX, 9))).isEqualTo(9);
    containers(Container.Status.INACTIVE);
    assertThat(on.apply(new DropNames(NameCalls.BOX, 100))).isEqualTo(13);
    assertThat(on.apply(new DropNames(NameCalls.BOX, 100))).isZero();
    assertThat(on.find("n1")).isInstanceOf(NameLookup.Missing.class);
    assertThat(on.names.find(kept, Freshness.CURRENT, on.carrier.patient()))
        .isInstanceOf(NameLookup.Live.class);
    for (String table : List.of("object", "dataset", "dataset_version", "upload", "part")) {
      assertThat(sql("DELETE FROM " + table)).as(table).isEqualTo(1);
    }
  }
}
