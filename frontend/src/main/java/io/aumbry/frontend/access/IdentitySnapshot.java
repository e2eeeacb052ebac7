package io.aumbry.frontend.access;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.key.SecretSealer;
import io.aumbry.frontend.access.policy.Policy;
import io.aumbry.frontend.access.policy.PolicyPrincipal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiled users, keys, roles and policies. A snapshot takes over compiled policies and opened
 * secrets that did not change from the previous one.
 *
 * <p>A policy that cannot be read denies everything to its bearer. A key that cannot be opened does
 * not exist.
 */
public final class IdentitySnapshot implements Identities {
  private static final Logger LOG = LoggerFactory.getLogger(IdentitySnapshot.class);

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final Accounts accounts;
  private final CompiledPolicies policies;
  private final Map<String, OpenedKey> keys = new HashMap<>();
  private final Map<String, AccessIdentity> users = new HashMap<>();

  private IdentitySnapshot(Accounts accounts, CompiledPolicies policies) {
    this.accounts = accounts;
    this.policies = policies;
  }

  /** Compiles the first snapshot. */
  public static IdentitySnapshot of(IdentityRecords records, SecretSealer sealer) {
    return compile(records, sealer, CompiledPolicies.none(), Map.of());
  }

  /** Compiles the next snapshot. */
  public IdentitySnapshot next(IdentityRecords records, SecretSealer sealer) {
    return compile(records, sealer, policies, keys);
  }

  private static IdentitySnapshot compile(
      IdentityRecords records,
      SecretSealer sealer,
      CompiledPolicies oldPolicies,
      Map<String, OpenedKey> oldKeys) {
    CompiledPolicies policies = oldPolicies.next(records.policies());
    IdentitySnapshot snapshot = new IdentitySnapshot(records.accounts(), policies);
    for (AccessKey key : records.keys()) {
      open(key, sealer, oldKeys).ifPresent(opened -> snapshot.keys.put(key.id(), opened));
    }
    Map<String, Set<RoleGrant>> grants = new HashMap<>();
    for (RoleGrant grant : records.grants()) {
      grants.computeIfAbsent(grant.user(), user -> new HashSet<>()).add(grant);
    }
    for (User user : records.users()) {
      if (user.active() && snapshot.hasActiveAccount(user)) {
        snapshot.users.put(
            user.id(), snapshot.identity(user, grants.getOrDefault(user.id(), Set.of())));
      }
    }
    return snapshot;
  }

  private static Optional<OpenedKey> open(
      AccessKey key, SecretSealer sealer, Map<String, OpenedKey> oldKeys) {
    OpenedKey old = oldKeys.get(key.id());
    if (old != null && old.key().sealedSecret().equals(key.sealedSecret())) {
      return Optional.of(new OpenedKey(key, old.secret()));
    }
    Optional<OpenedKey> opened =
        sealer.open(key.id(), key.sealedSecret()).map(secret -> new OpenedKey(key, secret));
    if (opened.isEmpty()) {
      LOG.warn(
          "The secret of access key {} cannot be opened; its sealing key is {}",
          key.id(),
          key.sealedSecret().keyId());
    }
    return opened;
  }

  private boolean hasActiveAccount(User user) {
    return user.account() == 0
        || accounts.byId(user.account()).filter(account -> account.state().active()).isPresent();
  }

  private AccessIdentity identity(User user, Set<RoleGrant> grants) {
    Set<String> names = new HashSet<>();
    for (String account : accountNames(user.account())) {
      names.add(PolicyPrincipal.user(account, user.name()));
      names.add(PolicyPrincipal.account(account));
    }
    names.add(PolicyPrincipal.canonical(user.id()));
    List<AccessIdentity.GrantedRole> roles =
        grants.stream().flatMap(grant -> granted(grant.role(), grant.account()).stream()).toList();
    return new AccessIdentity(
        new AccessIdentity.Name(
            AccessIdentity.Kind.USER, user.id(), user.name(), user.account(), ""),
        new PolicyPrincipal(names),
        policies.ofUser(user.id()).map(List::of).orElse(List.of()),
        roles,
        List.of());
  }

  /** The id and the name. A number is always an id, so that a name cannot stand for another id. */
  private List<String> accountNames(int id) {
    String number = Integer.toString(id);
    return accounts
        .byId(id)
        .map(Account::name)
        .filter(name -> !NUMBER.matcher(name).matches())
        .map(name -> List.of(number, name))
        .orElse(List.of(number));
  }

  @Override
  public Optional<OpenedKey> key(String accessKeyId) {
    return Optional.ofNullable(keys.get(accessKeyId));
  }

  @Override
  public Optional<AccessIdentity> user(String userId) {
    return Optional.ofNullable(users.get(userId));
  }

  /** A ready-made role cannot be replaced by a stored one. */
  @Override
  public Optional<Policy> role(String role) {
    return ReadyRoles.policy(role).or(() -> policies.ofRole(role));
  }

  @Override
  public Optional<Policy> containerPolicy(int account, int container) {
    return policies.ofContainer(account, container);
  }

  @Override
  public boolean isPublic(int account, int container) {
    return accounts
        .byId(account)
        .flatMap(owner -> owner.container(container))
        .filter(Container::isActive)
        .filter(active -> active.rules().access().publicRead())
        .isPresent();
  }

  @Override
  public OptionalInt account(String name) {
    return accounts
        .byName(name)
        .map(account -> OptionalInt.of(account.id()))
        .orElse(OptionalInt.empty());
  }

  /** The secrets stay hidden. */
  @Override
  public String toString() {
    return "IdentitySnapshot of " + users.size() + " users and " + keys.size() + " keys";
  }
}
