package io.aumbry.frontend.rest;

import io.aumbry.frontend.account.Account;
import io.aumbry.frontend.account.Accounts;
import io.aumbry.frontend.account.Container;

final class Owners {
  private Owners() {}

  static Account account(Accounts accounts, String name) {
    return accounts
        .byName(name)
        .orElseThrow(
            () -> new Refusal(RestError.INVALID_ACCOUNT, "There is no account '" + name + "'"));
  }

  static Container container(Account account, String name) {
    return account
        .container(name)
        .orElseThrow(() ->
            new Refusal(
                RestError.INVALID_CONTAINER,
                "Account '" + account.name() + "' has no container '" + name + "'"));
  }
}
