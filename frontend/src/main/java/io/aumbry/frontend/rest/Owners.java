package io.aumbry.frontend.rest;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.List;
import java.util.Optional;

/**
 * Finds the owners that requests name.
 *
 * <p>An owner that does not exist is refused. To decide about access first, {@link #assuming} gives
 * a placeholder in its place.
 */
public final class Owners {
  /** Of a placeholder. The catalog gives ids from 1. */
  public static final int PLACEHOLDER = Integer.MAX_VALUE;

  private final BuiltInAccounts accounts;
  private final boolean isAssuming;

  /** The errors for owners that do not exist. */
  public enum Unknown {
    /** As in Ambry, for requests for blobs and names. */
    OF_BLOBS(RestError.INVALID_ACCOUNT, RestError.INVALID_CONTAINER),
    /** For requests for accounts, containers, users, policies and datasets. */
    OF_SETTINGS(RestError.NOT_FOUND, RestError.NOT_FOUND);

    private final RestError account;
    private final RestError container;

    Unknown(RestError account, RestError container) {
      this.account = account;
      this.container = container;
    }
  }

  public Owners(BuiltInAccounts accounts) {
    this(accounts, false);
  }

  private Owners(BuiltInAccounts accounts, boolean isAssuming) {
    this.accounts = accounts;
    this.isAssuming = isAssuming;
  }

  /** The same owners, with a placeholder for each one that does not exist. */
  public Owners assuming() {
    return new Owners(accounts, true);
  }

  public Accounts accounts() {
    return accounts;
  }

  /**
   * The placeholder of an object that does not exist. Callers that serve each request look whether
   * it exists first, because a lambda for it would be garbage of each request.
   *
   * @throws Refusal if none is wanted
   */
  <T> T absent(T placeholder, Refusal why) {
    if (!isAssuming) {
      throw why;
    }
    return placeholder;
  }

  /**
   * The account of a name, for requests about settings.
   *
   * @throws Refusal 404
   */
  public Account account(String name) {
    return account(name, Unknown.OF_SETTINGS);
  }

  private Account account(String name, Unknown unknown) {
    Optional<Account> found = accounts.byName(name);
    return found.isPresent()
        ? found.get()
        : absent(
            placeholder(name),
            Refusal.unknown(unknown.account, "There is no account '" + name + "'"));
  }

  /**
   * The account of an id, for requests about settings.
   *
   * @throws Refusal 404
   */
  Account account(int id) {
    Optional<Account> found = accounts.byId(id);
    return found.isPresent()
        ? found.get()
        : absent(
            placeholder(Integer.toString(id)),
            Refusal.unknown(RestError.NOT_FOUND, "There is no account with id " + id));
  }

  /**
   * The container of a name and its account.
   *
   * @throws Refusal as {@code unknown} says
   */
  public Owner owner(String accountName, String containerName, Unknown unknown) {
    Account account = account(accountName, unknown);
    Optional<Container> found = accounts.container(account, containerName);
    Container container =
        found.isPresent()
            ? found.get()
            : absent(
                placeholderOf(containerName),
                Refusal.unknown(
                    unknown.container,
                    "Account '" + accountName + "' has no container '" + containerName + "'"));
    return new Owner(account, container);
  }

  /**
   * The owner in the id of a blob.
   *
   * @throws Refusal 400
   */
  Owner owner(int accountId, int containerId) {
    Optional<Account> named = accounts.byId(accountId);
    Account account =
        named.isPresent()
            ? named.get()
            : absent(
                placeholder(Integer.toString(accountId)),
                Refusal.unknown(
                    RestError.INVALID_ACCOUNT,
                    "The id names account " + accountId + ", which there is not"));
    Optional<Container> found = accounts.container(account, containerId);
    Container container =
        found.isPresent()
            ? found.get()
            : absent(
                placeholderOf(Integer.toString(containerId)),
                Refusal.unknown(
                    RestError.INVALID_CONTAINER,
                    "The id names container " + containerId + ", which there is not"));
    return new Owner(account, container);
  }

  private static Account placeholder(String name) {
    Account.State state = new Account.State(true, 0, 0, false, Account.QuotaResource.ACCOUNT);
    return new Account(PLACEHOLDER, name.isEmpty() ? "-" : name, state, List.of());
  }

  private static Container placeholderOf(String name) {
    Container.State state = new Container.State(Container.Status.ACTIVE, 0, 0, 0, false);
    return new Container(PLACEHOLDER, name.isEmpty() ? "-" : name, state, ContainerRules.DEFAULTS);
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
      return owner(
          arguments.required(Names.TARGET_ACCOUNT),
          arguments.required(Names.TARGET_CONTAINER),
          Unknown.OF_BLOBS);
    }
    Account account = accounts.byName(service).orElseGet(accounts::builtIn);
    return account.containers().stream()
        .map(container -> new Owner(account, container))
        .filter(owner -> owner.container().isActive() && owner.isPrivate() == isPrivate)
        .findFirst()
        .orElseGet(() ->
            absent(
                new Owner(account, placeholderOf("")),
                Refusal.unknown(
                    RestError.INVALID_CONTAINER,
                    "Account '" + account.name() + "' has no container for uploads by service")));
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
          "The request is for " + owner + ", but its arguments name another account or container");
    }
  }

  /**
   * Refuses an owner that was switched off or deleted since a request began.
   *
   * @throws AumbryException {@code FORBIDDEN} for an inactive account, {@code DELETED} for a
   *     deleted container
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
