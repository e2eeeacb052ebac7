package io.aumbry.catalog.sql.account;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.Container.Status;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.AccountCommand.AdvanceRemoval;
import io.aumbry.catalog.command.AccountCommand.DeleteContainer;
import io.aumbry.catalog.command.AccountCommand.PutAccounts;
import io.aumbry.catalog.command.AccountCommand.PutContainers;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.ChangeResult.Done;
import io.aumbry.catalog.command.ChangeResult.Missing;
import io.aumbry.catalog.plan.AccountPlan;
import io.aumbry.catalog.plan.ContainerBatch;
import io.aumbry.catalog.plan.ContainerPlan;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies changes of accounts. A change is decided as a whole before its first row is written, so
 * that a refused change writes nothing.
 */
final class AccountChanges implements AccountCommand.Handler<SQLException> {
  private final AccountRows accounts;
  private final IdentityRows identities;

  AccountChanges(SqlRows rows) {
    this.accounts = new AccountRows(rows);
    this.identities = new IdentityRows(rows);
  }

  @Override
  public ChangeResult<List<Account>> putAccounts(PutAccounts change) throws SQLException {
    AccountPlan plan = new AccountPlan(plan(change.retention(), change.nowMillis()));
    for (Account wanted : change.accounts()) {
      Optional<Integer> namesake = accounts.otherWithName(wanted.name(), wanted.id());
      Optional<ChangeResult<List<Account>>> refusal =
          plan.add(accounts.find(wanted.id()), wanted, namesake);
      if (refusal.isPresent()) {
        return refusal.get();
      }
    }
    return new Done<>(write(plan));
  }

  private List<Account> write(AccountPlan plan) throws SQLException {
    List<Account> results = new ArrayList<>();
    for (AccountPlan.Step step : plan.steps()) {
      Account result = step.result();
      if (step.stored().isEmpty()) {
        accounts.insert(result);
      } else if (!step.stored().get().equals(result)) {
        accounts.update(result);
      }
      write(
          result.id(),
          step.stored().map(Account::containers).orElse(List.of()),
          result.containers());
      results.add(result);
    }
    return results;
  }

  /** Writes those of {@code results} that differ from the containers of the account. */
  private void write(int account, List<Container> stored, Collection<Container> results)
      throws SQLException {
    Map<Integer, Container> before = new HashMap<>();
    stored.forEach(container -> before.put(container.id(), container));
    List<Container> created = new ArrayList<>();
    List<Container> changed = new ArrayList<>();
    for (Container result : results) {
      Container old = before.get(result.id());
      if (old == null) {
        created.add(result);
      } else if (!old.equals(result)) {
        changed.add(result);
      }
    }
    accounts.insert(account, created);
    accounts.update(account, changed);
  }

  @Override
  public ChangeResult<List<Container>> putContainers(PutContainers change) throws SQLException {
    Optional<Account> account = accounts.find(change.account());
    if (account.isEmpty()) {
      return missingAccount(change.account());
    }
    ContainerBatch batch =
        new ContainerBatch(
            plan(change.retention(), change.nowMillis()),
            account.get().containers(),
            accounts.nextContainer(change.account()));
    ChangeResult<List<Container>> result = batch.decide(change.changes());
    if (result instanceof Done) {
      write(change.account(), account.get().containers(), batch.containers());
    }
    return result;
  }

  @Override
  public ChangeResult<Container> deleteContainer(DeleteContainer change) throws SQLException {
    Optional<Container> stored = accounts.findContainer(change.account(), change.container());
    ContainerPlan plan = plan(Duration.ZERO, change.nowMillis());
    return stored.isPresent()
        ? written(change.account(), stored.get(), plan.delete(stored.get()))
        : missing(change.account(), change.container());
  }

  @Override
  public ChangeResult<Container> advanceRemoval(AdvanceRemoval change) throws SQLException {
    DueRemoval due = change.due();
    Optional<Container> stored = accounts.findContainer(due.account(), due.container());
    if (stored.isEmpty()) {
      return missing(due.account(), due.container());
    }
    ContainerPlan plan = plan(change.retention(), change.nowMillis());
    ChangeResult<Container> result = plan.advance(stored.get(), due, change.step());
    if (result instanceof Done<Container>(Container container)
        && container.state().status() == Status.INACTIVE) {
      identities.deleteContainerPolicy(due.account(), due.container());
    }
    return written(due.account(), stored.get(), result);
  }

  private ContainerPlan plan(Duration retention, long nowMillis) throws SQLException {
    return new ContainerPlan(retention, nowMillis, accounts.latestMillis());
  }

  private ChangeResult<Container> written(
      int account, Container stored, ChangeResult<Container> result) throws SQLException {
    if (result instanceof Done<Container>(Container container)) {
      write(account, List.of(stored), List.of(container));
    }
    return result;
  }

  private static <T> ChangeResult<T> missing(int account, int container) {
    return new Missing<>("The account " + account + " has no container " + container);
  }

  private static <T> ChangeResult<T> missingAccount(int account) {
    return new Missing<>("There is no account " + account);
  }
}
