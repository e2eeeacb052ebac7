package io.aumbry.deploy.process;

import io.aumbry.catalog.SqlCatalog;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.cluster.metadata.ZooKeeperCatalogRecord;
import io.aumbry.cluster.view.DataCenterSource;
import io.aumbry.config.ConfigException;
import io.aumbry.deploy.settings.FrontendSettings;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.protocol.cluster.CatalogRecord;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.SystemRandom;
import java.nio.file.Path;
import java.util.Optional;

/** The catalog of a frontend, if it has one. */
final class FrontendCatalog {
  private static final String SNAPSHOT = "catalog.snapshot";

  private static final CatalogSnapshot NOTHING = CatalogSnapshot.empty();

  private FrontendCatalog() {}

  /**
   * Opens the catalog.
   *
   * @return empty without {@code catalog.url}; only the built-in account then exists
   */
  static Optional<SqlCatalog> open(FrontendSettings settings, Carrier carrier, ProcessFrame frame) {
    CatalogConfig config = settings.client().catalog();
    if (config.location().url().isEmpty()) {
      return Optional.empty();
    }
    Path state =
        settings
            .process()
            .state()
            .orElseThrow(() ->
                new ConfigException(
                    "catalog.url needs process.state, the folder of the last accounts, with which"
                        + " this process can start without the database"));
    SqlCatalog catalog =
        SqlCatalog.open(
            config,
            state.resolve(SNAPSHOT),
            new SqlCatalog.Environment(
                BlockingThreads.ofPlatform(), carrier, SystemRandom.secure(), frame.metrics()),
            Optional.of(record(settings)));
    return Optional.of(frame.add("catalog", catalog));
  }

  private static CatalogRecord record(FrontendSettings settings) {
    return new ZooKeeperCatalogRecord(
        settings.access().cluster().name(),
        settings.localAddress(),
        settings.views().sources().stream().map(DataCenterSource::address).toList());
  }

  static BuiltInAccounts accounts(FrontendSettings settings, Optional<SqlCatalog> catalog) {
    return new BuiltInAccounts(settings.client().containers(), () -> snapshot(catalog));
  }

  /** The newest snapshot; an empty one without a catalog. */
  static CatalogSnapshot snapshot(Optional<SqlCatalog> catalog) {
    return catalog.map(SqlCatalog::snapshot).orElse(NOTHING);
  }
}
