package io.aumbry.catalog.sql;

import io.aumbry.catalog.sql.binding.CatalogBinding;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migrates the schema before its first use, and then has the binding to the cluster checked.
 *
 * <p>A migration either expands the schema, so that the previous release still runs, or contracts
 * it one release later. A migration that contracts writes to {@code schema_contract} the version
 * that a process must know from then on. A process that does not know this version refuses to use
 * the database. A process ignores newer migrations that only expand.
 */
final class SchemaMigration {
  static final String MIGRATIONS = "classpath:io/aumbry/catalog/sql";

  private static final Logger LOG = LoggerFactory.getLogger(SchemaMigration.class);
  private static final int MOST_ATTEMPTS = 5;

  private final SqlEngine engine;
  private final List<String> locations;
  private final Optional<CatalogBinding> binding;
  private final Mutex migrating = new Mutex();
  private volatile boolean ready;

  /**
   * A schema that is not checked yet.
   *
   * @param locations of the migrations
   * @param binding to the cluster; a process without one must delete no blobs
   */
  SchemaMigration(SqlEngine engine, List<String> locations, Optional<CatalogBinding> binding) {
    this.engine = engine;
    this.locations = List.copyOf(locations);
    this.binding = binding;
  }

  /**
   * Ensures that the database can be used.
   *
   * @throws SQLException if the database cannot be reached
   * @throws AumbryException {@code CATALOG_UNAVAILABLE} if the schema is too new, or the database
   *     is not known to be the catalog of this cluster
   */
  void require() throws SQLException {
    if (!ready) {
      migrateOnce();
    }
    if (binding.isPresent()) {
      binding.get().require();
    }
  }

  /** Whether {@link #require} has succeeded. */
  boolean isUsable() {
    return ready && binding.map(CatalogBinding::isAgreed).orElse(true);
  }

  boolean isMigrated() {
    return ready;
  }

  /** Whether this is the catalog of another cluster, or the cluster has another one. */
  boolean isRefused() {
    return binding.map(CatalogBinding::isRefused).orElse(false);
  }

  private void migrateOnce() throws SQLException {
    try (Mutex.Hold _ = migrating.hold()) {
      if (!ready) {
        migrateDespiteOthers();
        ready = true;
      }
    }
  }

  /** Another process may migrate at the same time. SQLite then refuses one of them. */
  private void migrateDespiteOthers() throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        migrate();
        return;
      } catch (SQLException e) {
        if (engine.classify(e) != SqlFailure.CONFLICT || attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void migrate() throws SQLException {
    Map<String, String> placeholders;
    try (Connection connection = engine.checking().getConnection()) {
      engine.learn(connection);
      placeholders = engine.placeholders(connection);
    }
    try {
      Flyway checks = flyway(engine.checking(), placeholders);
      MigrationInfoService info = checks.info();
      requireKnown(info.all());
      int applied = 0;
      if (info.pending().length == 0) {
        checks.validate();
      } else {
        applied = flyway(engine.migrating(), placeholders).migrate().migrationsExecuted;
      }
      LOG.atInfo().addKeyValue("migrations", applied).log("the schema of the catalog is current");
    } catch (FlywayException e) {
      throw sqlCause(e);
    }
  }

  private Flyway flyway(DataSource source, Map<String, String> placeholders) {
    return Flyway.configure()
        .dataSource(source)
        .locations(locations.toArray(String[]::new))
        .placeholders(placeholders)
        .table("schema_history")
        .loggers("slf4j")
        .load();
  }

  /** The version that the database requires must be in this process. */
  private void requireKnown(MigrationInfo[] all) throws SQLException {
    boolean isNew = Arrays.stream(all).noneMatch(MigrationInfo::isApplied);
    if (isNew) {
      return;
    }
    int known =
        Arrays.stream(all)
            .filter(migration -> migration.getResolvedChecksum() != null)
            .mapToInt(migration -> Integer.parseInt(migration.getVersion().getVersion()))
            .max()
            .orElse(0);
    int needed = contract();
    if (needed > known) {
      throw new AumbryException(
          ErrorCode.CATALOG_UNAVAILABLE,
          "The catalog needs a process that knows version %d of its schema, this one knows up to %d: upgrade it"
              .formatted(needed, known));
    }
  }

  private int contract() throws SQLException {
    try (Connection connection = engine.checking().getConnection();
        PreparedStatement select =
            connection.prepareStatement("SELECT version FROM schema_contract WHERE id = 1");
        ResultSet row = select.executeQuery()) {
      return row.next() ? row.getInt(1) : 0;
    }
  }

  private static SQLException sqlCause(FlywayException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return sql;
      }
    }
    throw new AumbryException(
        ErrorCode.CATALOG_UNAVAILABLE,
        "The schema of the catalog cannot be migrated: " + failure.getMessage(),
        failure);
  }
}
