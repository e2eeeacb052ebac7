package io.aumbry.catalog.account;

import java.util.Collection;
import java.util.Optional;

/** The accounts at one point in time. Thread-safe and non-blocking. */
public interface Accounts {
  Optional<Account> byName(String name);

  Optional<Account> byId(int id);

  /** All accounts, in the order of their ids. */
  Collection<Account> all();
}
