package io.aumbry.frontend.account;

import java.util.Optional;

/** The accounts there are, now; callable from any thread, and never waits. */
public interface Accounts {
  Optional<Account> byName(String name);

  Optional<Account> byId(int id);

  /** Owns what services upload that name no account and are none themselves. */
  Account forServices();
}
