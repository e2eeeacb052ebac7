package io.aumbry.catalog.plan;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.AccountCommand.UpdatedContainer;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.ChangeResult.Conflict;
import io.aumbry.catalog.command.ChangeResult.LimitReached;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Decides the next state of the accounts of one request. */
public final class AccountPlan {
  private final ContainerPlan containerPlan;
  private final long nowMillis;
  private final List<Step> steps = new ArrayList<>();
  private final Map<Integer, String> names = new HashMap<>();

  /** One account before and after the change. */
  public record Step(Optional<Account> stored, Account result) {}

  public AccountPlan(ContainerPlan containerPlan) {
    this.containerPlan = containerPlan;
    this.nowMillis = containerPlan.nowMillis();
  }

  public List<Step> steps() {
    return steps;
  }

  /**
   * Adds an account.
   *
   * @param stored the account with the same id
   * @param namesake id of a stored account with the same name and another id
   * @return the reason for which the whole request is refused, if there is one
   */
  public Optional<ChangeResult<List<Account>>> add(
      Optional<Account> stored, Account wanted, Optional<Integer> namesake) {
    String duplicate = names.put(wanted.id(), wanted.name());
    boolean nameIsTaken =
        names.entrySet().stream()
            .anyMatch(e -> e.getKey() != wanted.id() && e.getValue().equals(wanted.name()));
    if (duplicate != null || nameIsTaken || namesake.isPresent()) {
      return refuse(
          "The name '%s' or the id %d belongs to another account"
              .formatted(wanted.name(), wanted.id()));
    }
    if (stored.isEmpty()) {
      steps.add(
          new Step(
              stored,
              dated(
                  wanted,
                  version(wanted),
                  wanted.containers().stream().map(containerPlan::add).toList())));
      return Optional.empty();
    }
    return update(stored.get(), wanted);
  }

  private Optional<ChangeResult<List<Account>>> update(Account stored, Account wanted) {
    if (isAnotherAccount(stored, wanted)) {
      return refuse("The id %d belongs to account '%s'".formatted(stored.id(), stored.name()));
    }
    int version = stored.state().snapshotVersion();
    if (version(wanted) != version) {
      return refuse(
          "The account '%s' has snapshot version %d, not %d"
              .formatted(stored.name(), version, version(wanted)));
    }
    return switch (merge(stored, wanted.containers())) {
      case ChangeResult.Done<List<Container>>(List<Container> containers) -> {
        Account result = dated(wanted, version + 1, containers);
        steps.add(new Step(Optional.of(stored), differs(stored, result) ? result : stored));
        yield Optional.empty();
      }
      case ChangeResult<List<Container>> refusal -> Optional.of(refusal.asRefusal());
    };
  }

  /** Only a change with the version of the account may rename it; others mean a new account. */
  private static boolean isAnotherAccount(Account stored, Account wanted) {
    return wanted.state().snapshotVersion() == Account.State.NO_VERSION
        && !stored.name().equals(wanted.name());
  }

  private static int version(Account wanted) {
    return Math.max(0, wanted.state().snapshotVersion());
  }

  private ChangeResult<List<Container>> merge(Account stored, List<Container> wanted) {
    Map<Integer, Container> containers = new TreeMap<>();
    Map<String, Container> byName = new HashMap<>();
    for (Container container : stored.containers()) {
      containers.put(container.id(), container);
      byName.put(container.name(), container);
    }
    for (Container container : wanted) {
      Namesakes namesakes =
          new Namesakes(
              Optional.ofNullable(byName.get(container.name())),
              Optional.ofNullable(containers.get(container.id())));
      switch (put(stored, container, namesakes)) {
        case ChangeResult.Done<Container>(Container result) -> containers.put(result.id(), result);
        case ChangeResult<Container> refusal -> {
          return refusal.asRefusal();
        }
      }
    }
    return containers.size() <= AccountCommand.MOST_CONTAINERS
        ? new ChangeResult.Done<>(List.copyOf(containers.values()))
        : new LimitReached<>(
            "An account can have " + AccountCommand.MOST_CONTAINERS + " containers");
  }

  /** The stored containers with the name and with the id of a wanted one. */
  private record Namesakes(Optional<Container> byName, Optional<Container> byId) {}

  /** A container with a new id must have a new name. */
  private ChangeResult<Container> put(Account account, Container wanted, Namesakes stored) {
    Optional<Container> byId = stored.byId();
    if (stored.byName().isEmpty() && byId.isEmpty()) {
      return new ChangeResult.Done<>(containerPlan.add(wanted));
    }
    if (byId.isEmpty() || !stored.byName().equals(byId)) {
      return new Conflict<>(
          "The name '%s' or the id %d belongs to another container of the account '%s'"
              .formatted(wanted.name(), wanted.id(), account.name()));
    }
    return containerPlan.update(
        byId.get(),
        new UpdatedContainer(
            wanted.id(),
            wanted.name(),
            wanted.state().snapshotVersion(),
            wanted.state().status(),
            wanted.rules()));
  }

  private Account dated(Account wanted, int version, List<Container> containers) {
    Account.State state = wanted.state();
    return new Account(
        wanted.id(),
        wanted.name(),
        new Account.State(
            state.active(),
            version,
            nowMillis,
            state.aclInheritedByContainer(),
            state.quotaResource()),
        containers);
  }

  /** Whether more than the version and the time differ. */
  private static boolean differs(Account stored, Account result) {
    Account.State before = stored.state();
    Account.State after = result.state();
    return !stored.name().equals(result.name())
        || before.active() != after.active()
        || before.aclInheritedByContainer() != after.aclInheritedByContainer()
        || before.quotaResource() != after.quotaResource()
        || !stored.containers().equals(result.containers());
  }

  private static Optional<ChangeResult<List<Account>>> refuse(String reason) {
    return Optional.of(new Conflict<>(reason));
  }
}
