package io.aumbry.frontend.rest;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.account.Container;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;

/** Finds the owners that requests name. */
public final class Owners {
  private final BuiltInAccounts accounts;

  public Owners(BuiltInAccounts accounts) {
    this.accounts = accounts;
  }

  public Accounts accounts() {
    return accounts;
  }

  /**
   * The account of a name.
   *
   * @throws Refusal 400
   */
  public Account account(String name) {
    return accounts
        .byName(name)
        .orElseThrow(
            () -> new Refusal(RestError.INVALID_ACCOUNT, "There is no account '" + name + "'"));
  }

  /**
   * The container of a name.
   *
   * @throws Refusal 400
   */
  public Container container(Account account, String name) {
    return accounts
        .container(account, name)
        .orElseThrow(() ->
            new Refusal(
                RestError.INVALID_CONTAINER,
                "Account '" + account.name() + "' has no container '" + name + "'"));
  }

  Owner owner(int accountId, int containerId) {
    Account account =
        accounts
            .byId(accountId)
            .orElseThrow(() ->
                new Refusal(
                    RestError.INVALID_ACCOUNT,
                    "The id names account " + accountId + ", which there is not"));
    Container container =
        accounts
            .container(account, containerId)
            .orElseThrow(() ->
                new Refusal(
                    RestError.INVALID_CONTAINER,
                    "The id names container " + containerId + ", which there is not"));
    return new Owner(account, container);
  }

  Optional<Container> find(Account account, String containerName) {
    return accounts.container(account, containerName);
  }

  Optional<Owner> named(String accountName, String containerName) {
    return accounts
        .byName(accountName)
        .flatMap(account ->
            accounts
                .container(account, containerName)
                .map(container -> new Owner(account, container)));
  }

  /**
   * The owner of a new blob: the container that the arguments name, or else one of the account with
   * the name of the uploading service, or of the built-in account.
   *
   * @throws Refusal 400
   */
  public Owner ofUpload(Arguments arguments) {
    String service = arguments.label(Names.SERVICE_ID);
    if (service.isEmpty()) {
      throw new Refusal(RestError.MISSING_ARGS, "Missing argument " + Names.SERVICE_ID);
    }
    boolean isPrivate = arguments.flag(Names.PRIVATE);
    boolean named = arguments.has(Names.TARGET_ACCOUNT) || arguments.has(Names.TARGET_CONTAINER);
    if (named) {
      Account account = account(arguments.required(Names.TARGET_ACCOUNT));
      String container = arguments.required(Names.TARGET_CONTAINER);
      return new Owner(account, container(account, container));
    }
    Account account = accounts.byName(service).orElseGet(accounts::builtIn);
    return account.containers().stream()
        .map(container -> new Owner(account, container))
        .filter(owner -> owner.container().isActive() && owner.isPrivate() == isPrivate)
        .findFirst()
        .orElseThrow(() ->
            new Refusal(
                RestError.INVALID_CONTAINER,
                "Account '" + account.name() + "' has no container for uploads by service"));
  }

  /**
   * Refuses arguments that contradict the owner in the path.
   *
   * @throws Refusal 412
   */
  public static void requireSame(Owner owner, Arguments arguments) {
    boolean isSame =
        arguments
                .text(Names.TARGET_ACCOUNT)
                .orElse(owner.account().name())
                .equals(owner.account().name())
            && arguments
                .text(Names.TARGET_CONTAINER)
                .orElse(owner.container().name())
                .equals(owner.container().name());
    if (!isSame) {
      throw new Refusal(
          RestError.PRECONDITION_FAILED,
          "The path names " + owner + ", but the arguments name another account or container");
    }
  }

  /**
   * Refuses an owner that was switched off or deleted since a request began.
   *
   * @throws AumbryException {@code FORBIDDEN} for an inactive account, {@code DELETED} for a deleted
   *     container
   */
  public void requireStillActive(Owner owner) {
    try {
      requireActive(owner(owner.account().id(), owner.container().id()));
    } catch (Refusal refused) {
      ErrorCode code =
          refused.error() == RestError.DELETED ? ErrorCode.DELETED : ErrorCode.FORBIDDEN;
      throw new AumbryException(code, refused.reason());
    }
  }

  /**
   * Refuses an owner that is switched off or deleted.
   *
   * @throws Refusal 403 for an inactive account, 410 for a deleted container
   */
  public static void requireActive(Owner owner) {
    if (!owner.account().state().active()) {
      throw new Refusal(
          RestError.ACCESS_DENIED, "Account '" + owner.account().name() + "' is inactive");
    }
    if (!owner.container().isActive()) {
      throw new Refusal(
          RestError.DELETED,
          "Container '"
              + owner.container().name()
              + "' of account '"
              + owner.account().name()
              + "' has been deleted");
    }
  }
}
