package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.DatasetCommand;
import io.aumbry.catalog.command.DatasetCommand.Outcome;
import io.aumbry.catalog.command.DatasetCommand.PutVersion;
import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.catalog.dataset.VersionSchema;
import io.aumbry.catalog.fold.NameFold;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.CountedStatements;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.protocol.blob.BlobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A frontend may be far from its database, so each statement costs the time of a round trip. */
final class PostgresStatementsTest {
  private static final int CONTAINERS = 64;
  private static final DatasetRef SET = new DatasetRef(NamesFixture.BOX, "set");

  private final NamesFixture on =
      new NamesFixture(TestPostgres.url(TestPostgres.create(), TestPostgres.port()));
  private final CountedStatements counted = new CountedStatements(on.database);
  private final SqlDatasets datasets = new SqlDatasets(counted);

  @AfterEach
  void close() {
    on.close();
  }

  private List<Put> putsInManyContainers() {
    List<Put> puts = new ArrayList<>();
    for (int i = 1; i <= CONTAINERS; i++) {
      ContainerRef container = new ContainerRef(7, i);
      BlobName name = new BlobName(container, KeyBytes.of("name"));
      puts.add(on.put(name, on.blob(container), Put.Mode.UPSERT, NamesFixture.NEVER));
    }
    return puts;
  }

  private void commit(List<? extends NameChange<?>> changes) {
    counted.write(
        connection -> {
          ChangeGroup group = new ChangeGroup(connection, counted.dialect());
          NameFold fold = new NameFold(group.load(changes, true));
          changes.forEach(change -> change.applyTo(fold));
          group.write(fold.effects());
          return true;
        },
        on.carrier.patient());
  }

  @Test
  void aGroupOfLookupsInManyContainersIsOneStatement() {
    List<Put> puts = putsInManyContainers();
    commit(puts);
    counted.take();
    List<BlobName> names = puts.stream().map(Put::name).toList();
    List<NameVersion> found =
        counted.read(
            connection -> new VersionRows(connection, counted.dialect()).newest(names),
            on.carrier.patient());
    assertThat(found).extracting(NameVersion::name).containsExactlyElementsOf(names);
    assertThat(counted.take()).isEqualTo(1);
  }

  @Test
  void aGroupOfChangesInManyContainersTakesAFewStatements() {
    commit(putsInManyContainers());
    assertThat(counted.take()).isLessThan(8);
    commit(putsInManyContainers());
    assertThat(counted.take()).isLessThan(8);
  }

  @Test
  void aLookOfASweepTakesAFewStatements() {
    SqlNames names = new SqlNames(counted, Duration.ofSeconds(30));
    BlobId named = on.blob();
    BlobId trashed = on.blob();
    on.create("trashed", trashed);
    on.delete("trashed");
    on.create("named", named);
    List<BlobId> ids = new ArrayList<>(List.of(named, trashed));
    for (int i = 0; i < 500; i++) {
      ids.add(on.blob(new ContainerRef(7, 1 + i % CONTAINERS)));
    }
    assertThat(names.known(ids, on.carrier.patient())).containsExactlyInAnyOrder(named, trashed);
    assertThat(counted.take()).isLessThan(5);
  }

  private PutVersion version(long number) {
    DatasetVersion version = new DatasetVersion(VersionSchema.MONOTONIC, List.of(number));
    NameVersion.Content content = new NameVersion.Content(on.blob(), 3, NamesFixture.NEVER);
    return new PutVersion(
        SET, version, Optional.empty(), content, NamesFixture.WRITER, on.now(), number);
  }

  private Dataset create(Optional<Integer> retentionCount) {
    Dataset.Settings settings =
        new Dataset.Settings(Optional.empty(), retentionCount, Optional.empty(), Optional.empty());
    Dataset dataset = new Dataset(SET, VersionSchema.MONOTONIC, settings);
    apply(new DatasetCommand.Create(dataset, on.now()));
    return dataset;
  }

  private <R> R apply(DatasetCommand<R> command) {
    return datasets.apply(command, on.carrier.patient());
  }

  /** Stores versions as many puts would. */
  private void insertVersions(int count) {
    String number = "int8send(n::bigint)";
    on.sql(
        "INSERT INTO object (container_ref, object_key, vseq, version_id, blob_id, modified_millis)"
            + " SELECT %d, convert_to('set/' || n, 'UTF8'), n, n, %s || int8send(0), 0"
                .formatted(NamesFixture.BOX.packed(), number)
            + " FROM generate_series(1, "
            + count
            + ") n");
    on.sql(
        "INSERT INTO dataset_version (container_ref, dataset_name, version_order, original_order,"
            + " object_key, created_millis) SELECT %d, convert_to('set', 'UTF8'), %s, %s,"
                .formatted(NamesFixture.BOX.packed(), number, number)
            + " convert_to('set/' || n, 'UTF8'), 0 FROM generate_series(1, "
            + count
            + ") n");
    on.sql("ANALYZE object, dataset_version");
  }

  @Test
  void aPutReadsFewVersionsOfALargeDataset() {
    create(Optional.empty());
    insertVersions(5000);
    counted.explain();
    assertThat(apply(version(5001))).isInstanceOf(PutVersion.Stored.class);
    assertThat(counted.scannedRows()).isBetween(1, 1000);
  }

  @Test
  void manyVersionsAreDeletedByAFewStatements() {
    create(Optional.empty());
    for (int i = 1; i <= 150; i++) {
      apply(version(i));
    }
    Dataset shorter = create(Optional.of(1));
    apply(new DatasetCommand.Update(shorter, on.now()));
    counted.take();
    assertThat(apply(version(151))).isInstanceOf(PutVersion.Stored.class);
    assertThat(counted.take()).isLessThan(25);
    assertThat(on.trash()).hasSize(100);
    assertThat(apply(new DatasetCommand.Delete(SET, on.now()))).isEqualTo(Outcome.DONE);
    assertThat(counted.take()).isLessThan(15);
    assertThat(on.trash()).hasSize(51);
  }
}
