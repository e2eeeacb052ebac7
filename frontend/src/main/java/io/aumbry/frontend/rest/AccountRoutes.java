package io.aumbry.frontend.rest;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import java.util.Optional;

/** The paths {@code /accounts} and {@code /accounts/containers}. */
final class AccountRoutes {
  static final String ACCOUNTS = "/accounts";
  static final String CONTAINERS = "/accounts/containers";

  static final String DATASETS = "/accounts/containers/datasets";

  private static final String DATASET_METHODS = "GET, HEAD, POST, DELETE, OPTIONS";
  private static final String METHODS = "GET, HEAD, POST, OPTIONS";

  private final Owners owners;

  AccountRoutes(Owners owners) {
    this.owners = owners;
  }

  Route ofAccounts(String method, Arguments arguments) {
    return switch (method) {
      case "GET", "HEAD" -> new Route.ReadAccounts(target(arguments));
      case "POST" -> new Route.ChangeAccounts();
      default -> throw Refusal.notAllowed(method, METHODS);
    };
  }

  Route ofContainers(String method, Arguments arguments) {
    return switch (method) {
      case "GET", "HEAD" -> new Route.ReadContainer(container(arguments));
      case "POST" ->
          new Route.ChangeContainers(
              target(arguments)
                  .orElseThrow(() ->
                      new Refusal(
                          RestError.MISSING_ARGS,
                          "Missing argument "
                              + Names.TARGET_ACCOUNT
                              + " or "
                              + Names.TARGET_ACCOUNT_ID)));
      default -> throw Refusal.notAllowed(method, METHODS);
    };
  }

  Route ofDatasets(String method, Arguments arguments) {
    if (method.equals("POST")) {
      return new Route.ChangeDataset();
    }
    if (method.equals("PUT")) {
      throw Refusal.notAllowed(method, DATASET_METHODS);
    }
    Owner owner = container(arguments);
    Optional<String> name =
        method.equals("DELETE")
            ? Optional.of(arguments.required(Names.TARGET_DATASET))
            : arguments.text(Names.TARGET_DATASET);
    if (name.isEmpty()) {
      return new Route.ListDatasets(owner);
    }
    DatasetRef dataset = new DatasetRef(NamedAddress.container(owner), name.get());
    return method.equals("DELETE")
        ? new Route.DeleteDataset(owner, dataset)
        : new Route.ReadDataset(owner, dataset);
  }

  private Owner container(Arguments arguments) {
    return owners.owner(
        arguments.required(Names.TARGET_ACCOUNT),
        arguments.required(Names.TARGET_CONTAINER),
        Owners.Unknown.OF_SETTINGS);
  }

  private Optional<Account> target(Arguments arguments) {
    Optional<String> name = arguments.text(Names.TARGET_ACCOUNT);
    Optional<String> id = arguments.text(Names.TARGET_ACCOUNT_ID);
    if (name.isPresent() && id.isPresent()) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          Names.TARGET_ACCOUNT + " and " + Names.TARGET_ACCOUNT_ID + " must not both be given");
    }
    return name.isPresent() ? name.map(owners::account) : id.map(text -> byId(text, arguments));
  }

  private Account byId(String text, Arguments arguments) {
    long id = arguments.number(Names.TARGET_ACCOUNT_ID, Long.MIN_VALUE).orElseThrow();
    if (id < Integer.MIN_VALUE || id > Integer.MAX_VALUE) {
      throw Arguments.invalid(Names.TARGET_ACCOUNT_ID, text, "must be at most 2^31-1");
    }
    return owners.account((int) id);
  }
}
