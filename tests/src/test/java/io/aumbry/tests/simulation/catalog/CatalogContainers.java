package io.aumbry.tests.simulation.catalog;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.Container.Status;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.plan.ContainerPlan;
import io.aumbry.protocol.message.DeletedContainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The deleted containers of the catalog. {@link ContainerPlan} decides their states. */
final class CatalogContainers {
  private final Map<DeletedContainer.Key, Container> deleted = new LinkedHashMap<>();

  void delete(DeletedContainer.Key key, long now) {
    deleted.putIfAbsent(
        key,
        new Container(
            key.container(),
            "c" + key.container(),
            new Container.State(Status.DELETE_IN_PROGRESS, 0, now, now, false),
            ContainerRules.DEFAULTS));
  }

  boolean isDeleted(DeletedContainer.Key key) {
    return deleted.containsKey(key);
  }

  List<DueRemoval> due(DueRemoval.Query query) {
    List<DueRemoval> due = new ArrayList<>();
    deleted.forEach((key, container) -> {
      Container.State state = container.state();
      boolean isSearched =
          state.status() == Status.INACTIVE && state.modifiedMillis() > query.searchedUntilMillis();
      if (state.deleteTriggerMillis() <= query.deletedUntilMillis() && !isSearched) {
        due.add(
            new DueRemoval(
                key.account(),
                key.container(),
                state.status(),
                state.snapshotVersion(),
                state.deleteTriggerMillis()));
      }
    });
    due.sort(Comparator.comparingLong(DueRemoval::deletedMillis));
    return due.subList(0, Math.min(due.size(), query.most()));
  }

  boolean advance(DueRemoval due, DueRemoval.Step step, Duration retention, long now) {
    var key = new DeletedContainer.Key(due.account(), due.container());
    var result =
        new ContainerPlan(retention, now, now)
            .advance(Objects.requireNonNull(deleted.get(key)), due, step);
    if (result instanceof ChangeResult.Done<Container>(Container container)) {
      deleted.put(key, container);
      return true;
    }
    return false;
  }

  /** Containers that still have data. */
  List<String> backlog() {
    return deleted.entrySet().stream()
        .filter(each -> each.getValue().state().status() != Status.INACTIVE)
        .map(each -> each.getKey() + " is " + each.getValue().state().status())
        .toList();
  }
}
