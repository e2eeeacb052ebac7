package io.aumbry.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.command.IdentityCommand.CreateKey;
import io.aumbry.catalog.command.IdentityCommand.CreateUser;
import io.aumbry.catalog.command.IdentityCommand.DeleteUser;
import io.aumbry.catalog.command.IdentityCommand.RecordKeyUses;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.SealedSecret;
import io.aumbry.catalog.identity.User;
import io.aumbry.catalog.sql.CuttingProxy;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process without its PostgreSQL, at the start and later. */
final class CatalogOutageTest {
  @TempDir private Path folder;
  private final PlainCarrier carrier = new PlainCarrier();
  private final String name = TestPostgres.create();

  @AfterEach
  void close() {
    carrier.close();
  }

  private SqlCatalog open(CuttingProxy proxy) {
    return SqlCatalogFixture.open(
        TestPostgres.url(name, proxy.port()), folder.resolve("snapshot"), carrier);
  }

  private static CreateUser create(String id) {
    return new CreateUser(new User(id, 0, id, true, 0));
  }

  private void assertUnavailable(Catalog catalog) {
    assertThatThrownBy(() -> catalog.apply(create("x"), carrier.patient()))
        .isInstanceOfSatisfying(
            AumbryException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE));
  }

  @Test
  void aProcessStartsWithItsSavedSnapshot() throws Exception {
    try (CuttingProxy proxy = new CuttingProxy(TestPostgres.port())) {
      try (SqlCatalog catalog = open(proxy)) {
        catalog.apply(create("u"), carrier.patient());
        Patience.await().until(() -> Files.exists(folder.resolve("snapshot")));
      }
      proxy.goDown();
      try (SqlCatalog catalog = open(proxy)) {
        assertThat(catalog.snapshot().user("u")).isPresent();
        assertUnavailable(catalog);
        assertThat(catalog.snapshot().user("u")).isPresent();
        proxy.comeUp();
        Patience.await()
            .ignoreExceptions()
            .until(() -> catalog.apply(create("v"), carrier.patient()) != null);
        assertThat(catalog.snapshot().user("v")).isPresent();
      }
    }
  }

  /** Otherwise a key that was revoked meanwhile would be valid for a moment. */
  @Test
  void aProcessStartsWithTheSnapshotOfItsDatabase() {
    String url = TestPostgres.url(name, TestPostgres.port());
    try (SqlCatalog first = SqlCatalogFixture.open(url, folder.resolve("old"), carrier)) {
      first.apply(create("u"), carrier.patient());
    }
    try (SqlCatalog other = SqlCatalogFixture.open(url, folder.resolve("other"), carrier)) {
      other.apply(new DeleteUser("u"), carrier.patient());
    }
    try (SqlCatalog again = SqlCatalogFixture.open(url, folder.resolve("old"), carrier)) {
      assertThat(again.snapshot().user("u")).isEmpty();
    }
  }

  @Test
  void aProcessStartsBeforeItsDatabaseHasASchema() throws Exception {
    try (CuttingProxy proxy = new CuttingProxy(TestPostgres.port())) {
      proxy.goDown();
      try (SqlCatalog catalog = open(proxy)) {
        assertThat(catalog.snapshot().all()).isEmpty();
        assertThat(catalog.watcher().isConfirmed()).isFalse();
        assertUnavailable(catalog);
        proxy.comeUp();
        Patience.await().until(() -> catalog.watcher().isConfirmed());
        Patience.await()
            .ignoreExceptions()
            .until(() -> catalog.apply(create("v"), carrier.patient()) != null);
      }
    }
  }

  @Test
  void aChangeOfAnotherProcessIsSeen() throws Exception {
    String url = TestPostgres.url(name, TestPostgres.port());
    try (SqlCatalog one = SqlCatalogFixture.open(url, folder.resolve("one"), carrier);
        SqlCatalog two = SqlCatalogFixture.open(url, folder.resolve("two"), carrier)) {
      one.apply(create("u"), carrier.patient());
      Patience.await().until(() -> two.snapshot().user("u").isPresent());
    }
  }

  @Test
  void aProcessThatLoadsItsSnapshotStopsAtOnce() throws Exception {
    String address = "jdbc:postgresql://127.0.0.1:%d/%s".formatted(TestPostgres.port(), name);
    SqlCatalog catalog =
        SqlCatalogFixture.open(
            TestPostgres.url(name, TestPostgres.port()), folder.resolve("snapshot"), carrier);
    try (Connection holder = DriverManager.getConnection(address, "postgres", "");
        Connection writer = DriverManager.getConnection(address, "postgres", "");
        Statement lock = holder.createStatement();
        Statement change = writer.createStatement()) {
      holder.setAutoCommit(false);
      lock.execute("LOCK TABLE container IN ACCESS EXCLUSIVE MODE");
      change.execute("UPDATE change_counter SET version = version + 1 WHERE family = 'accounts'");
      Patience.await().until(() -> TestPostgres.waitingForLocks(name) > 0);
      long begin = carrier.time().monotonicNanos();
      catalog.close();
      assertThat(Duration.ofNanos(carrier.time().monotonicNanos() - begin))
          .isLessThan(SqlCatalogFixture.CALL.dividedBy(4));
    }
  }

  @Test
  void usesOfKeysAreRecordedWithoutAChange() {
    assertUsesAreRecorded(TestPostgres.url(name, TestPostgres.port()));
    assertUsesAreRecorded("sqlite:" + folder.resolve("catalog.db"));
  }

  private void assertUsesAreRecorded(String url) {
    try (SqlCatalog catalog = SqlCatalogFixture.open(url, folder.resolve("one"), carrier)) {
      Patience.await().until(() -> catalog.watcher().isConfirmed());
      catalog.apply(create("u"), carrier.patient());
      SealedSecret secret = new SealedSecret("k", "s");
      AccessKey key = new AccessKey("AK1", "u", secret, true, 0, 9);
      catalog.apply(new CreateKey(key), carrier.patient());
      long version = catalog.snapshot().revision().changes();
      catalog.apply(new RecordKeyUses(Map.of("AK1", 7L, "AK2", 7L)), carrier.patient());
      catalog.apply(new RecordKeyUses(Map.of("AK1", 5L)), carrier.patient());
      assertThat(catalog.keyUses(List.of("AK1", "AK2"), carrier.patient()))
          .isEqualTo(Map.of("AK1", 7L));
      assertThat(catalog.snapshot().revision().changes()).isEqualTo(version);
    }
  }
}
