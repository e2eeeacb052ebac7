package io.aumbry.frontend.rest.account;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import java.util.Optional;

/**
 * A new container, or new fields of one.
 *
 * @param id of the container to change; empty to create one
 * @param state with the snapshot version that the client read
 */
public record ContainerChange(
    Optional<Integer> id, String name, Container.State state, ContainerRules rules) {}
