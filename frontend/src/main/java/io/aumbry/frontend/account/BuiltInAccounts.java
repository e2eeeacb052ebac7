package io.aumbry.frontend.account;

import io.aumbry.router.Router.Policy;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One account with a public and a private container, the same in every cluster. */
public final class BuiltInAccounts implements Accounts {
  private static final String PUBLIC = "public";
  private static final String PRIVATE = "private";

  private final Account account;
  private final Optional<Account> found;

  public BuiltInAccounts() {
    this(container -> Policy.DEFAULT);
  }

  public BuiltInAccounts(Function<ContainerConfig.Container, Policy> policies) {
    // Any cache may keep public blobs, and pages of any origin may read them.
    Container open =
        new Container(1, PUBLIC, true, "*", policies.apply(ContainerConfig.Container.PUBLIC));
    Container closed =
        new Container(2, PRIVATE, false, "", policies.apply(ContainerConfig.Container.PRIVATE));
    this.account = new Account(1, "aumbry", List.of(open, closed));
    this.found = Optional.of(account);
  }

  @Override
  public Optional<Account> byName(String name) {
    return name.equals(account.name()) ? found : Optional.empty();
  }

  @Override
  public Optional<Account> byId(int id) {
    return id == account.id() ? found : Optional.empty();
  }

  @Override
  public Account forServices() {
    return account;
  }
}
