package io.aumbry.frontend.account;

import java.util.List;
import java.util.Optional;

/**
 * One account with one public and one private container, the same in every cluster, so that blobs
 * can be kept before any account has been made.
 */
public final class BuiltInAccounts implements Accounts {
  /** Anyone may cache its blobs, and pages of any origin may read them. */
  public static final Container PUBLIC = new Container(1, "public", true, "*");

  /** Nobody may cache its blobs. */
  public static final Container PRIVATE = new Container(2, "private", false, "");

  public static final Account ACCOUNT = new Account(1, "aumbry", List.of(PUBLIC, PRIVATE));

  private static final Optional<Account> FOUND = Optional.of(ACCOUNT);

  @Override
  public Optional<Account> byName(String name) {
    return name.equals(ACCOUNT.name()) ? FOUND : Optional.empty();
  }

  @Override
  public Optional<Account> byId(int id) {
    return id == ACCOUNT.id() ? FOUND : Optional.empty();
  }

  @Override
  public Account forServices() {
    return ACCOUNT;
  }
}
