package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.NameCalls;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.DatabaseEnvironment;
import io.aumbry.catalog.sql.Databases;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Names in a database, with short calls for tests. */
public final class NamesFixture extends NameCalls {
  public final Database database;

  public NamesFixture(String url) {
    this(url, new PlainCarrier());
  }

  private NamesFixture(String url, PlainCarrier carrier) {
    this(
        Databases.open(
            CatalogConfig.defaults().withUrl(url),
            new DatabaseEnvironment(
                BlockingThreads.ofPlatform(), carrier.time(), new Random(1), new Metrics())),
        carrier);
  }

  private NamesFixture(Database database, PlainCarrier carrier) {
    super(new SqlNames(database, Duration.ofSeconds(30)), carrier);
    this.database = database;
    open(WRITER);
  }

  /** Removes everything but the lease of {@link #WRITER}. */
  public void clear() {
    for (String table :
        List.of(
            "object",
            "object_version",
            "trash",
            "writer",
            "dataset",
            "dataset_version",
            "upload",
            "part")) {
      sql("DELETE FROM " + table);
    }
    open(WRITER);
  }

  /** Returns the number of rows. */
  public int sql(String text) {
    return database.write(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(text);
          }
        },
        carrier.patient());
  }

  @Override
  public void close() {
    database.close();
    super.close();
  }
}
