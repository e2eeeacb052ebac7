package io.aumbry.frontend.rest.account;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.body.JsonBody;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** {@code GET /accounts} and {@code GET /accounts/containers}. */
public final class AccountReads {
  private final Accounts accounts;
  private final JsonBody json;
  private final Duration retention;

  /**
   * Serves accounts.
   *
   * @param retention how long a deleted container can be restored
   */
  public AccountReads(Accounts accounts, JsonBody json, Duration retention) {
    this.accounts = accounts;
    this.json = json;
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
    int entries =
        shown.stream()
            .mapToInt(account -> withContainers ? 1 + account.containers().size() : 1)
            .sum();
    return json.answer(entries, () -> document(shown, withContainers), call);
  }

  private AccountDocument.All document(Collection<Account> shown, boolean withContainers) {
    return new AccountDocument.All(
        shown.stream()
            .map(account ->
                AccountDocument.of(
                    account,
                    withContainers
                        ? Optional.of(ContainerDocument.of(account, retention))
                        : Optional.empty()))
            .toList());
  }

  public Answer container(Owner owner, Call call) {
    call.headers().add(Names.TARGET_ACCOUNT_ID, Integer.toString(owner.account().id()));
    ContainerDocument document =
        ContainerDocument.of(owner.container(), owner.account().id(), retention);
    return Answer.json(new ContainerDocument.All(List.of(document)), call.headers());
  }
}
