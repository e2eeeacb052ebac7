package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.DatasetCommand;
import io.aumbry.catalog.command.DatasetCommand.Outcome;
import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetLookup;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.catalog.dataset.VersionSchema;
import io.aumbry.catalog.dataset.VersionStep;
import io.aumbry.catalog.fold.NameFold;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.catalog.sql.name.DatasetVersionRows.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Changes of datasets in one transaction each. The row of the dataset is locked first, so the
 * changes of a dataset have an order.
 */
final class DatasetChanges implements DatasetCommand.Handler<SQLException> {
  /** The limit of versions that a command deletes. */
  private static final int MAX_DELETED = 100;

  /** The rows at each end of a dataset among which a put looks for versions that have ended. */
  private static final int WINDOW = 50;

  /** The versions after the latest one whose names a put by a step tries. */
  private static final int MAX_TAKEN = 100;

  private final DatasetRows datasets;
  private final DatasetVersionRows versions;
  private final ChangeGroup names;
  private final VersionRows named;
  private final NameMove move;

  DatasetChanges(Connection connection, Dialect dialect) {
    this.datasets = new DatasetRows(connection, dialect);
    this.versions = new DatasetVersionRows(connection);
    this.names = new ChangeGroup(connection, dialect);
    this.named = new VersionRows(connection, dialect);
    this.move = new NameMove(connection, dialect);
  }

  @Override
  public Outcome create(DatasetCommand.Create create) throws SQLException {
    Dataset dataset = create.dataset();
    if (datasets.insert(dataset, create.nowMillis())) {
      return Outcome.DONE;
    }
    boolean isGone =
        datasets.lock(dataset.ref()) instanceof DatasetLookup.Deleted(Dataset old)
            && versions.greatest(old).isEmpty();
    if (!isGone) {
      return Outcome.EXISTS;
    }
    datasets.update(dataset, create.nowMillis());
    return Outcome.DONE;
  }

  @Override
  public Outcome update(DatasetCommand.Update update) throws SQLException {
    Optional<Dataset> locked = lock(update.dataset().ref());
    if (locked.isEmpty()) {
      return Outcome.NO_DATASET;
    }
    Dataset old = locked.get();
    if (old.schema() != update.dataset().schema()) {
      return Outcome.WRONG_SCHEMA;
    }
    Dataset.Settings settings = old.settings().changed(update.dataset().settings());
    datasets.update(new Dataset(old.ref(), old.schema(), settings), update.nowMillis());
    return Outcome.DONE;
  }

  @Override
  public DatasetCommand.PutVersion.Result putVersion(DatasetCommand.PutVersion put)
      throws SQLException {
    Optional<Dataset> locked =
        lock(put.dataset()).filter(dataset -> dataset.schema() == put.version().schema());
    if (locked.isEmpty()) {
      return new DatasetCommand.PutVersion.NoDataset();
    }
    Dataset dataset = locked.get();
    DatasetVersion version = put.version();
    Optional<NameVersion> repeated = stored(put);
    if (repeated.isPresent()) {
      return new DatasetCommand.PutVersion.Stored(version, repeated.get());
    }
    Optional<DatasetVersion> next = outrunBy(dataset, put);
    if (next.isPresent()) {
      return new DatasetCommand.PutVersion.Outrun(next.get());
    }
    NameChange.Put named =
        new NameChange.Put(
            put.dataset().blobName(version),
            put.content(),
            NameChange.Put.Mode.CREATE,
            put.writer(),
            put.nowMillis(),
            put.random());
    return switch (apply(named)) {
      case NameChange.Put.Exists _ -> exists(dataset, put);
      case NameChange.Put.WriterFenced _ -> new DatasetCommand.PutVersion.WriterFenced();
      case NameChange.Put.Stored stored -> {
        Row row = new Row(version, version, stored.version().name());
        versions.put(put.dataset(), row, put.nowMillis());
        retain(dataset, row, put.nowMillis());
        yield new DatasetCommand.PutVersion.Stored(version, stored.version());
      }
    };
  }

  /** The name of a put that is repeated. */
  private Optional<NameVersion> stored(DatasetCommand.PutVersion put) throws SQLException {
    BlobName name = put.dataset().blobName(put.version());
    return named.versionsOf(List.of(put.content().blob())).stream()
        .filter(version -> version.name().equals(name))
        .findFirst();
  }

  /** The next version by the step of a put, if that is no longer the version of the put. */
  private Optional<DatasetVersion> outrunBy(Dataset dataset, DatasetCommand.PutVersion put)
      throws SQLException {
    if (put.step().isEmpty()) {
      return Optional.empty();
    }
    DatasetVersion latest = versions.latest(dataset);
    VersionStep step = put.step().get();
    return put.version().follows(latest, step)
        ? Optional.empty()
        : Optional.of(nextFree(dataset, latest, put)).filter(next -> !next.equals(put.version()));
  }

  /** A put by a step goes on to the next version if a name without a version has taken its own. */
  private DatasetCommand.PutVersion.Result exists(Dataset dataset, DatasetCommand.PutVersion put)
      throws SQLException {
    if (put.step().isPresent()) {
      DatasetVersion next = nextFree(dataset, versions.latest(dataset), put);
      if (!next.equals(put.version())) {
        return new DatasetCommand.PutVersion.Outrun(next);
      }
    }
    return new DatasetCommand.PutVersion.Exists(put.version());
  }

  /** The next version by the step of a put whose name is free, or the last one that was tried. */
  private DatasetVersion nextFree(
      Dataset dataset, DatasetVersion latest, DatasetCommand.PutVersion put) throws SQLException {
    List<DatasetVersion> next =
        Stream.iterate(latest, version -> version.next(put.step().orElseThrow(), put.nowMillis()))
            .skip(1)
            .limit(MAX_TAKEN)
            .toList();
    Set<BlobName> taken =
        named.newest(next.stream().map(dataset.ref()::blobName).toList()).stream()
            .filter(version -> version.isLiveAt(put.nowMillis()))
            .map(NameVersion::name)
            .collect(Collectors.toSet());
    return next.stream()
        .filter(version -> !taken.contains(dataset.ref().blobName(version)))
        .findFirst()
        .orElseGet(next::getLast);
  }

  /** Deletes versions beyond the retention count, and rows without a live name. */
  private void retain(Dataset dataset, Row stored, long nowMillis) throws SQLException {
    Optional<DatasetVersion> greatest = versions.greatest(dataset).map(Row::version);
    List<Row> dangling =
        versions.dangling(dataset, nowMillis, WINDOW).stream()
            .filter(row -> !greatest.equals(Optional.of(row.version())))
            .toList();
    versions.delete(dataset.ref(), dangling);
    Optional<Integer> count = dataset.settings().retentionCount();
    if (count.isPresent()) {
      List<Row> beyond =
          versions.live(dataset, nowMillis, count.get(), MAX_DELETED).stream()
              .filter(row -> !row.version().equals(stored.version()))
              .toList();
      deleteAll(dataset.ref(), beyond, nowMillis);
    }
  }

  private void deleteAll(DatasetRef dataset, List<Row> rows, long nowMillis) throws SQLException {
    List<NameChange.Delete> deletes =
        rows.stream().map(row -> new NameChange.Delete(row.blobName(), nowMillis)).toList();
    NameFold fold = new NameFold(names.load(deletes, true));
    deletes.forEach(fold::delete);
    names.write(fold.effects());
    versions.delete(dataset, rows);
  }

  /** Keeps the row of the version, so that its number is not used again. */
  @Override
  public Outcome deleteVersion(DatasetCommand.DeleteVersion delete) throws SQLException {
    if (lock(delete.dataset()).isEmpty()) {
      return Outcome.NO_DATASET;
    }
    Optional<Row> row = versions.find(delete.dataset(), delete.version());
    if (row.isEmpty()) {
      return Outcome.NO_VERSION;
    }
    return switch (apply(new NameChange.Delete(row.get().blobName(), delete.nowMillis()))) {
      case NameChange.Removal.NotFound _ -> Outcome.NO_VERSION;
      case NameChange.Removal.AlreadyDeleted _, NameChange.Removal.Deleted _ -> Outcome.DONE;
    };
  }

  /** Keeps the row of the greatest version, so that its number is not used again. */
  @Override
  public Outcome renameVersion(DatasetCommand.RenameVersion rename) throws SQLException {
    Optional<Dataset> locked = lock(rename.dataset());
    if (locked.isEmpty()) {
      return Outcome.NO_DATASET;
    }
    if (locked.get().schema() != VersionSchema.SEMANTIC_LONG) {
      return Outcome.WRONG_SCHEMA;
    }
    Optional<Row> source = versions.find(rename.dataset(), rename.from());
    if (source.isEmpty()) {
      return Outcome.NO_VERSION;
    }
    Row target =
        new Row(rename.to(), source.get().original(), rename.dataset().blobName(rename.to()));
    Outcome moved = move.move(source.get().blobName(), target.blobName(), rename.nowMillis());
    if (moved == Outcome.DONE) {
      versions.put(rename.dataset(), target, rename.nowMillis());
      if (versions.latest(locked.get()).compareTo(rename.from()) > 0) {
        versions.delete(rename.dataset(), List.of(source.get()));
      }
    }
    return moved;
  }

  @Override
  public Outcome delete(DatasetCommand.Delete delete) throws SQLException {
    Dataset dataset;
    switch (datasets.lock(delete.dataset())) {
      case DatasetLookup.Missing _ -> {
        return Outcome.NO_DATASET;
      }
      case DatasetLookup.Deleted(Dataset old) -> dataset = old;
      case DatasetLookup.Found(Dataset found) -> {
        dataset = found;
        datasets.delete(delete.dataset(), delete.nowMillis());
      }
    }
    List<Row> rows = versions.known(dataset, MAX_DELETED);
    deleteAll(dataset.ref(), rows, delete.nowMillis());
    if (rows.size() == MAX_DELETED) {
      return Outcome.UNFINISHED;
    }
    long old = delete.nowMillis() - NameVersion.REMEMBERED.toMillis();
    datasets.forget(dataset.ref().container(), old);
    return Outcome.DONE;
  }

  private Optional<Dataset> lock(DatasetRef dataset) throws SQLException {
    return datasets.lock(dataset) instanceof DatasetLookup.Found(Dataset found)
        ? Optional.of(found)
        : Optional.empty();
  }

  private <R> R apply(NameChange<R> change) throws SQLException {
    NameFold fold = new NameFold(names.load(List.of(change), true));
    R result = change.applyTo(fold);
    names.write(fold.effects());
    return result;
  }
}
