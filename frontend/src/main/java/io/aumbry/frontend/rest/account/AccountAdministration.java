package io.aumbry.frontend.rest.account;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;

/**
 * Changes accounts and containers, each request as a whole. Calls park the thread of the request.
 * Changes are optimistic: a change must name the snapshot version that its author read.
 */
public interface AccountAdministration {
  /** Creates accounts, or replaces accounts with the same ids together with their containers. */
  Result put(List<Account> accounts, RequestContext context);

  /** Creates or changes containers of an account, and assigns ids to new ones. */
  Result putContainers(int account, List<ContainerChange> changes, RequestContext context);

  /** The outcome of a change. */
  sealed interface Result {}

  /** All was done. The containers are in the order of the changes; none for accounts. */
  record Done(List<Container> containers) implements Result {
    public Done {
      containers = List.copyOf(containers);
    }
  }

  /** Nothing was done. */
  record Refused(Reason reason, String detail) implements Result {}

  /** The reasons for which nothing was done. */
  enum Reason {
    /** A name or id is in use, or another change came first. */
    CONFLICT,
    /** The account or container to change does not exist. */
    NOT_FOUND,
    /** The container of this name is being deleted. */
    BEING_DELETED,
    /** The container of this name has been deleted. */
    GONE,
    /** The account has reached the limit of containers. */
    FULL
  }
}
