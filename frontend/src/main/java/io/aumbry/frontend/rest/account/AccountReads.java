package io.aumbry.frontend.rest.account;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** {@code GET /accounts} and {@code GET /accounts/containers}. */
public final class AccountReads {
  private final Accounts accounts;
  private final Duration retention;

  /**
   * Serves accounts.
   *
   * @param retention how long a deleted container can be restored
   */
  public AccountReads(Accounts accounts, Duration retention) {
    this.accounts = accounts;
    this.retention = retention;
  }

  /**
   * Lists accounts.
   *
   * @param only the account to show; otherwise all
   */
  public Answer accounts(Optional<Account> only, Call call) {
    boolean withContainers = !call.arguments().flag(Names.IGNORE_CONTAINERS);
    Collection<Account> shown = only.<Collection<Account>>map(List::of).orElseGet(accounts::all);
    List<AccountDocument> documents =
        shown.stream()
            .map(account ->
                AccountDocument.of(
                    account,
                    withContainers
                        ? Optional.of(ContainerDocument.of(account, retention))
                        : Optional.empty()))
            .toList();
    return Answer.json(new AccountDocument.All(documents), call.headers());
  }

  public Answer container(Owner owner, Call call) {
    call.headers().add(Names.TARGET_ACCOUNT_ID, Integer.toString(owner.account().id()));
    ContainerDocument document =
        ContainerDocument.of(owner.container(), owner.account().id(), retention);
    return Answer.json(new ContainerDocument.All(List.of(document)), call.headers());
  }
}
