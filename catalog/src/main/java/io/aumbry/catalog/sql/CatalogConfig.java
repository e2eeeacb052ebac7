package io.aumbry.catalog.sql;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The settings of the catalog. */
public record CatalogConfig(Location location, Limits limits, Snapshot snapshot) {

  /**
   * The database.
   *
   * @param url without it, there is no catalog
   */
  public record Location(
      @Setting(
              key = "catalog.url",
              form = CatalogUrl.FORM,
              text =
                  "The database of accounts, users and names. Without it, only the built-in account"
                      + " exists, and frontend.authentication must not be required.")
          Optional<String> url,
      @Setting(
              key = "catalog.read-url",
              form = CatalogUrl.FORM,
              text =
                  "A nearby read replica of the database. It serves only reads whose client accepts"
                      + " stale answers (x-ambry-local-get).")
          Optional<String> readUrl,
      @Setting(
              key = "catalog.password-file",
              text =
                  "File with the password of the database on its first line. Only its owner may"
                      + " read it.")
          Optional<Path> passwordFile) {}

  /**
   * Bounds of the work in the database.
   *
   * @param writers SQLite always has one
   */
  public record Limits(
      @Setting(
              key = "catalog.write-connections",
              range = "1 to 1000",
              text = "Connections that change the catalog. SQLite always has 1.")
          @Default("4")
          int writers,
      @Setting(
              key = "catalog.read-connections",
              range = "1 to 1000",
              text = "Connections that read the catalog.")
          @Default("8")
          int readers,
      @Setting(
              key = "catalog.max-waiting",
              range = "1 to 1000000",
              text = "Calls that may wait for a connection. Further ones get 503.")
          @Default("10000")
          int waiting,
      @Setting(
              key = "catalog.call-timeout",
              range = "100ms to 10m",
              text = "Maximum duration of one transaction, waiting for a connection included.")
          @Default("10s")
          Duration call,
      @Setting(
              key = "catalog.connect-timeout",
              range = "250ms to 1m",
              text = "Maximum duration of opening a connection to the database.")
          @Default("3s")
          Duration connect) {
    public Limits {
      Bounds.check("writers", writers, 1, 1000);
      Bounds.check("readers", readers, 1, 1000);
      Bounds.check("waiting", waiting, 1, 1_000_000);
      Bounds.check("call", call, Duration.ofMillis(100), Duration.ofMinutes(10));
      Bounds.check("connect", connect, Duration.ofMillis(250), Duration.ofMinutes(1));
    }
  }

  /** The snapshot of accounts and identities. */
  public record Snapshot(
      @Setting(
              key = "catalog.snapshot-period",
              range = "10ms to 1m",
              text =
                  "How often a process asks the database for changes of accounts, users and"
                      + " policies. A change takes effect everywhere within this time and twice"
                      + " the duration of a load.")
          @Default("1s")
          Duration period) {
    public Snapshot {
      Bounds.check("period", period, Duration.ofMillis(10), Duration.ofMinutes(1));
    }
  }

  public static CatalogConfig defaults() {
    return Settings.defaults(CatalogConfig.class);
  }

  /** These settings with the database at {@code url}. */
  public CatalogConfig withUrl(String url) {
    return new CatalogConfig(
        new Location(Optional.of(url), location.readUrl(), location.passwordFile()),
        limits,
        snapshot);
  }
}
