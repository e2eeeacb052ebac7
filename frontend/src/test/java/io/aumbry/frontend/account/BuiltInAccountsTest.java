package io.aumbry.frontend.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.catalog.snapshot.Revision;
import io.aumbry.catalog.snapshot.SnapshotContent;
import io.aumbry.config.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BuiltInAccountsTest {
  private static final Account.State STATE =
      new Account.State(true, 3, 7, false, Account.QuotaResource.ACCOUNT);
  private static final Account OTHER = new Account(7, "photos", STATE, List.of());

  private final BuiltInAccounts accounts = with(Map.of(), List.of());

  private static BuiltInAccounts with(Map<String, String> settings, List<Account> catalog) {
    CatalogSnapshot snapshot =
        new CatalogSnapshot(
            Revision.NONE,
        new SnapshotContent(catalog, List.of(), List.of(), List.of(), List.of()));
    return new BuiltInAccounts(Settings.read(ContainerConfig.class, settings), () -> snapshot);
  }

  /** Blob ids contain these numbers, so a change would change the owners of blobs. */
  @Test
  void accountAndContainerIdsNeverChange() {
    Account account = accounts.byName("aumbry").orElseThrow();
    assertThat(account.id()).isEqualTo(1);
    assertThat(account.container("public").orElseThrow().id()).isEqualTo(1);
    assertThat(account.container("private").orElseThrow().id()).isEqualTo(2);
  }

  @Test
  void accountsAreFoundById() {
    Account account = accounts.byId(1).orElseThrow();
    assertThat(account).isEqualTo(accounts.builtIn());
    assertThat(account.container(3)).isEmpty();
    assertThat(account.container("Public")).isEmpty();
    assertThat(accounts.byId(2)).isEmpty();
    assertThat(accounts.byName("ambry-unknown-account")).isEmpty();
    assertThat(accounts.all()).containsExactly(account);
  }

  @Test
  void accountsOfTheCatalogAreThereToo() {
    BuiltInAccounts both = with(Map.of(), List.of(OTHER));
    assertThat(both.byId(7)).contains(OTHER);
    assertThat(both.byName("photos")).contains(OTHER);
    assertThat(both.all()).containsExactly(both.builtIn(), OTHER);
    assertThat(both.byName("none")).isEmpty();
  }

  @Test
  void theCatalogCannotReplaceTheBuiltInAccount() {
    Account sameId = new Account(1, "other", STATE, List.of());
    Account sameName = new Account(8, "aumbry", STATE, List.of());
    BuiltInAccounts both = with(Map.of(), List.of(sameId, sameName));
    assertThat(both.byId(1)).contains(both.builtIn());
    assertThat(both.byName("aumbry")).contains(both.builtIn());
    assertThat(both.all()).containsExactly(both.builtIn());
  }

  @Test
  void eachContainerHasItsOwnStorageOrTheDefault() {
    BuiltInAccounts cold =
        with(
            Map.of(
                "frontend.partition-classes", "private:cold",
                "frontend.container-durability", "private:majority"),
            List.of());
    ContainerRules.Storage of = cold.builtIn().container("private").orElseThrow().rules().storage();
    assertThat(of.partitionClass().name()).isEqualTo("cold");
    assertThat(of.durability().name()).isEqualTo("MAJORITY");
    assertThat(cold.builtIn().containers().stream().map(Container::rules))
        .allMatch(rules -> !rules.storage().ttlRequired() && !rules.storage().encrypted());
  }
}
