package io.aumbry.frontend.rest.account;

import io.aumbry.catalog.Catalog;
import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.config.json.JsonReader;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.AuthenticatedSender;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.JsonBody;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code POST /accounts} and {@code POST /accounts/containers}. */
public final class AccountWrites {
  private final Accounts accounts;
  private final Optional<Catalog> catalog;
  private final JsonBody body;
  private final Time time;
  private final Duration retention;
  private final JsonReader<AccountsBody> accountsReader =
      JsonReader.allowingNulls(AccountsBody.class, JsonBody.LIMIT);
  private final JsonReader<ContainersBody> containersReader =
      JsonReader.allowingNulls(ContainersBody.class, JsonBody.LIMIT);

  private record AccountsBody(List<@Nullable Map<String, @Nullable Object>> accounts) {}

  private record ContainersBody(List<@Nullable Map<String, @Nullable Object>> containers) {}

  /**
   * Serves changes.
   *
   * @param catalog absent in clusters without one
   * @param retention how long a deleted container can be restored
   */
  public AccountWrites(
      Accounts accounts, Optional<Catalog> catalog, JsonBody body, Time time, Duration retention) {
    this.accounts = accounts;
    this.catalog = catalog;
    this.body = body;
    this.time = time;
    this.retention = retention;
  }

  public Answer accounts(Call call) {
    Catalog to = catalog();
    List<Account> changes =
        body.read(
            accountsReader,
            document ->
                document.accounts().stream()
                    .map(object -> Fields.of("accounts", object))
                    .map(fields ->
                        AccountParser.account(fields, accounts.byId(AccountParser.id(fields))))
                    .toList(),
            call);
    List<Account> done =
        requireDone(
            to.apply(
                new AccountCommand.PutAccounts(changes, retention, time.wallMillis()),
                call.forTransfer()));
    done.forEach(
        each -> call.trail().changes(Action.CHANGE_ACCOUNTS, new Resource.OfAccount(each)));
    return Answer.empty(200, call.headers());
  }

  public Answer containers(Account account, Call call) {
    Catalog to = catalog();
    if (account.id() == BuiltInAccounts.ID) {
      throw AccountParser.builtIn();
    }
    ContainerParser parser = new ContainerParser(account.id(), account.containers());
    List<ContainerChange> changes =
        body.read(
            containersReader,
            document ->
                document.containers().stream()
                    .map(object -> Fields.of("containers", object))
                    .map(parser::change)
                    .toList(),
            call);
    Account present = accounts.byId(account.id()).orElse(account);
    changes.forEach(change -> authorise(change, present, call));
    List<Container> done =
        requireDone(
            to.apply(
                new AccountCommand.PutContainers(
                    account.id(),
                    changes.stream().map(ContainerChange::command).toList(),
                    retention,
                    time.wallMillis()),
                call.forTransfer()));
    for (int i = 0; i < done.size(); i++) {
      Owner owner = new Owner(account, done.get(i));
      call.trail().changes(action(changes.get(i)), new Resource.OfContainer(owner));
    }
    call.headers().add(Names.TARGET_ACCOUNT_ID, Integer.toString(account.id()));
    return Answer.json(
        new ContainerDocument.All(
            done.stream()
                .map(each -> ContainerDocument.of(each, account.id(), retention))
                .toList()),
        call.headers());
  }

  /**
   * A change needs the right in the account and, because a policy may protect it, on the container.
   * A container that this frontend does not know yet cannot be changed.
   *
   * @param account after the body has arrived
   */
  private static void authorise(ContainerChange change, Account account, Call call) {
    AuthenticatedSender sender = call.trail().admission();
    Action action = action(change);
    sender.authorise(action, new Resource.OfAccount(account));
    if (change.id().isPresent()) {
      Container existing =
          account.container(change.id().get()).orElseThrow(() -> unknown(change, account));
      sender.authorise(action, new Resource.OfContainer(new Owner(account, existing)));
    }
  }

  private static Refusal unknown(ContainerChange change, Account account) {
    return account
        .container(change.name())
        .map(other ->
            new Refusal(
                RestError.CONFLICT,
                "The container '%s' has id %d, not %d"
                    .formatted(change.name(), other.id(), change.id().orElseThrow())))
        .orElseGet(() ->
            new Refusal(RestError.NOT_FOUND, "There is no container '" + change.name() + "'"));
  }

  private static Action action(ContainerChange change) {
    if (change.id().isEmpty()) {
      return Action.CREATE_CONTAINER;
    }
    boolean isKept = change.state().status() == Container.Status.ACTIVE;
    return isKept ? Action.CHANGE_CONTAINERS : Action.DELETE_CONTAINER;
  }

  private Catalog catalog() {
    return catalog.orElseThrow(() ->
        new Refusal(
            RestError.UNAVAILABLE, "This cluster has no catalog, so accounts cannot be changed"));
  }

  private static <T> T requireDone(ChangeResult<T> result) {
    return switch (result) {
      case ChangeResult.Done<T>(T value) -> value;
      case ChangeResult.Missing<T>(String reason) -> throw new Refusal(RestError.NOT_FOUND, reason);
      case ChangeResult.Conflict<T>(String reason) -> throw new Refusal(RestError.CONFLICT, reason);
      case ChangeResult.Unmet<T>(String reason) ->
          throw new Refusal(RestError.PRECONDITION_FAILED, reason);
      case ChangeResult.Deleting<T>(String reason) -> throw Refusal.beingDeleted(reason);
      case ChangeResult.Gone<T>(String reason) -> throw new Refusal(RestError.DELETED, reason);
      // As in Ambry.
      case ChangeResult.LimitReached<T>(String reason) ->
          throw new Refusal(RestError.INTERNAL, reason);
    };
  }
}
