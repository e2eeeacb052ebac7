package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.NameCommand;
import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameCatalog;
import io.aumbry.catalog.name.NameListing;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.WriterLease;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.catalog.sql.name.NamePages.Pace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Names in a SQL database. */
public final class SqlNames implements NameCatalog {
  /** The limit of blobs in a call of {@link #named}. */
  public static final int MAX_NAMED = 1024;

  private final Database database;
  private final NameCommits commits;
  private final NameLookups lookups;
  private final NameLookups laggingLookups;

  /** Prepares names with the usual groups. */
  public SqlNames(Database database, Duration callLimit) {
    this(database, callLimit, GroupLimits.of(database.dialect()));
  }

  /**
   * Prepares names.
   *
   * @param callLimit limits a transaction or query of a group
   */
  public SqlNames(Database database, Duration callLimit, GroupLimits limits) {
    this.database = database;
    this.commits = new NameCommits(database, limits.forCommits(), callLimit);
    this.lookups = new NameLookups(database, Consistency.LATEST, limits.forLookups(), callLimit);
    this.laggingLookups =
        new NameLookups(database, Consistency.STALE, limits.forLookups(), callLimit);
  }

  /**
   * Applies a command.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} or {@link ErrorCode#CLIENT_GONE} if the
   *     command was not started; after any other error the outcome may be unknown
   */
  public <R> R apply(NameCommand<R> command, RequestContext context) {
    Dialect dialect = database.dialect();
    return switch (command) {
      case NameChange<R> change -> commits.commit(change, context);
      case WriterCommand<R> writer ->
          database.write(
              connection -> writer.applyTo(new WriterRows(connection, dialect)), context);
      case UpkeepCommand<R> upkeep ->
          database.write(
              connection -> upkeep.applyTo(new UpkeepRows(connection, dialect)), context);
    };
  }

  @Override
  public NameLookup find(BlobName name, Freshness freshness, RequestContext context) {
    return switch (freshness) {
      case CURRENT -> lookups.find(name, context);
      case LAGGING -> laggingLookups.find(name, context);
    };
  }

  @Override
  public NameListing list(NameListing.Query query, Freshness freshness, RequestContext context) {
    long nowMillis = context.carrier().time().wallMillis();
    return database.read(
        consistency(freshness),
        connection ->
            new NamePages(connection, database.dialect(), query, nowMillis, Pace.USUAL).list(),
        context);
  }

  @Override
  public Set<BlobId> named(Collection<BlobId> blobs, RequestContext context) {
    if (blobs.size() > MAX_NAMED) {
      throw new IllegalArgumentException(
          "asked for the names of " + blobs.size() + " blobs, must be at most " + MAX_NAMED);
    }
    return database.read(
        Consistency.SNAPSHOT,
        connection -> new VersionRows(connection, database.dialect()).named(blobs),
        context);
  }

  @Override
  public List<WriterLease> writers(RequestContext context) {
    return database.read(
        connection -> new WriterRows(connection, database.dialect()).all(), context);
  }

  private static Consistency consistency(Freshness freshness) {
    return switch (freshness) {
      case CURRENT -> Consistency.LATEST;
      case LAGGING -> Consistency.STALE;
    };
  }
}
