package io.aumbry.catalog.snapshot;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.RulesDocument;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import java.util.List;

/** A snapshot in JSON. Secrets stay sealed. */
record SnapshotDocument(
    Revision revision,
    List<AccountEntry> accounts,
    List<User> users,
    List<AccessKey> keys,
    List<StoredPolicy> policies,
    List<RoleGrant> grants) {

  /** See {@link Account}. */
  record AccountEntry(int id, String name, Account.State state, List<ContainerEntry> containers) {
    static AccountEntry of(Account account) {
      return new AccountEntry(
          account.id(),
          account.name(),
          account.state(),
          account.containers().stream().map(ContainerEntry::of).toList());
    }

    Account account() {
      return new Account(
          id, name, state, containers.stream().map(ContainerEntry::container).toList());
    }
  }

  /** See {@link Container}. */
  record ContainerEntry(int id, String name, Container.State state, RulesDocument rules) {
    static ContainerEntry of(Container container) {
      return new ContainerEntry(
          container.id(), container.name(), container.state(), RulesDocument.of(container.rules()));
    }

    Container container() {
      return new Container(id, name, state, rules.rules());
    }
  }

  static SnapshotDocument of(CatalogSnapshot snapshot) {
    SnapshotContent content = snapshot.content();
    return new SnapshotDocument(
        snapshot.revision(),
        content.accounts().stream().map(AccountEntry::of).toList(),
        content.users(),
        content.keys(),
        content.policies(),
        content.grants());
  }

  CatalogSnapshot snapshot() {
    return new CatalogSnapshot(
        revision,
        new SnapshotContent(
            accounts.stream().map(AccountEntry::account).toList(), users, keys, policies, grants));
  }
}
