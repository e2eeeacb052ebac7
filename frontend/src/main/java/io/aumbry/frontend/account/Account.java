package io.aumbry.frontend.account;

import java.util.List;
import java.util.Optional;

/**
 * An application that owns blobs.
 *
 * @param id as in blob ids, 1 to 2^31-1
 * @param containers with unique names and ids
 */
public record Account(int id, String name, List<Container> containers) {
  public Account {
    containers = List.copyOf(containers);
    if (id < 1 || name.isEmpty()) {
      throw new IllegalArgumentException(
          "account '" + name + "' with id " + id + ", must be 1 to 2^31-1 and have a name");
    }
    long ids = containers.stream().mapToInt(Container::id).distinct().count();
    long names = containers.stream().map(Container::name).distinct().count();
    if (ids != containers.size() || names != containers.size()) {
      throw new IllegalArgumentException("account '" + name + "' has a container twice");
    }
  }

  public Optional<Container> container(String containerName) {
    for (Container container : containers) {
      if (container.name().equals(containerName)) {
        return Optional.of(container);
      }
    }
    return Optional.empty();
  }

  public Optional<Container> container(int containerId) {
    for (Container container : containers) {
      if (container.id() == containerId) {
        return Optional.of(container);
      }
    }
    return Optional.empty();
  }

  /** The first such container, for uploads that do not name one. */
  public Optional<Container> defaultContainer(boolean isPrivate) {
    for (Container container : containers) {
      if (container.isPrivate() == isPrivate) {
        return Optional.of(container);
      }
    }
    return Optional.empty();
  }
}
