package io.aumbry.frontend.access;

import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import java.util.List;

/** The rows of the catalog from which an {@link IdentitySnapshot} is compiled. */
public record IdentityRecords(
    Accounts accounts,
    List<User> users,
    List<AccessKey> keys,
    List<StoredPolicy> policies,
    List<RoleGrant> grants) {
  public IdentityRecords {
    users = List.copyOf(users);
    keys = List.copyOf(keys);
    policies = List.copyOf(policies);
    grants = List.copyOf(grants);
  }
}
