package io.aumbry.tests.simulation.catalog;

import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.frontend.name.FencedLease;
import io.aumbry.frontend.name.NameCommit;
import io.aumbry.frontend.name.NameUpkeep;
import io.aumbry.frontend.name.NamedIds;
import io.aumbry.frontend.name.Removals;
import io.aumbry.frontend.name.Trash;
import io.aumbry.frontend.name.WriterRegistry;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.StoredBlob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The catalog as one frontend sees it. */
public final class CatalogConnection implements WriterRegistry, NamedIds, Trash, Removals {
  private final SimulatedCatalog catalog;
  private final CatalogState state;
  private final String name;

  CatalogConnection(SimulatedCatalog catalog, String name) {
    this.catalog = catalog;
    this.state = catalog.state();
    this.name = name;
  }

  public String name() {
    return name;
  }

  public NameUpkeep.Catalog parts() {
    return new NameUpkeep.Catalog(this, this, this, this);
  }

  @Override
  public void open(String writer, Duration transferLimit, long now, RequestContext context) {
    run(() -> state.open(writer, transferLimit, now), context);
  }

  private void run(Runnable transaction, RequestContext context) {
    catalog.call(
        () -> {
          transaction.run();
          return true;
        },
        context);
  }

  @Override
  public boolean renew(String writer, long cleanUntil, long now, RequestContext context) {
    return catalog.call(() -> state.renew(writer, cleanUntil, now), context);
  }

  @Override
  public void close(String writer, RequestContext context) {
    run(() -> state.close(writer, catalog.wallMillis()), context);
  }

  @Override
  public void fence(String writer, long now, RequestContext context) {
    run(() -> state.fence(writer, now), context);
  }

  @Override
  public Map<String, Long> renewals(RequestContext context) {
    return catalog.call(state::renewals, context);
  }

  @Override
  public void fenceExpired(String writer, long renewedMillis, long now, RequestContext context) {
    run(() -> state.fenceExpired(writer, renewedMillis, now), context);
  }

  @Override
  public List<FencedLease> fenced(RequestContext context) {
    return catalog.call(state::fenced, context);
  }

  @Override
  public OptionalLong oldestOpen(RequestContext context) {
    return catalog.call(state::oldestOpen, context);
  }

  @Override
  public Optional<String> firstOpen(RequestContext context) {
    return catalog.call(state::firstOpen, context);
  }

  @Override
  public Duration retention() {
    return SimulatedCatalog.RETENTION;
  }

  @Override
  public List<DueRemoval> due(DueRemoval.Query query, RequestContext context) {
    return catalog.call(() -> state.deleted().due(query), context);
  }

  @Override
  public boolean advance(
      DueRemoval due, DueRemoval.Step step, Duration retention, long now, RequestContext context) {
    return catalog.call(() -> state.deleted().advance(due, step, retention, now), context);
  }

  /** Names in the simulator belong to no container. */
  @Override
  public boolean dropNames(DueRemoval due, RequestContext context) {
    return false;
  }

  @Override
  public boolean claim(
      String writer, String claimant, long now, long until, RequestContext context) {
    return catalog.call(() -> state.claim(writer, claimant, now, until), context);
  }

  @Override
  public void drop(String writer, RequestContext context) {
    run(() -> state.drop(writer), context);
  }

  @Override
  public Set<BlobId> among(List<BlobId> ids, RequestContext context) {
    return catalog.call(() -> state.among(ids), context);
  }

  @Override
  public List<Trash.Row> claim(
      String claimant, int most, long now, long until, RequestContext context) {
    return catalog.call(() -> state.claimTrash(most, now, until), context);
  }

  /** Names in the simulator do not expire. */
  @Override
  public boolean addExpired(long now, RequestContext context) {
    return false;
  }

  @Override
  public void drop(List<BlobId> blobs, RequestContext context) {
    run(() -> state.dropTrash(blobs), context);
  }

  /** The blob of a name. */
  public Optional<BlobId> find(String key, RequestContext context) {
    return catalog.call(() -> state.find(key, catalog.wallMillis()), context);
  }

  /** All names. */
  public Set<String> list(RequestContext context) {
    return catalog.call(() -> Set.copyOf(state.names(catalog.wallMillis()).keySet()), context);
  }

  /** Deletes a name; returns whether there was one. */
  public boolean delete(String key, RequestContext context) {
    return catalog.remove(key, context);
  }

  /**
   * The commit of a name.
   *
   * @param replaces whether an existing name is replaced, or the commit is refused
   */
  public NameCommit<BlobId> commit(String key, boolean replaces) {
    return new NameCommit<>() {
      @Override
      public Verdict<BlobId> commit(StoredBlob blob, String writer, RequestContext context) {
        var named = new CatalogState.NewName(key, blob.id(), replaces);
        try {
          catalog.commit(named, writer, context);
          return new Verdict.Committed<>(blob.id());
        } catch (AumbryException e) {
          return e.code() == ErrorCode.CONFLICT
              ? new Verdict.Refused<>(e)
              : new Verdict.Unknown<>(e);
        }
      }

      @Override
      public Verdict<BlobId> ask(StoredBlob blob, String writer, RequestContext context) {
        return catalog.ask(writer, blob.id(), context)
            ? new Verdict.Committed<>(blob.id())
            : new Verdict.Refused<>(
                new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, "The name was not committed"));
      }
    };
  }
}
