package io.aumbry.catalog.account;

import java.util.List;
import java.util.Optional;

/**
 * An application that owns blobs.
 *
 * @param id as in blob ids, 1 to 2^31-1
 * @param name 1 to 255 characters, unique
 * @param containers with unique names and ids
 */
public record Account(int id, String name, State state, List<Container> containers) {
  /**
   * The changeable fields.
   *
   * @param snapshotVersion counts the changes of the account, from 0; {@link #NO_VERSION} in a
   *     change that names none
   * @param modifiedMillis wall time of the last change
   */
  public record State(
      boolean active,
      int snapshotVersion,
      long modifiedMillis,
      boolean aclInheritedByContainer,
      QuotaResource quotaResource) {
    public static final int NO_VERSION = -1;
  }

  /** The unit to which quotas apply. */
  public enum QuotaResource {
    ACCOUNT,
    CONTAINER,
    SERVICE
  }

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
}
