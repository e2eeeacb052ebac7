package io.aumbry.catalog.snapshot;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import java.util.List;

/** All accounts and identities, in the order of their keys. */
public record SnapshotContent(
    List<Account> accounts,
    List<User> users,
    List<AccessKey> keys,
    List<StoredPolicy> policies,
    List<RoleGrant> grants) {
  public static final SnapshotContent EMPTY =
      new SnapshotContent(List.of(), List.of(), List.of(), List.of(), List.of());

  public SnapshotContent {
    accounts = List.copyOf(accounts);
    users = List.copyOf(users);
    keys = List.copyOf(keys);
    policies = List.copyOf(policies);
    grants = List.copyOf(grants);
  }
}
