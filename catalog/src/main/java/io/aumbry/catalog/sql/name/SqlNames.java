package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.NameCommand;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.DueUpkeep;
import io.aumbry.catalog.name.NameListing;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.catalog.sql.name.NamePages.Pace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Names in a SQL database. */
public final class SqlNames implements NameStore {
  /** The limit of blobs in a call of {@link #known}. */
  public static final int MAX_KNOWN = 1024;

  private final Database database;
  private final GroupCommit commits;
  private final NameLookups lookups;
  private final NameLookups laggingLookups;

  /** Prepares names with the usual groups. */
  public SqlNames(Database database, Duration callLimit) {
    this(database, callLimit, GroupLimits.of(database.dialect()));
  }

  /**
   * Prepares names.
   *
   * @param callLimit limits a query of a group. A transaction has twice this time
   */
  public SqlNames(Database database, Duration callLimit, GroupLimits limits) {
    this.database = database;
    this.commits = new GroupCommit(database, limits.forCommits(), callLimit);
    this.lookups = new NameLookups(database, Consistency.LATEST, limits.forLookups(), callLimit);
    this.laggingLookups =
        new NameLookups(database, Consistency.STALE, limits.forLookups(), callLimit);
  }

  @Override
  public <R> R apply(NameCommand<R> command, RequestContext context) {
    return switch (command) {
      case NameChange<R> change -> commits.commit(change, context);
      case WriterCommand<R> writer ->
          database.write(
              connection -> writer.applyTo(new WriterRows(connection, database.dialect())),
              context);
      case UpkeepCommand<R> upkeep ->
          database.write(
              connection -> upkeep.applyTo(new UpkeepRows(connection, database.dialect())),
              context);
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
  public Set<BlobId> known(Collection<BlobId> blobs, RequestContext context) {
    if (blobs.size() > MAX_KNOWN) {
      throw new IllegalArgumentException(
          "asked for " + blobs.size() + " blobs, must be at most " + MAX_KNOWN);
    }
    return database.read(
        Consistency.SNAPSHOT,
        connection -> {
          Set<BlobId> known = new TrashRows(connection, database.dialect()).among(blobs);
          known.addAll(new UploadBlobs(connection, database.dialect()).parts(blobs));
          new VersionRows(connection, database.dialect())
              .versionsOf(blobs)
              .forEach(version -> known.add(version.content().blob()));
          return known;
        },
        context);
  }

  @Override
  public List<WriterRecord> writers(RequestContext context) {
    return database.read(
        connection -> new WriterRows(connection, database.dialect()).all(), context);
  }

  @Override
  public DueUpkeep dueUpkeep(long nowMillis, RequestContext context) {
    return database.read(
        connection -> new UpkeepRows(connection, database.dialect()).due(nowMillis), context);
  }

  private static Consistency consistency(Freshness freshness) {
    return switch (freshness) {
      case CURRENT -> Consistency.LATEST;
      case LAGGING -> Consistency.STALE;
    };
  }
}
