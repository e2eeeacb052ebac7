package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.command.DatasetCommand;
import io.aumbry.catalog.command.DatasetCommand.Outcome;
import io.aumbry.catalog.command.DatasetCommand.PutVersion;
import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetCatalog.Page;
import io.aumbry.catalog.dataset.DatasetLookup;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.catalog.dataset.VersionLookup;
import io.aumbry.catalog.dataset.VersionRequest;
import io.aumbry.catalog.dataset.VersionSchema;
import io.aumbry.catalog.dataset.VersionStep;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.protocol.blob.BlobId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The promises of datasets, on each engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DatasetsContract {
  private static final DatasetRef REF = new DatasetRef(NamesFixture.BOX, "set");

  private NamesFixture on;
  private SqlDatasets datasets;

  abstract String url() throws Exception;

  @BeforeAll
  void open() throws Exception {
    on = new NamesFixture(url());
    datasets = new SqlDatasets(on.database);
  }

  @BeforeEach
  void clear() {
    on.clear();
  }

  @AfterAll
  void close() {
    on.close();
  }

  private static Dataset.Settings settings(@Nullable Integer count, @Nullable Duration time) {
    return new Dataset.Settings(
        Optional.empty(), Optional.ofNullable(count), Optional.ofNullable(time), Optional.empty());
  }

  private Dataset create(VersionSchema schema, @Nullable Integer count) {
    Dataset dataset = new Dataset(REF, schema, settings(count, null));
    assertThat(apply(new DatasetCommand.Create(dataset, on.now()))).isEqualTo(Outcome.DONE);
    return dataset;
  }

  private <R> R apply(DatasetCommand<R> command) {
    return datasets.apply(command, on.carrier.patient());
  }

  /** Predicts a relative version, until no other upload takes its place. */
  private PutVersion.Result put(VersionSchema schema, String version, BlobId blob) {
    return switch (VersionRequest.parse(schema, version)) {
      case VersionRequest.Exact(DatasetVersion exact) -> put(exact, Optional.empty(), blob);
      case VersionRequest.Relative(VersionStep step) -> {
        PutVersion.Result result = new PutVersion.Outrun(next(schema, step));
        while (result instanceof PutVersion.Outrun(DatasetVersion next)) {
          result = put(next, Optional.of(step), blob);
        }
        yield result;
      }
    };
  }

  private DatasetVersion next(VersionSchema schema, VersionStep step) {
    return datasets.next(
        new Dataset(REF, schema, settings(null, null)), step, on.carrier.patient());
  }

  private PutVersion.Result put(DatasetVersion version, Optional<VersionStep> step, BlobId blob) {
    return apply(
        new PutVersion(
            REF,
            version,
            step,
            new NameVersion.Content(blob, 3, NamesFixture.NEVER),
            NamesFixture.WRITER,
            on.now(),
            4));
  }

  private String stored(VersionSchema schema, String version) {
    return stored(schema, version, on.blob());
  }

  private String stored(VersionSchema schema, String version, BlobId blob) {
    PutVersion.Result result = put(schema, version, blob);
    assertThat(result).isInstanceOf(PutVersion.Stored.class);
    return ((PutVersion.Stored) result).version().toString();
  }

  private VersionLookup find(VersionSchema schema, String version) {
    return datasets.find(REF, VersionRequest.parse(schema, version), on.carrier.patient());
  }

  private Page versions(Dataset dataset, String start, int limit) {
    Optional<DatasetVersion> first =
        Optional.of(start)
            .filter(text -> !text.isEmpty())
            .map(text -> DatasetVersion.parse(dataset.schema(), text));
    return datasets.versions(dataset, first, limit, on.carrier.patient());
  }

  @Test
  void aDatasetIsCreatedAndUpdated() {
    Dataset.Settings first =
        new Dataset.Settings(
            Optional.of("keep"),
            Optional.of(5),
            Optional.of(Duration.ofHours(2)),
            Optional.of(Map.of("team", "ü\"x")));
    Dataset dataset = new Dataset(REF, VersionSchema.SEMANTIC, first);
    assertThat(apply(new DatasetCommand.Update(dataset, 1))).isEqualTo(Outcome.NO_DATASET);
    assertThat(apply(new DatasetCommand.Create(dataset, 1))).isEqualTo(Outcome.DONE);
    assertThat(apply(new DatasetCommand.Create(dataset, 1))).isEqualTo(Outcome.EXISTS);
    assertThat(datasets.find(REF, on.carrier.patient()))
        .isEqualTo(new DatasetLookup.Found(dataset));
    Dataset change = new Dataset(REF, VersionSchema.SEMANTIC, settings(9, null));
    assertThat(apply(new DatasetCommand.Update(change, 2))).isEqualTo(Outcome.DONE);
    assertThat(datasets.find(REF, on.carrier.patient()))
        .isEqualTo(
            new DatasetLookup.Found(
                new Dataset(REF, VersionSchema.SEMANTIC, first.changed(settings(9, null)))));
    Dataset other = new Dataset(REF, VersionSchema.MONOTONIC, settings(9, null));
    assertThat(apply(new DatasetCommand.Update(other, 3))).isEqualTo(Outcome.WRONG_SCHEMA);
  }

  @Test
  void impossibleSettingsAreNamed() {
    assertThatThrownBy(() -> settings(0, null)).hasMessageContaining("retentionCount is 0");
    assertThatThrownBy(() -> settings(null, Duration.ZERO))
        .hasMessageContaining("retentionTimeInSeconds is 0");
    assertThatThrownBy(() -> new DatasetRef(NamesFixture.BOX, "_x"))
        .hasMessageContaining("dataset name '_x' must match");
  }

  @Test
  void versionsAreNumberedAndFound() {
    VersionSchema schema = VersionSchema.SEMANTIC;
    assertThat(put(schema, "LATEST", on.blob())).isEqualTo(new PutVersion.NoDataset());
    assertThat(find(schema, "LATEST")).isEqualTo(new VersionLookup.NoDataset());
    Dataset dataset = create(schema, null);
    assertThat(find(schema, "LATEST")).isEqualTo(new VersionLookup.NoVersion());
    assertThat(stored(schema, "LATEST")).isEqualTo("0.0.1");
    assertThat(stored(schema, "MINOR")).isEqualTo("0.1.0");
    assertThat(stored(schema, "0.0.7")).isEqualTo("0.0.7");
    assertThat(stored(schema, "PATCH")).isEqualTo("0.1.1");
    BlobId blob = on.blob();
    assertThat(stored(schema, "MAJOR", blob)).isEqualTo("1.0.0");
    assertThat(put(schema, "1.0.0", on.blob())).isInstanceOf(PutVersion.Exists.class);
    assertThat(find(schema, "LATEST")).isEqualTo(find(schema, "1.0.0"));
    assertThat(on.find("set/1.0.0")).isInstanceOf(NameLookup.Live.class);
    assertThat(versions(dataset, "", 10).entries())
        .containsExactly("0.0.1", "0.0.7", "0.1.0", "0.1.1", "1.0.0");
    assertThat(versions(dataset, "", 2))
        .isEqualTo(new Page(List.of("0.0.1", "0.0.7"), Optional.of("0.1.0")));
    assertThat(versions(dataset, "0.1.0", 3).next()).isEmpty();
  }

  /** A plain upload may have begun before the dataset was created. */
  @Test
  void aPutOfANameDoesNotReplaceAVersion() {
    VersionSchema schema = VersionSchema.MONOTONIC;
    for (String other : List.of("other/1", "set/x", "set/1/1")) {
      on.upsert(other, on.blob());
      assertThat(on.upsert(other, on.blob())).isInstanceOf(NameChange.Put.Stored.class);
    }
    create(schema, null);
    stored(schema, "1");
    NameLookup version = on.find("set/1");
    assertThat(on.upsert("set/1", on.blob())).isInstanceOf(NameChange.Put.Exists.class);
    assertThat(on.find("set/1")).isEqualTo(version);
    assertThat(on.upsert("set/x", on.blob())).isInstanceOf(NameChange.Put.Stored.class);
  }

  /** The answer of the first put may have been lost. */
  @Test
  void aRepeatedPutByAStepFindsItsVersion() {
    VersionSchema schema = VersionSchema.MONOTONIC;
    create(schema, null);
    BlobId blob = on.blob();
    DatasetVersion first = next(schema, VersionStep.LATEST);
    PutVersion.Result result = put(first, Optional.of(VersionStep.LATEST), blob);
    assertThat(result).isInstanceOf(PutVersion.Stored.class);
    stored(schema, "LATEST");
    assertThat(put(first, Optional.of(VersionStep.LATEST), blob)).isEqualTo(result);
  }

  @Test
  void versionsBeyondTheCountAreDeleted() {
    VersionSchema schema = VersionSchema.MONOTONIC;
    Dataset dataset = create(schema, 2);
    List<BlobId> blobs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      blobs.add(on.blob());
      stored(schema, "LATEST", blobs.getLast());
    }
    assertThat(versions(dataset, "", 10).entries()).containsExactly("4", "5");
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(blobs.subList(0, 3));
    assertThat(stored(schema, "1")).as("the version just stored stays").isEqualTo("1");
    assertThat(versions(dataset, "", 10).entries()).containsExactly("1", "4", "5");
  }

  @Test
  void aDeletedVersionIsNotNumberedAgain() {
    VersionSchema schema = VersionSchema.MONOTONIC;
    Dataset dataset = create(schema, null);
    stored(schema, "LATEST");
    stored(schema, "LATEST");
    DatasetVersion second = DatasetVersion.parse(schema, "2");
    assertThat(apply(new DatasetCommand.DeleteVersion(REF, second, on.now())))
        .isEqualTo(Outcome.DONE);
    assertThat(apply(new DatasetCommand.DeleteVersion(REF, second, on.now())))
        .isEqualTo(Outcome.DONE);
    assertThat(find(schema, "2"))
        .isInstanceOfSatisfying(
            VersionLookup.Found.class,
            found -> assertThat(found.name()).isInstanceOf(NameLookup.Deleted.class));
    assertThat(find(schema, "LATEST")).isEqualTo(find(schema, "1"));
    assertThat(stored(schema, "LATEST")).isEqualTo("3");
    on.delete("set/3");
    assertThat(versions(dataset, "", 10).entries()).containsExactly("1");
    assertThat(stored(schema, "LATEST")).isEqualTo("4");
    DatasetVersion unknown = DatasetVersion.parse(schema, "9");
    assertThat(apply(new DatasetCommand.DeleteVersion(REF, unknown, on.now())))
        .isEqualTo(Outcome.NO_VERSION);
  }

  @Test
  void aVersionIsRenamed() {
    VersionSchema schema = VersionSchema.SEMANTIC_LONG;
    Dataset dataset = create(schema, null);
    BlobId blob = on.blob();
    stored(schema, "1.0.0.1", blob);
    stored(schema, "2.0.0.0");
    assertThat(rename("1.0.0.1", "2.0.0.0")).isEqualTo(Outcome.EXISTS);
    assertThat(rename("7.0.0.0", "8.0.0.0")).isEqualTo(Outcome.NO_VERSION);
    assertThat(rename("1.0.0.1", "3.0.0.0")).isEqualTo(Outcome.DONE);
    assertThat(find(schema, "1.0.0.1")).isEqualTo(new VersionLookup.NoVersion());
    assertThat(find(schema, "LATEST"))
        .isInstanceOfSatisfying(
            VersionLookup.Found.class,
            found -> {
              assertThat(found.version()).hasToString("3.0.0.0");
              assertThat(found.original()).hasToString("1.0.0.1");
              assertThat(((NameLookup.Live) found.name()).version().content().blob())
                  .isEqualTo(blob);
            });
    assertThat(on.find("set/3.0.0.0")).isInstanceOf(NameLookup.Live.class);
    assertThat(rename("2.0.0.0", "1.0.0.1")).isEqualTo(Outcome.DONE);
    on.delete("set/1.0.0.1");
    assertThat(rename("3.0.0.0", "1.0.0.1")).as("to a deleted one").isEqualTo(Outcome.DONE);
    assertThat(versions(dataset, "", 10).entries()).containsExactly("1.0.0.1");
    assertThat(on.trash()).hasSize(1);
  }

  private Outcome rename(String from, String to) {
    return apply(
        new DatasetCommand.RenameVersion(
            REF,
            DatasetVersion.parse(VersionSchema.SEMANTIC_LONG, from),
            DatasetVersion.parse(VersionSchema.SEMANTIC_LONG, to),
            on.now()));
  }

  @Test
  void onlySemanticLongVersionsAreRenamed() {
    create(VersionSchema.SEMANTIC, null);
    assertThat(rename("1.0.0.0", "2.0.0.0")).isEqualTo(Outcome.WRONG_SCHEMA);
  }

  @Test
  void aDeletedDatasetTakesItsVersions() {
    VersionSchema schema = VersionSchema.MONOTONIC;
    Dataset dataset = create(schema, null);
    for (int i = 0; i < 130; i++) {
      stored(schema, "LATEST");
    }
    assertThat(apply(new DatasetCommand.Delete(REF, on.now()))).isEqualTo(Outcome.UNFINISHED);
    assertThat(datasets.find(REF, on.carrier.patient()))
        .isEqualTo(new DatasetLookup.Deleted(dataset));
    assertThat(put(schema, "LATEST", on.blob())).isEqualTo(new PutVersion.NoDataset());
    assertThat(apply(new DatasetCommand.Create(dataset, on.now()))).isEqualTo(Outcome.EXISTS);
    assertThat(apply(new DatasetCommand.Delete(REF, on.now()))).isEqualTo(Outcome.DONE);
    assertThat(on.trash()).hasSize(130);
    assertThat(apply(new DatasetCommand.Create(dataset, on.now()))).isEqualTo(Outcome.DONE);
    assertThat(stored(schema, "LATEST")).isEqualTo("1");
    assertThat(apply(new DatasetCommand.Delete(REF, on.now()))).isEqualTo(Outcome.DONE);
    long later = on.now() + NameVersion.REMEMBERED.toMillis() + 1;
    assertThat(apply(new DatasetCommand.Delete(REF, later))).isEqualTo(Outcome.DONE);
    assertThat(datasets.find(REF, on.carrier.patient())).isEqualTo(new DatasetLookup.Missing());
  }

  @Test
  void datasetsAreListedInPages() {
    for (String name : List.of("b", "a", "Z", "c", "a.1")) {
      DatasetRef ref = new DatasetRef(NamesFixture.BOX, name);
      apply(
          new DatasetCommand.Create(
              new Dataset(ref, VersionSchema.MONOTONIC, settings(null, null)), 1));
    }
    apply(new DatasetCommand.Delete(new DatasetRef(NamesFixture.BOX, "b"), on.now()));
    assertThat(datasets.list(NamesFixture.BOX, "", 2, on.carrier.patient()))
        .isEqualTo(new Page(List.of("Z", "a"), Optional.of("a.1")));
    assertThat(datasets.list(NamesFixture.BOX, "a.1", 2, on.carrier.patient()))
        .isEqualTo(new Page(List.of("a.1", "c"), Optional.empty()));
  }

  @Test
  void concurrentVersionsGetDifferentNumbers() throws Exception {
    Dataset dataset = create(VersionSchema.MONOTONIC, null);
    List<Future<String>> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        results.add(threads.submit(() -> stored(VersionSchema.MONOTONIC, "LATEST")));
      }
    }
    HashSet<String> versions = new HashSet<>();
    for (Future<String> result : results) {
      versions.add(result.get());
    }
    assertThat(versions).hasSize(20);
    assertThat(versions(dataset, "", 100).entries()).hasSize(20);
  }

  @Test
  void aPredictedVersionThatAnotherUploadOvertookIsNotStored() {
    VersionSchema schema = VersionSchema.SEMANTIC;
    Dataset dataset = create(schema, null);
    DatasetVersion predicted = next(schema, VersionStep.MINOR);
    assertThat(predicted).hasToString("0.1.0");
    assertThat(stored(schema, "0.3.7")).isEqualTo("0.3.7");
    Optional<VersionStep> minor = Optional.of(VersionStep.MINOR);
    assertThat(put(predicted, minor, on.blob()))
        .isEqualTo(new PutVersion.Outrun(DatasetVersion.parse(schema, "0.4.0")));
    assertThat(versions(dataset, "", 10).entries()).containsExactly("0.3.7");
    assertThat(put(next(schema, VersionStep.MINOR), minor, on.blob()))
        .isInstanceOf(PutVersion.Stored.class);
  }

  @Test
  void theNumberOfARenamedVersionIsNotUsedAgain() {
    VersionSchema schema = VersionSchema.SEMANTIC_LONG;
    Dataset dataset = create(schema, null);
    assertThat(stored(schema, "LATEST")).isEqualTo("0.0.0.1");
    assertThat(stored(schema, "LATEST")).isEqualTo("0.0.0.2");
    DatasetVersion second = DatasetVersion.parse(schema, "0.0.0.2");
    DatasetVersion zero = DatasetVersion.parse(schema, "0.0.0.0");
    assertThat(apply(new DatasetCommand.RenameVersion(REF, second, zero, on.now())))
        .isEqualTo(Outcome.DONE);
    assertThat(apply(new DatasetCommand.RenameVersion(REF, second, zero, on.now())))
        .isEqualTo(Outcome.NO_VERSION);
    assertThat(versions(dataset, "", 10).entries()).containsExactly("0.0.0.0", "0.0.0.1");
    assertThat(find(schema, "LATEST")).isEqualTo(find(schema, "0.0.0.1"));
    assertThat(stored(schema, "LATEST")).isEqualTo("0.0.0.3");
  }

  /** Otherwise each later upload of the dataset would be refused. */
  @Test
  void aNameThatIsNoVersionIsSkippedByAStep() {
    VersionSchema schema = VersionSchema.MONOTONIC;
    create(schema, null);
    assertThat(stored(schema, "LATEST")).isEqualTo("1");
    on.create("set/2", on.blob());
    on.create("set/3", on.blob());
    assertThat(put(schema, "2", on.blob())).isInstanceOf(PutVersion.Exists.class);
    assertThat(stored(schema, "LATEST")).isEqualTo("4");
    assertThat(stored(schema, "LATEST")).isEqualTo("5");
    for (int i = 6; i < 200; i++) {
      on.create("set/" + i, on.blob());
    }
    assertThat(put(schema, "LATEST", on.blob())).isInstanceOf(PutVersion.Exists.class);
  }

  @Test
  void aPredictedTimestampIsStoredUnlessALaterOneExists() {
    VersionSchema schema = VersionSchema.TIMESTAMP;
    create(schema, null);
    Optional<VersionStep> latest = Optional.of(VersionStep.LATEST);
    DatasetVersion predicted = next(schema, VersionStep.LATEST);
    long first = predicted.numbers().getFirst();
    DatasetVersion earlier = new DatasetVersion(schema, List.of(first - 10));
    assertThat(put(earlier, latest, on.blob())).isInstanceOf(PutVersion.Stored.class);
    assertThat(put(predicted, latest, on.blob())).isInstanceOf(PutVersion.Stored.class);
    DatasetVersion late = new DatasetVersion(schema, List.of(first - 5));
    assertThat(put(late, latest, on.blob())).isInstanceOf(PutVersion.Outrun.class);
  }

  /** Otherwise a version of the wrong form would make the dataset unreadable. */
  @Test
  void aVersionOfADatasetThatWasCreatedAgainWithAnotherSchemaIsNotStored() {
    Dataset dataset = create(VersionSchema.SEMANTIC, null);
    DatasetVersion version = next(VersionSchema.SEMANTIC, VersionStep.MAJOR);
    apply(new DatasetCommand.Delete(REF, on.now()));
    create(VersionSchema.MONOTONIC, null);
    assertThat(put(version, Optional.empty(), on.blob())).isEqualTo(new PutVersion.NoDataset());
    assertThat(put(version, Optional.of(VersionStep.MAJOR), on.blob()))
        .isEqualTo(new PutVersion.NoDataset());
    assertThat(versions(dataset, "", 10).entries()).isEmpty();
  }

  @Test
  void aFencedWriterStoresNoVersion() {
    Dataset dataset = create(VersionSchema.MONOTONIC, null);
    on.apply(new WriterCommand.Fence(NamesFixture.WRITER, Long.MAX_VALUE, on.now()));
    assertThat(put(VersionSchema.MONOTONIC, "LATEST", on.blob()))
        .isEqualTo(new PutVersion.WriterFenced());
    assertThat(versions(dataset, "", 100).entries()).isEmpty();
    assertThat(on.apply(new NameChange.Delete(NamesFixture.name("set/1"), on.now())))
        .isEqualTo(new NameChange.Removal.NotFound());
  }
}
