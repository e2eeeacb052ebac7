package io.aumbry.frontend.name.catalog;

import io.aumbry.catalog.command.DatasetCommand.PutVersion;
import io.aumbry.catalog.command.DatasetStore;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.catalog.dataset.VersionStep;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.frontend.name.NameCommit;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.StoredBlob;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Commits a blob to the catalog as a version of a dataset. The sender must be permitted to store
 * exactly this version. If another upload takes the place of a predicted version, the commit asks
 * for permission for the next one.
 *
 * @param random makes the id of the version unique
 */
public record CatalogVersionCommit(
    Dataset dataset, Target target, Stores stores, RandomGenerator random)
    implements NameCommit<CatalogVersionCommit.Stored> {
  /**
   * The version of the blob.
   *
   * @param version as the client named it, or as predicted; the sender has permission for it
   * @param step with which the client named the version
   * @param permission for other versions that follow by the step
   */
  public record Target(
      DatasetVersion version, Optional<VersionStep> step, VersionPermission permission) {}

  /** Decides whether the sender may store a version. */
  @FunctionalInterface
  public interface VersionPermission {
    /**
     * Requires the permission for a version.
     *
     * @throws AumbryException {@code UNAUTHORIZED} or {@code FORBIDDEN}
     */
    void require(DatasetVersion version);
  }

  /** The parts of the catalog that the commit needs. */
  public record Stores(DatasetStore datasets, NameStore names) {}

  /** A blob that became a version. */
  public record Stored(StoredBlob blob, DatasetVersion version) {}

  @Override
  public Verdict<Stored> commit(StoredBlob blob, String writer, RequestContext context) {
    RequestContext limited = CatalogCommit.limited(context);
    DatasetVersion version = target.version();
    try {
      while (true) {
        switch (put(version, blob, writer, limited)) {
          case PutVersion.Stored(DatasetVersion stored, NameVersion _) -> {
            return new Verdict.Committed<>(new Stored(blob, stored));
          }
          case PutVersion.Outrun(DatasetVersion next) -> {
            target.permission().require(next);
            version = next;
          }
          case PutVersion.Refused refused -> {
            return new Verdict.Refused<>(reason(refused));
          }
        }
      }
    } catch (AumbryException e) {
      return CatalogCommit.failed(e);
    }
  }

  private PutVersion.Result put(
      DatasetVersion version, StoredBlob blob, String writer, RequestContext context) {
    PutVersion put =
        new PutVersion(
            dataset.ref(),
            version,
            target.step(),
            CatalogCommit.content(blob),
            writer,
            context.carrier().time().wallMillis(),
            random.nextLong());
    return stores.datasets().apply(put, context);
  }

  /** The error for an upload to a version that exists. */
  public static AumbryException exists(DatasetRef dataset, DatasetVersion version) {
    return new AumbryException(
        ErrorCode.CONFLICT, "Version " + version + " of dataset " + dataset.name() + " exists");
  }

  private AumbryException reason(PutVersion.Refused refused) {
    String name = dataset.ref().name();
    return switch (refused) {
      case PutVersion.Exists(DatasetVersion existing) -> exists(dataset.ref(), existing);
      case PutVersion.NoDataset _ ->
          new AumbryException(ErrorCode.NOT_FOUND, "There is no dataset " + name);
      case PutVersion.WriterFenced _ -> CatalogCommit.fenced();
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
