package io.aumbry.frontend.rest.account;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.command.AccountCommand;
import java.util.Optional;

/**
 * A new container, or new fields of one, as a client sent it.
 *
 * @param id of the container to change; empty to create one
 * @param state with the snapshot version that the client read
 */
record ContainerChange(
    Optional<Integer> id, String name, Container.State state, ContainerRules rules) {
  AccountCommand.Change command() {
    return id.<AccountCommand.Change>map(given ->
            new AccountCommand.UpdatedContainer(
                given, name, state.snapshotVersion(), state.status(), rules))
        .orElseGet(() -> new AccountCommand.NewContainer(name, rules));
  }
}
