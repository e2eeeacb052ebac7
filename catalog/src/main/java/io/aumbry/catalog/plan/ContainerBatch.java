package io.aumbry.catalog.plan;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.AccountCommand.Change;
import io.aumbry.catalog.command.AccountCommand.NewContainer;
import io.aumbry.catalog.command.AccountCommand.UpdatedContainer;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.ChangeResult.Done;
import io.aumbry.catalog.command.ChangeResult.LimitReached;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides the next state of the containers of one request. */
public final class ContainerBatch {
  private final ContainerPlan plan;
  private final Map<String, Container> containers = new LinkedHashMap<>();
  private int next;

  /**
   * Starts with the containers of an account.
   *
   * @param next the id of the next new container
   */
  public ContainerBatch(ContainerPlan plan, List<Container> stored, int next) {
    this.plan = plan;
    this.next = next;
    stored.forEach(container -> containers.put(container.name(), container));
  }

  /** All containers of the account after the changes. */
  public Collection<Container> containers() {
    return containers.values();
  }

  /** The containers of the changes, or the first refusal. */
  public ChangeResult<List<Container>> decide(List<Change> changes) {
    List<Container> results = new ArrayList<>();
    for (Change change : changes) {
      switch (decide(change)) {
        case Done<Container>(Container result) -> {
          next = Math.max(next, result.id() + 1);
          containers.put(result.name(), result);
          results.add(result);
        }
        case ChangeResult<Container> refusal -> {
          return refusal.asRefusal();
        }
      }
    }
    return containers.size() <= AccountCommand.MOST_CONTAINERS
        ? new Done<>(results)
        : new LimitReached<>(
            "An account can have %d containers, deleted ones included; this one would have %d"
                .formatted(AccountCommand.MOST_CONTAINERS, containers.size()));
  }

  private ChangeResult<Container> decide(Change change) {
    Optional<Container> stored = Optional.ofNullable(containers.get(change.name()));
    return switch (change) {
      case NewContainer created ->
          stored.isPresent()
              ? plan.createAgain(stored.get(), created)
              : new Done<>(plan.create(next, created));
      case UpdatedContainer updated ->
          stored.isPresent()
              ? plan.update(stored.get(), updated)
              : ContainerPlan.missing(change.name());
    };
  }
}
