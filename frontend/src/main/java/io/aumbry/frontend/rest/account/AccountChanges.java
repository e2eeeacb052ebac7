package io.aumbry.frontend.rest.account;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.account.Container;
import io.aumbry.config.json.JsonReader;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.JsonBody;
import io.aumbry.frontend.rest.Names;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.account.AccountAdministration.Done;
import io.aumbry.frontend.rest.account.AccountAdministration.Refused;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code POST /accounts} and {@code POST /accounts/containers}. */
public final class AccountChanges {
  private final Accounts accounts;
  private final Optional<AccountAdministration> administration;
  private final JsonBody body;
  private final JsonReader<AccountsBody> accountsReader =
      JsonReader.allowingNulls(AccountsBody.class, JsonBody.LIMIT);
  private final JsonReader<ContainersBody> containersReader =
      JsonReader.allowingNulls(ContainersBody.class, JsonBody.LIMIT);

  private record AccountsBody(List<@Nullable Map<String, @Nullable Object>> accounts) {}

  private record ContainersBody(List<@Nullable Map<String, @Nullable Object>> containers) {}

  /**
   * Serves changes.
   *
   * @param administration absent in clusters without a catalog
   */
  public AccountChanges(
      Accounts accounts, Optional<AccountAdministration> administration, JsonBody body) {
    this.accounts = accounts;
    this.administration = administration;
    this.body = body;
  }

  public Answer accounts(Call call) {
    AccountAdministration to = administration();
    List<Account> changes =
        body.read(accountsReader, call).accounts().stream()
            .map(object -> Fields.of("accounts", object))
            .map(fields -> AccountParser.account(fields, accounts.byId(AccountParser.id(fields))))
            .toList();
    requireDone(to.put(changes, call.forTransfer()));
    return Answer.empty(200, call.headers());
  }

  public Answer containers(Account account, Call call) {
    AccountAdministration to = administration();
    if (account.id() == BuiltInAccounts.ID) {
      throw AccountParser.builtIn();
    }
    ContainerParser parser = new ContainerParser(account.id(), account.containers());
    List<ContainerChange> changes =
        body.read(containersReader, call).containers().stream()
            .map(object -> Fields.of("containers", object))
            .map(parser::change)
            .toList();
    List<Container> done = requireDone(to.putContainers(account.id(), changes, call.forTransfer()));
    call.headers().add(Names.TARGET_ACCOUNT_ID, Integer.toString(account.id()));
    return Answer.json(
        new ContainerDocument.All(
            done.stream().map(each -> ContainerDocument.of(each, account.id())).toList()),
        call.headers());
  }

  private AccountAdministration administration() {
    return administration.orElseThrow(() ->
        new Refusal(
            RestError.UNAVAILABLE, "This cluster has no catalog, so accounts cannot be changed"));
  }

  private static List<Container> requireDone(AccountAdministration.Result result) {
    return switch (result) {
      case Done(List<Container> containers) -> containers;
      case Refused(AccountAdministration.Reason reason, String detail) ->
          throw new Refusal(error(reason), detail);
    };
  }

  private static RestError error(AccountAdministration.Reason reason) {
    return switch (reason) {
      case CONFLICT -> RestError.CONFLICT;
      case NOT_FOUND -> RestError.NOT_FOUND;
      case BEING_DELETED -> RestError.NOT_ALLOWED;
      case GONE -> RestError.DELETED;
      case FULL -> RestError.INTERNAL;
    };
  }
}
