package io.aumbry.catalog;

import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens catalogs as a process does. */
final class SqlCatalogFixture {
  static final Duration CALL = Duration.ofSeconds(60);

  private static final AtomicInteger SEEDS = new AtomicInteger(1000);

  private SqlCatalogFixture() {}

  static CatalogConfig config(String url) {
    CatalogConfig defaults = CatalogConfig.defaults();
    return new CatalogConfig(
            defaults.location(),
            new CatalogConfig.Limits(4, 4, 1000, CALL, Duration.ofMillis(500)),
            new CatalogConfig.Snapshot(Duration.ofMillis(20)))
        .withUrl(url);
  }

  static SqlCatalog open(String url, Path snapshot, PlainCarrier carrier) {
    return open(url, snapshot, carrier, new Metrics());
  }

  static SqlCatalog open(String url, Path snapshot, PlainCarrier carrier, Metrics metrics) {
    return SqlCatalog.open(
        config(url),
        snapshot,
        new SqlCatalog.Environment(
            BlockingThreads.ofPlatform(), carrier, new Random(SEEDS.incrementAndGet()), metrics));
  }
}
