package io.aumbry.frontend.name.catalog;

import io.aumbry.catalog.command.DatasetCommand.PutVersion;
import io.aumbry.catalog.command.DatasetStore;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.catalog.dataset.VersionRequest;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.frontend.name.NameCommit;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.StoredBlob;
import java.util.random.RandomGenerator;

/**
 * Commits a blob to the catalog as a version of a dataset.
 *
 * @param random makes the id of the version unique
 */
public record CatalogVersionCommit(
    Dataset dataset, VersionRequest version, Stores stores, RandomGenerator random)
    implements NameCommit<CatalogVersionCommit.Stored> {
  /** The parts of the catalog that the commit needs. */
  public record Stores(DatasetStore datasets, NameStore names) {}

  /** A blob that became a version. */
  public record Stored(StoredBlob blob, DatasetVersion version) {}

  @Override
  public Verdict<Stored> commit(StoredBlob blob, String writer, RequestContext context) {
    PutVersion put =
        new PutVersion(
            dataset.ref(),
            version,
            CatalogCommit.content(blob),
            writer,
            context.carrier().time().wallMillis(),
            random.nextLong());
    PutVersion.Result result;
    try {
      result = stores.datasets().apply(put, CatalogCommit.limited(context));
    } catch (AumbryException e) {
      return CatalogCommit.failed(e);
    }
    return switch (result) {
      case PutVersion.Stored(DatasetVersion stored, NameVersion _) ->
          new Verdict.Committed<>(new Stored(blob, stored));
      case PutVersion.Exists(DatasetVersion existing) ->
          new Verdict.Refused<>(
              new AumbryException(
                  ErrorCode.CONFLICT,
                  "Version " + existing + " of dataset " + dataset.ref().name() + " exists"));
      case PutVersion.NoDataset _ ->
          new Verdict.Refused<>(
              new AumbryException(
                  ErrorCode.NOT_FOUND, "There is no dataset " + dataset.ref().name()));
      case PutVersion.WriterFenced _ -> new Verdict.Refused<>(CatalogCommit.fenced());
    };
  }

  @Override
  public Verdict<Stored> ask(StoredBlob blob, String writer, RequestContext context) {
    return CatalogCommit.asked(stores.names(), blob, writer, context)
        .version()
        .<Verdict<Stored>>map(named -> new Verdict.Committed<>(new Stored(blob, version(named))))
        .orElseGet(() -> new Verdict.Refused<>(CatalogCommit.notCommitted()));
  }

  private DatasetVersion version(NameVersion named) {
    String key = named.name().key().text();
    return DatasetVersion.parse(dataset.schema(), key.substring(key.lastIndexOf('/') + 1));
  }
}
