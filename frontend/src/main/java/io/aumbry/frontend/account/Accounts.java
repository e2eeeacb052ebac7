package io.aumbry.frontend.account;

import java.util.Optional;

/** The current accounts. Thread-safe and non-blocking. */
public interface Accounts {
  Optional<Account> byName(String name);

  Optional<Account> byId(int id);

  /** The owner of service uploads if there is no account with the name of the service. */
  Account forServices();
}
