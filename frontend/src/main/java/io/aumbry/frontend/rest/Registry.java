package io.aumbry.frontend.rest;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.SealedSecret;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Users, keys, policies and roles, as requests and policies name them. */
public final class Registry {
  private final Owners owners;
  private final Supplier<CatalogSnapshot> catalog;

  /**
   * Reads from snapshots.
   *
   * @param catalog the newest snapshot
   */
  public Registry(Owners owners, Supplier<CatalogSnapshot> catalog) {
    this.owners = owners;
    this.catalog = catalog;
  }

  public CatalogSnapshot snapshot() {
    return catalog.get();
  }

  public Owners owners() {
    return owners;
  }

  /** The same objects, with a placeholder for each one that does not exist. */
  public Registry assuming() {
    return new Registry(owners.assuming(), catalog);
  }

  /** The user of an id. */
  public Optional<Resource.OfUser> user(String id) {
    return snapshot().user(id).map(this::resource);
  }

  /**
   * The user that a request names.
   *
   * @throws Refusal 404
   */
  public Resource.OfUser requireUser(String id) {
    return user(id)
        .orElseGet(() ->
            owners.absent(
                new Resource.OfUser(new User(id, Owners.PLACEHOLDER, id, false, 0), id, List.of()),
                Refusal.unknown(RestError.NOT_FOUND, "There is no user " + id)));
  }

  /**
   * The access key that a request names.
   *
   * @throws Refusal 404
   */
  AccessKey requireKey(String id) {
    return snapshot()
        .key(id)
        .orElseGet(() ->
            owners.absent(
                new AccessKey(id, id, new SealedSecret("", ""), false, 0, 0),
                Refusal.unknown(RestError.NOT_FOUND, "There is no access key " + id)));
  }

  public Resource.OfUser resource(User user) {
    List<Resource> reach =
        snapshot().grantsOf(user.id()).stream()
            .map(RoleGrant::account)
            .filter(account -> account != user.account())
            .distinct()
            .map(this::place)
            .toList();
    return new Resource.OfUser(user, accountName(user.account()), reach);
  }

  private Resource place(int account) {
    return account(account).<Resource>map(Resource.OfAccount::new).orElseGet(Resource.Cluster::new);
  }

  /**
   * A grant that is to be revoked. Only one that exists may be revoked from the home of its user,
   * so that owners of the home do not learn which other accounts exist.
   */
  Resource.OfGrant revoked(Resource.OfGrant grant) {
    User user = grant.user();
    Optional<Resource.OfGrant> atHome =
        snapshot().grantsOf(user.id()).contains(grant.stored())
            ? Optional.of(
                new Resource.OfGrant(grant.role(), user, account(user.account()), Optional.empty()))
            : Optional.empty();
    return new Resource.OfGrant(grant.role(), user, grant.account(), atHome);
  }

  public Optional<Account> account(int id) {
    return owners.accounts().byId(id);
  }

  /** Empty for the cluster. */
  public String accountName(int id) {
    return account(id).map(Account::name).orElse("");
  }

  /** The bearer of a policy. Empty if it was deleted. */
  public Optional<Resource> bearer(StoredPolicy.Target target) {
    return switch (target.kind()) {
      case USER -> user(target.id()).map(user -> user);
      case ROLE -> Optional.of(new Resource.OfRole(target.id()));
      case CONTAINER -> container(target).map(Resource.OfContainer::new);
    };
  }

  private Optional<Owner> container(StoredPolicy.Target target) {
    return account(target.account())
        .flatMap(
            owner -> owner.container(target.container()).map(found -> new Owner(owner, found)));
  }

  /** A container and the target of its policy. */
  static StoredPolicy.Target target(Account account, Container container) {
    return StoredPolicy.Target.ofContainer(account.id(), container.id());
  }

  public Optional<StoredPolicy> policy(StoredPolicy.Target target) {
    return snapshot().policy(target);
  }

  /** The grants of a role. */
  public Stream<RoleGrant> grants(String role) {
    return snapshot().content().grants().stream().filter(grant -> grant.role().equals(role));
  }
}
