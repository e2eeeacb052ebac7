package io.aumbry.frontend.account;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The accounts of the catalog, and one account that is the same in every cluster, with a public and
 * a private container. It works without a catalog, and the API cannot change it.
 */
public final class BuiltInAccounts implements Accounts {
  /** Blob ids contain it. */
  public static final int ID = 1;

  public static final String NAME = "aumbry";

  private static final String PUBLIC = "public";
  private static final String PRIVATE = "private";

  private final Duration retention;
  private final Account builtIn;
  private final Optional<Account> found;
  private final Supplier<CatalogSnapshot> catalog;

  /**
   * Combines the accounts.
   *
   * @param catalog the newest accounts of the catalog; one with the id or name of the built-in
   *     account is hidden
   */
  public BuiltInAccounts(ContainerConfig config, Supplier<CatalogSnapshot> catalog) {
    // Any cache may keep public blobs, and pages of any origin may read them.
    Container open = container(1, PUBLIC, "*", config.storage(ContainerConfig.Container.PUBLIC));
    Container closed = container(2, PRIVATE, "", config.storage(ContainerConfig.Container.PRIVATE));
    Account.State state = new Account.State(true, 0, 0, false, Account.QuotaResource.ACCOUNT);
    this.builtIn = new Account(ID, NAME, state, List.of(open, closed));
    this.found = Optional.of(builtIn);
    this.retention = config.retention();
    this.catalog = catalog;
  }

  private static Container container(
      int id, String name, String allowedOrigin, ContainerRules.Storage storage) {
    ContainerRules.Delivery delivery =
        new ContainerRules.Delivery(
            name.equals(PUBLIC),
            Optional.empty(),
            allowedOrigin,
            ContainerRules.Delivery.DEFAULTS.unprefixedMetadata(),
            ContainerRules.Delivery.DEFAULTS.downloadContentTypes());
    ContainerRules.Access access = new ContainerRules.Access(false, false, name.equals(PUBLIC));
    ContainerRules rules =
        new ContainerRules("", storage, delivery, access, ContainerRules.NameMode.OPTIONAL);
    return new Container(
        id, name, new Container.State(Container.Status.ACTIVE, 0, 0, 0, false), rules);
  }

  /** The owner of service uploads if there is no account with the name of the service. */
  public Account builtIn() {
    return builtIn;
  }

  /** Everyone may read it. */
  public Container publicContainer() {
    return builtIn.containers().getFirst();
  }

  /** How long a deleted container can be restored. */
  public Duration retention() {
    return retention;
  }

  /** The newest state of the catalog. */
  public CatalogSnapshot snapshot() {
    return catalog.get();
  }

  @Override
  public Optional<Account> byName(String name) {
    return name.equals(NAME) ? found : catalog.get().byName(name);
  }

  @Override
  public Optional<Account> byId(int id) {
    return id == ID ? found : catalog.get().byId(id);
  }

  /** A container of an account, without a search through all of them. */
  public Optional<Container> container(Account account, int id) {
    return account.id() == ID ? account.container(id) : catalog.get().container(account.id(), id);
  }

  /** As {@link #container(Account, int)}, by name. */
  public Optional<Container> container(Account account, String name) {
    return account.id() == ID
        ? account.container(name)
        : catalog.get().container(account.id(), name);
  }

  @Override
  public Collection<Account> all() {
    List<Account> all = new ArrayList<>();
    all.add(builtIn);
    catalog.get().all().stream()
        .filter(account -> account.id() != ID && !account.name().equals(NAME))
        .forEach(all::add);
    return all;
  }
}
