package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.DatasetCommand;
import io.aumbry.catalog.command.DatasetStore;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetLookup;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.DatasetVersion;
import io.aumbry.catalog.dataset.VersionLookup;
import io.aumbry.catalog.dataset.VersionRequest;
import io.aumbry.catalog.dataset.VersionStep;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.catalog.sql.name.DatasetVersionRows.Row;
import io.aumbry.protocol.runtime.RequestContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Datasets in a SQL database. */
public final class SqlDatasets implements DatasetStore {
  private final Database database;

  public SqlDatasets(Database database) {
    this.database = database;
  }

  @Override
  public <R> R apply(DatasetCommand<R> command, RequestContext context) {
    return database.write(
        connection -> command.applyTo(new DatasetChanges(connection, database.dialect())), context);
  }

  @Override
  public DatasetLookup find(DatasetRef dataset, RequestContext context) {
    return database.read(connection -> datasets(connection).find(dataset), context);
  }

  @Override
  public VersionLookup find(DatasetRef dataset, VersionRequest version, RequestContext context) {
    long nowMillis = context.carrier().time().wallMillis();
    return database.read(
        Consistency.SNAPSHOT,
        connection -> {
          if (!(datasets(connection).find(dataset) instanceof DatasetLookup.Found(Dataset found))) {
            return new VersionLookup.NoDataset();
          }
          Optional<Row> row = row(connection, found, version, nowMillis);
          return row.isPresent()
              ? lookup(connection, row.get(), nowMillis)
              : new VersionLookup.NoVersion();
        },
        context);
  }

  @Override
  public DatasetVersion next(Dataset dataset, VersionStep step, RequestContext context) {
    long nowMillis = context.carrier().time().wallMillis();
    return database
        .read(connection -> new DatasetVersionRows(connection).latest(dataset), context)
        .next(step, nowMillis);
  }

  private static Optional<Row> row(
      Connection connection, Dataset dataset, VersionRequest version, long nowMillis)
      throws SQLException {
    DatasetVersionRows versions = new DatasetVersionRows(connection);
    return switch (version) {
      case VersionRequest.Exact(DatasetVersion exact) -> versions.find(dataset.ref(), exact);
      case VersionRequest.Relative _ -> versions.latestLive(dataset, nowMillis);
    };
  }

  private VersionLookup lookup(Connection connection, Row row, long nowMillis) throws SQLException {
    NameLookup name =
        new VersionRows(connection, database.dialect())
            .newest(List.of(row.blobName())).stream()
                .findFirst()
                .map(version -> NameLookup.of(version, nowMillis))
                .orElseGet(NameLookup.Missing::new);
    return new VersionLookup.Found(row.version(), row.original(), name);
  }

  @Override
  public Page list(ContainerRef container, String start, int limit, RequestContext context) {
    checkLimit(limit);
    List<String> names =
        database.read(
            connection -> datasets(connection).list(container, start, limit + 1), context);
    return Page.of(names, limit);
  }

  @Override
  public Page versions(
      Dataset dataset, Optional<DatasetVersion> start, int limit, RequestContext context) {
    checkLimit(limit);
    DatasetVersion first = start.orElseGet(() -> DatasetVersion.zero(dataset.schema()));
    long nowMillis = context.carrier().time().wallMillis();
    List<Row> rows =
        database.read(
            connection ->
                new DatasetVersionRows(connection).page(dataset, first, limit + 1, nowMillis),
            context);
    return Page.of(rows.stream().map(row -> row.version().toString()).toList(), limit);
  }

  private static void checkLimit(int limit) {
    if (limit < 1 || limit > MAX_ENTRIES) {
      throw new IllegalArgumentException(
          "a page of " + limit + " entries, must be 1 to " + MAX_ENTRIES);
    }
  }

  private DatasetRows datasets(Connection connection) {
    return new DatasetRows(connection, database.dialect());
  }
}
