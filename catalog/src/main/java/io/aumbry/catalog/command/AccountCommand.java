package io.aumbry.catalog.command;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.DueRemoval;
import java.time.Duration;
import java.util.List;

/**
 * A change of accounts and containers.
 *
 * @param <R> type of the result
 */
public sealed interface AccountCommand<R> extends Command<R> {
  /** The most containers that an account can have, deleted ones included. */
  int MOST_CONTAINERS = 32_767;

  <X extends Exception> R applyTo(Handler<X> handler) throws X;

  /**
   * Applies each kind of change.
   *
   * @param <X> the exception of the handler
   */
  interface Handler<X extends Exception> {
    ChangeResult<List<Account>> putAccounts(PutAccounts change) throws X;

    ChangeResult<List<Container>> putContainers(PutContainers change) throws X;

    ChangeResult<Container> deleteContainer(DeleteContainer change) throws X;

    ChangeResult<Container> advanceRemoval(AdvanceRemoval change) throws X;
  }

  /** Wall time of the change. */
  long nowMillis();

  /**
   * Creates or updates accounts with the containers that they name, all or none. Stored containers
   * that an account does not name stay as they are. The snapshot versions of stored objects must
   * match, and increase. New objects keep theirs, as an import needs.
   *
   * @param retention how long a deleted container can be restored
   */
  record PutAccounts(List<Account> accounts, Duration retention, long nowMillis)
      implements AccountCommand<ChangeResult<List<Account>>> {
    @Override
    public <X extends Exception> ChangeResult<List<Account>> applyTo(Handler<X> handler) throws X {
      return handler.putAccounts(this);
    }

    public PutAccounts {
      accounts = List.copyOf(accounts);
    }
  }

  /**
   * Creates or updates containers of an account, all or none. A container that exists with the same
   * settings is not changed.
   *
   * @param retention how long a deleted container can be restored
   */
  record PutContainers(int account, List<Change> changes, Duration retention, long nowMillis)
      implements AccountCommand<ChangeResult<List<Container>>> {
    @Override
    public <X extends Exception> ChangeResult<List<Container>> applyTo(Handler<X> handler)
        throws X {
      return handler.putContainers(this);
    }

    public PutContainers {
      changes = List.copyOf(changes);
    }
  }

  /** A container as a client wants it. */
  sealed interface Change {
    String name();
  }

  /** A container that is to be created, active, with the next free id of its account. */
  record NewContainer(String name, ContainerRules rules) implements Change {}

  /**
   * New fields of a container. Its id and snapshot version must match the stored ones. {@link
   * Container.Status#DELETE_IN_PROGRESS} deletes it, {@link Container.Status#ACTIVE} restores it.
   */
  record UpdatedContainer(
      int id, String name, int snapshotVersion, Container.Status status, ContainerRules rules)
      implements Change {}

  /** Deletes a container. Its data can be restored during the retention. */
  record DeleteContainer(int account, int container, long nowMillis)
      implements AccountCommand<ChangeResult<Container>> {
    @Override
    public <X extends Exception> ChangeResult<Container> applyTo(Handler<X> handler) throws X {
      return handler.deleteContainer(this);
    }
  }

  /**
   * Records a step of the removal of a deleted container.
   *
   * @param due the container as the author of the step has read it; refused if it changed since
   * @param retention how long a deleted container can be restored
   */
  record AdvanceRemoval(DueRemoval due, DueRemoval.Step step, Duration retention, long nowMillis)
      implements AccountCommand<ChangeResult<Container>> {
    @Override
    public <X extends Exception> ChangeResult<Container> applyTo(Handler<X> handler) throws X {
      return handler.advanceRemoval(this);
    }
  }
}
