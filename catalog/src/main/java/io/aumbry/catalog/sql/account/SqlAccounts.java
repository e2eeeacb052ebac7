package io.aumbry.catalog.sql.account;

import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.catalog.snapshot.Revision;
import io.aumbry.catalog.snapshot.SnapshotContent;
import io.aumbry.catalog.snapshot.SnapshotSource;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.protocol.runtime.RequestContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Accounts and identities in a SQL database. */
public final class SqlAccounts implements SnapshotSource {
  private static final String REVISION =
      "SELECT version, history FROM change_counter WHERE family = 'accounts'";

  private final Database database;

  public SqlAccounts(Database database) {
    this.database = database;
  }

  /** Applies a change. */
  public <R> R apply(AccountCommand<R> command, RequestContext context) {
    return change(rows -> command.applyTo(new AccountChanges(rows)), context);
  }

  /** Applies a change. Uses of keys are not counted as one. */
  public <R> R apply(IdentityCommand<R> command, RequestContext context) {
    return command instanceof IdentityCommand.RecordKeyUses
        ? database.write(
            connection -> command.applyTo(new IdentityChanges(new SqlRows(connection))), context)
        : change(rows -> command.applyTo(new IdentityChanges(rows)), context);
  }

  @FunctionalInterface
  private interface Change<R> {
    R apply(SqlRows rows) throws SQLException;
  }

  private <R> R change(Change<R> change, RequestContext context) {
    return database.write(
        connection -> {
          SqlRows rows = new SqlRows(connection);
          Revision before = revision(rows, database.dialect().forUpdate());
          R result = change.apply(rows);
          Optional<String> digest = rows.digest(before.history());
          if (digest.isPresent()) {
            rows.change(
                "UPDATE change_counter SET version = version + 1, history = ?"
                    + " WHERE family = 'accounts'",
                digest.get());
          }
          return result;
        },
        context);
  }

  @Override
  public Revision revision(RequestContext context) {
    return database.read(connection -> revision(new SqlRows(connection), ""), context);
  }

  private static Revision revision(SqlRows rows, String lock) throws SQLException {
    return rows.first(REVISION + lock, row -> new Revision(row.getLong(1), row.getString(2)))
        .orElseThrow();
  }

  @Override
  public CatalogSnapshot load(RequestContext context) {
    Loaded loaded = database.read(Consistency.SNAPSHOT, SqlAccounts::load, context);
    return new CatalogSnapshot(loaded.revision(), loaded.content());
  }

  private record Loaded(Revision revision, SnapshotContent content) {}

  private static Loaded load(Connection connection) throws SQLException {
    SqlRows rows = new SqlRows(connection);
    IdentityRows identities = new IdentityRows(rows);
    return new Loaded(
        revision(rows, ""),
        new SnapshotContent(
            new AccountRows(rows).all(),
            identities.users(),
            identities.keys(),
            identities.policies(),
            identities.grants()));
  }

  @Override
  public void close() {
    database.close();
  }

  /** The deleted containers to remove, from the newest committed state. */
  public List<DueRemoval> dueRemovals(DueRemoval.Query query, RequestContext context) {
    return database.read(
        connection -> new AccountRows(new SqlRows(connection)).due(query), context);
  }

  /** When keys were used last, in wall time by key id. Keys that were never used are missing. */
  public Map<String, Long> keyUses(List<String> keys, RequestContext context) {
    return database.read(
        connection -> new IdentityRows(new SqlRows(connection)).uses(keys), context);
  }
}
