package io.aumbry.frontend;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.ContainerRules.Access;
import io.aumbry.catalog.account.ContainerRules.Delivery;
import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.catalog.account.ContainerRules.Storage;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.catalog.snapshot.Revision;
import io.aumbry.catalog.snapshot.SnapshotContent;
import io.aumbry.config.Settings;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.account.ContainerConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Accounts that a test changes between requests. */
final class TestAccounts {
  static final int ID = 9;
  static final String NAME = "photos";

  private final List<Container> containers = new ArrayList<>();
  private boolean active = true;

  BuiltInAccounts withBuiltIn() {
    return new BuiltInAccounts(Settings.read(ContainerConfig.class, Map.of()), this::snapshot);
  }

  void activate(boolean on) {
    active = on;
  }

  /** Adds a container, or replaces the one of the same name. */
  void put(String name, Container.Status status, ContainerRules rules) {
    int id = containers.size() + 1;
    for (Container each : List.copyOf(containers)) {
      if (each.name().equals(name)) {
        id = each.id();
        containers.remove(each);
      }
    }
    containers.add(new Container(id, name, new Container.State(status, 0, 0, 0, false), rules));
  }

  void put(String name, ContainerRules rules) {
    put(name, Container.Status.ACTIVE, rules);
  }

  static ContainerRules rules(Storage storage) {
    return new ContainerRules("", storage, Delivery.DEFAULTS, Access.DEFAULTS, NameMode.DISABLED);
  }

  static ContainerRules rules(Delivery delivery) {
    return new ContainerRules("", Storage.DEFAULTS, delivery, Access.DEFAULTS, NameMode.DISABLED);
  }

  static ContainerRules rules(Access access) {
    return new ContainerRules("", Storage.DEFAULTS, Delivery.DEFAULTS, access, NameMode.DISABLED);
  }

  Account account() {
    Account.State state = new Account.State(active, 0, 0, false, Account.QuotaResource.ACCOUNT);
    return new Account(ID, NAME, state, containers);
  }

  CatalogSnapshot snapshot() {
    return new CatalogSnapshot(
        Revision.NONE,
        new SnapshotContent(List.of(account()), List.of(), List.of(), List.of(), List.of()));
  }
}
