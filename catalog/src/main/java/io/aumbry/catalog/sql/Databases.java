package io.aumbry.catalog.sql;

import io.aumbry.catalog.sql.CatalogConfig.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens databases. */
public final class Databases {
  private static final Logger LOG = LoggerFactory.getLogger(Databases.class);

  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private Databases() {}

  /**
   * Opens the database of {@code catalog.url} and migrates its schema. If the database cannot be
   * reached, the first call that can reach it migrates the schema.
   *
   * @throws IllegalArgumentException if a setting is wrong
   * @throws io.aumbry.protocol.error.AumbryException {@code CATALOG_UNAVAILABLE} if the schema is
   *     too new for this process
   */
  public static Database open(CatalogConfig config, DatabaseEnvironment environment) {
    return open(config, environment, List.of(SchemaMigration.MIGRATIONS));
  }

  static Database open(
      CatalogConfig config, DatabaseEnvironment environment, List<String> migrations) {
    Location location = config.location();
    Optional<String> password = location.passwordFile().map(Databases::password);
    String url =
        location.url().orElseThrow(() -> new IllegalArgumentException("catalog.url is not set"));
    SqlEngine engine = engine(url, password, config, environment);
    Optional<SqlEngine> replica =
        location.readUrl().map(nearby -> engine(nearby, password, config, environment));
    SchemaMigration schema = new SchemaMigration(engine, migrations);
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
      LOG.atWarn()
          .addKeyValue("url", url)
          .addKeyValue("reason", e.getMessage())
          .log("the catalog cannot be reached; starting without it");
    }
  }

  private static SqlEngine engine(
      String url,
      Optional<String> password,
      CatalogConfig config,
      DatabaseEnvironment environment) {
    return switch (CatalogUrl.parse(url)) {
      case CatalogUrl.Sqlite(Path file) -> new SqliteEngine(file, environment.time());
      case CatalogUrl.Server server -> new PostgresEngine(server, password, config.limits());
    };
  }

  private static String password(Path file) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (!OWNER_ONLY.containsAll(permissions)) {
        throw new IllegalArgumentException(
            "%s is accessible to others than its owner (%s): run chmod 600"
                .formatted(file, PosixFilePermissions.toString(permissions)));
      }
      return Files.readString(file).lines().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read catalog.password-file: " + e.getMessage(), e);
    }
  }
}
