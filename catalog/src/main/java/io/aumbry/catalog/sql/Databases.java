package io.aumbry.catalog.sql;

import io.aumbry.catalog.sql.CatalogConfig.Location;
import io.aumbry.catalog.sql.binding.CatalogBinding;
import io.aumbry.config.SecretFile;
import io.aumbry.protocol.cluster.CatalogRecord;
import io.aumbry.protocol.error.AumbryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens databases. */
public final class Databases {
  private static final Logger LOG = LoggerFactory.getLogger(Databases.class);

  private Databases() {}

  /** Opens a database for a process that deletes no blobs, whatever cluster it belongs to. */
  public static Database open(CatalogConfig config, DatabaseEnvironment environment) {
    return open(config, environment, Optional.empty());
  }

  /**
   * Opens the database of {@code catalog.url} and migrates its schema. If the database cannot be
   * reached, the first call that can reach it migrates the schema.
   *
   * @param record the record of the cluster about its catalog
   * @throws IllegalArgumentException if a setting is wrong
   * @throws AumbryException {@code CATALOG_UNAVAILABLE} if the schema is too new for this process,
   *     or the catalog is not that of the cluster
   */
  public static Database open(
      CatalogConfig config, DatabaseEnvironment environment, Optional<CatalogRecord> record) {
    return open(config, environment, record, List.of(SchemaMigration.MIGRATIONS));
  }

  static Database open(
      CatalogConfig config,
      DatabaseEnvironment environment,
      Optional<CatalogRecord> record,
      List<String> migrations) {
    Location location = config.location();
    Optional<String> password = location.passwordFile().map(Databases::password);
    String url =
        location.url().orElseThrow(() -> new IllegalArgumentException("catalog.url is not set"));
    SqlEngine engine = engine(CatalogUrl.parse(url).ofPrimary(), password, config, environment);
    Optional<SqlEngine> replica =
        location
            .readUrl()
            .map(nearby -> engine(CatalogUrl.parse(nearby), password, config, environment));
    Optional<CatalogBinding> binding =
        record.map(cluster ->
            new CatalogBinding(
                engine.checking(), cluster, environment.time(), environment.random()));
    SchemaMigration schema = new SchemaMigration(engine, migrations, binding);
    migrateIfReachable(schema, url);
    SqlPools pools =
        new SqlPools(
            new SqlPools.Plan(
                engine,
                replica,
                config.limits(),
                schema,
                environment.threads(),
                environment.time(),
                environment.random()));
    DatabaseMetrics metrics = new DatabaseMetrics(environment.metrics());
    metrics.watch(pools);
    return new SqlDatabase(pools, environment.random(), metrics);
  }

  private static void migrateIfReachable(SchemaMigration schema, String url) {
    try {
      schema.require();
    } catch (SQLException e) {
      logStart(url, e);
    } catch (AumbryException e) {
      if (schema.isRefused() || !schema.isMigrated()) {
        throw e;
      }
      logStart(url, e);
    }
  }

  private static void logStart(String url, Exception reason) {
    LOG.atWarn()
        .addKeyValue("url", url)
        .addKeyValue("reason", reason.getMessage())
        .log("the catalog cannot be reached; starting without it");
  }

  private static SqlEngine engine(
      CatalogUrl url,
      Optional<String> password,
      CatalogConfig config,
      DatabaseEnvironment environment) {
    return switch (url) {
      case CatalogUrl.Sqlite(Path file) -> new SqliteEngine(file, environment.time());
      case CatalogUrl.Server server -> new PostgresEngine(server, password, config.limits());
    };
  }

  private static String password(Path file) {
    try {
      return SecretFile.firstLine(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read catalog.password-file: " + e.getMessage(), e);
    }
  }
}
