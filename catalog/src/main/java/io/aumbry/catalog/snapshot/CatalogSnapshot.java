package io.aumbry.catalog.snapshot;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Accounts and identities at one point in time, with lookups in constant time. Immutable. */
public final class CatalogSnapshot implements Accounts {
  private final Revision revision;
  private final SnapshotContent content;
  private final Map<Integer, Account> accounts;
  private final Map<String, Account> accountsByName;
  private final Map<ContainerId, Container> containers;
  private final Map<ContainerName, Container> containersByName;
  private final Map<String, User> users;
  private final Map<String, AccessKey> keys;
  private final Map<String, List<AccessKey>> keysOfUsers;
  private final Map<StoredPolicy.Target, StoredPolicy> policies;
  private final Map<String, List<RoleGrant>> grants;

  private record ContainerId(int account, int container) {}

  private record ContainerName(int account, String container) {}

  /**
   * Indexes a content.
   *
   * @param revision the changes that it includes
   */
  public CatalogSnapshot(Revision revision, SnapshotContent content) {
    this.revision = revision;
    this.content = content;
    this.accounts = index(content.accounts(), Account::id);
    this.accountsByName = index(content.accounts(), Account::name);
    this.containers = containers(content, (account, c) -> new ContainerId(account, c.id()));
    this.containersByName =
        containers(content, (account, c) -> new ContainerName(account, c.name()));
    this.users = index(content.users(), User::id);
    this.keys = index(content.keys(), AccessKey::id);
    this.keysOfUsers =
        content.keys().stream()
            .collect(Collectors.groupingBy(AccessKey::user, Collectors.toUnmodifiableList()));
    this.policies = index(content.policies(), StoredPolicy::target);
    this.grants =
        content.grants().stream()
            .collect(Collectors.groupingBy(RoleGrant::user, Collectors.toUnmodifiableList()));
  }

  /** A snapshot without accounts, before any change. */
  public static CatalogSnapshot empty() {
    return new CatalogSnapshot(Revision.NONE, SnapshotContent.EMPTY);
  }

  private static <K, V> Map<K, V> index(List<V> values, Function<V, K> key) {
    return values.stream().collect(Collectors.toUnmodifiableMap(key, Function.identity()));
  }

  @FunctionalInterface
  private interface Key<K> {
    K of(int account, Container container);
  }

  private static <K> Map<K, Container> containers(SnapshotContent content, Key<K> key) {
    return content.accounts().stream()
        .flatMap(account ->
            account.containers().stream().map(c -> Map.entry(key.of(account.id(), c), c)))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  public Revision revision() {
    return revision;
  }

  public SnapshotContent content() {
    return content;
  }

  @Override
  public Optional<Account> byName(String name) {
    return Optional.ofNullable(accountsByName.get(name));
  }

  @Override
  public Optional<Account> byId(int id) {
    return Optional.ofNullable(accounts.get(id));
  }

  @Override
  public Collection<Account> all() {
    return content.accounts();
  }

  public Optional<Container> container(int account, int id) {
    return Optional.ofNullable(containers.get(new ContainerId(account, id)));
  }

  public Optional<Container> container(int account, String name) {
    return Optional.ofNullable(containersByName.get(new ContainerName(account, name)));
  }

  public Optional<User> user(String id) {
    return Optional.ofNullable(users.get(id));
  }

  public Optional<AccessKey> key(String id) {
    return Optional.ofNullable(keys.get(id));
  }

  public List<AccessKey> keysOf(String user) {
    return keysOfUsers.getOrDefault(user, List.of());
  }

  public Optional<StoredPolicy> policy(StoredPolicy.Target target) {
    return Optional.ofNullable(policies.get(target));
  }

  public List<RoleGrant> grantsOf(String user) {
    return grants.getOrDefault(user, List.of());
  }
}
