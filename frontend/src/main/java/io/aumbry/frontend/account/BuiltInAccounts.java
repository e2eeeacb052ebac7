package io.aumbry.frontend.account;

import io.aumbry.router.Durability;
import java.util.List;
import java.util.Optional;

/**
 * One account with one public and one private container, the same in every cluster, so that blobs
 * can be kept before any account has been made.
 */
public final class BuiltInAccounts implements Accounts {
  private final Account account;
  private final Optional<Account> found;

  /** Whose containers keep what is uploaded in the data centre of the frontend at first. */
  public BuiltInAccounts() {
    this(Durability.LOCAL);
  }

  /**
   * The account.
   *
   * @param durability of what is uploaded to its containers, at least
   */
  public BuiltInAccounts(Durability durability) {
    // anyone may cache the blobs of the one, and pages of any origin may read them
    Container open = new Container(1, "public", true, "*", durability);
    Container closed = new Container(2, "private", false, "", durability);
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
