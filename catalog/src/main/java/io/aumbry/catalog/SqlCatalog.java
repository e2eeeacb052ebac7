package io.aumbry.catalog;

import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.catalog.snapshot.SnapshotFile;
import io.aumbry.catalog.snapshot.SnapshotWatcher;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.DatabaseEnvironment;
import io.aumbry.catalog.sql.Databases;
import io.aumbry.catalog.sql.account.SqlAccounts;
import io.aumbry.protocol.cluster.CatalogRecord;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The catalog of one process: its database, and its snapshot of accounts and identities. */
public final class SqlCatalog implements Catalog, AutoCloseable {
  /** A change that was made is answered after this time, even if this process has not seen it. */
  private static final Duration REFRESH_LIMIT = Duration.ofSeconds(2);

  private static final Duration START_LIMIT = Duration.ofSeconds(5);

  private final Database database;
  private final SqlAccounts accounts;
  private final SnapshotWatcher watcher;

  /**
   * The parts of a process that the catalog uses.
   *
   * @param carrier runs timers of background work
   * @param random unpredictable
   */
  public record Environment(
      BlockingThreads threads, Carrier carrier, RandomGenerator random, Metrics metrics) {}

  private SqlCatalog(Database database, SqlAccounts accounts, SnapshotWatcher watcher) {
    this.database = database;
    this.accounts = accounts;
    this.watcher = watcher;
  }

  /** Opens the catalog for a process that deletes no blobs, whatever cluster it belongs to. */
  public static SqlCatalog open(CatalogConfig config, Path snapshot, Environment environment) {
    return open(config, snapshot, environment, Optional.empty());
  }

  /**
   * Opens the catalog, migrates its schema and loads the snapshot. If the database cannot be
   * reached, the catalog starts with the saved snapshot.
   *
   * @param snapshot the file with the saved snapshot
   * @param record the record of the cluster about its catalog
   * @throws IllegalArgumentException if a setting is wrong
   * @throws io.aumbry.protocol.error.AumbryException {@code CATALOG_UNAVAILABLE} if the schema is
   *     too new for this process, or the catalog is not that of the cluster
   */
  public static SqlCatalog open(
      CatalogConfig config,
      Path snapshot,
      Environment environment,
      Optional<CatalogRecord> record) {
    Database database =
        Databases.open(
            config,
            new DatabaseEnvironment(
                environment.threads(),
                environment.carrier().time(),
                environment.random(),
                environment.metrics()),
            record);
    SqlAccounts accounts = new SqlAccounts(database);
    SnapshotWatcher watcher =
        new SnapshotWatcher(
            new SqlAccounts(database.reserved()),
            new SnapshotFile(snapshot),
            config.snapshot().period(),
            new SnapshotWatcher.Environment(
                environment.threads(), environment.carrier(), environment.metrics()));
    // Otherwise a key that was revoked since the snapshot was saved would be valid for a moment.
    Deadline limit = Deadline.after(START_LIMIT, environment.carrier().time());
    watcher.refresh(new RequestContext("start", environment.carrier(), limit));
    return new SqlCatalog(database, accounts, watcher);
  }

  @Override
  public <R> R apply(AccountCommand<R> command, RequestContext context) {
    R result = accounts.apply(command, context);
    refresh(context);
    return result;
  }

  @Override
  public <R> R apply(IdentityCommand<R> command, RequestContext context) {
    R result = accounts.apply(command, context);
    if (!(command instanceof IdentityCommand.RecordKeyUses)) {
      refresh(context);
    }
    return result;
  }

  private void refresh(RequestContext context) {
    Deadline limit = Deadline.after(REFRESH_LIMIT, context.carrier().time());
    watcher.refresh(context.withDeadline(context.deadline().earlierOf(limit)));
  }

  @Override
  public CatalogSnapshot snapshot() {
    return watcher.snapshot();
  }

  /** Keeps the snapshot current, and tells subscribers of each new one. */
  public SnapshotWatcher watcher() {
    return watcher;
  }

  @Override
  public Map<String, Long> keyUses(List<String> keys, RequestContext context) {
    return accounts.keyUses(keys, context);
  }

  @Override
  public List<DueRemoval> dueRemovals(DueRemoval.Query query, RequestContext context) {
    return accounts.dueRemovals(query, context);
  }

  /** For names. */
  public Database database() {
    return database;
  }

  @Override
  public void close() {
    watcher.close();
    database.close();
  }
}
