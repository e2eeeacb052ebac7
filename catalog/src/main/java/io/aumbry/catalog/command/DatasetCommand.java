package io.aumbry.catalog.command;

import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.catalog.dataset.VersionStep;
import io.aumbry.catalog.name.NameVersion;
import java.util.Optional;

/**
 * A change of datasets.
 *
 * @param <R> type of the result
 */
public sealed interface DatasetCommand<R> extends Command<R> {
  <X extends Exception> R applyTo(Handler<X> handler) throws X;

  /**
   * Applies each kind of change.
   *
   * @param <X> what it may throw
   */
  interface Handler<X extends Exception> {
    Outcome create(Create create) throws X;

    Outcome update(Update update) throws X;

    PutVersion.Result putVersion(PutVersion put) throws X;

    Outcome deleteVersion(DeleteVersion delete) throws X;

    Outcome renameVersion(RenameVersion rename) throws X;

    Outcome delete(Delete delete) throws X;
  }

  /** The outcome of most changes. */
  enum Outcome {
    DONE,
    /** A part of a large change is done. The caller repeats the command. */
    UNFINISHED,
    NO_DATASET,
    NO_VERSION,
    /** A dataset or version with this name exists. */
    EXISTS,
    /** The schema of a dataset cannot be changed, or does not allow the change. */
    WRONG_SCHEMA
  }

  /** Creates a dataset. */
  record Create(Dataset dataset, long nowMillis) implements DatasetCommand<Outcome> {
    @Override
    public <X extends Exception> Outcome applyTo(Handler<X> handler) throws X {
      return handler.create(this);
    }
  }

  /** Replaces the settings that {@code dataset} has. Its schema must be that of the dataset. */
  record Update(Dataset dataset, long nowMillis) implements DatasetCommand<Outcome> {
    @Override
    public <X extends Exception> Outcome applyTo(Handler<X> handler) throws X {
      return handler.update(this);
    }
  }

  /**
   * Names a durable blob as a version, and deletes versions beyond the retention count. It cannot
   * fail between the version and its name, as they share a transaction.
   *
   * @param step by which the version must follow the latest one; empty if it may have any number
   */
  record PutVersion(
      DatasetRef dataset,
      DatasetVersion version,
      Optional<VersionStep> step,
      NameVersion.Content content,
      String writer,
      long nowMillis,
      long random)
      implements DatasetCommand<PutVersion.Result> {
    /** The outcome. */
    public sealed interface Result {}

    public record Stored(DatasetVersion version, NameVersion name) implements Result {}

    /** The version is not stored. */
    public sealed interface Refused extends Result {}

    public record Exists(DatasetVersion version) implements Refused {}

    /**
     * The version does not follow the latest one, because another upload was committed before.
     *
     * @param next the version that does
     */
    public record Outrun(DatasetVersion next) implements Result {}

    /** There is no such dataset, or it was created again with another schema. */
    public record NoDataset() implements Refused {}

    public record WriterFenced() implements Refused {}

    @Override
    public <X extends Exception> Result applyTo(Handler<X> handler) throws X {
      return handler.putVersion(this);
    }
  }

  /** Deletes a version and its blob. */
  record DeleteVersion(DatasetRef dataset, DatasetVersion version, long nowMillis)
      implements DatasetCommand<Outcome> {
    @Override
    public <X extends Exception> Outcome applyTo(Handler<X> handler) throws X {
      return handler.deleteVersion(this);
    }
  }

  /** Gives a version another number. Only the schema SEMANTIC_LONG allows it. */
  record RenameVersion(DatasetRef dataset, DatasetVersion from, DatasetVersion to, long nowMillis)
      implements DatasetCommand<Outcome> {
    @Override
    public <X extends Exception> Outcome applyTo(Handler<X> handler) throws X {
      return handler.renameVersion(this);
    }
  }

  /** Deletes a dataset at once, and a part of its versions with their blobs. */
  record Delete(DatasetRef dataset, long nowMillis) implements DatasetCommand<Outcome> {
    @Override
    public <X extends Exception> Outcome applyTo(Handler<X> handler) throws X {
      return handler.delete(this);
    }
  }
}
