package io.aumbry.frontend.access;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.key.SecretSealer;
import io.aumbry.frontend.access.policy.PolicyResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Two accounts, with users that have keys, policies and roles. */
final class AccessFixture {
  static final int PHOTOS = 5;
  static final int MUSIC = 6;
  static final int CLOSED = 7;

  /** Its name is the id of another account. */
  static final int NUMBER = 8;

  /** Its name looks like a user of another account. */
  static final int COLON = 9;

  static final PolicyResource.Place ALBUM = PolicyResource.Place.of(PHOTOS, "photos", 1, "album");
  static final PolicyResource.Place OPEN = PolicyResource.Place.of(PHOTOS, "photos", 2, "open");
  static final PolicyResource.Place SONGS = PolicyResource.Place.of(MUSIC, "music", 1, "songs");

  final KeyRing ring = new KeyRing(List.of(new KeyRing.Key("k", Secret.of("r".repeat(32)))));
  final SecretSealer sealer = new SecretSealer(() -> ring);
  final List<User> users = new ArrayList<>();
  final List<AccessKey> keys = new ArrayList<>();
  final List<StoredPolicy> policies = new ArrayList<>();
  final List<RoleGrant> grants = new ArrayList<>();
  private final Random random = new Random(9);

  /** Adds a user with equal id and name, a key {@code AK-name} and a secret. */
  AccessFixture user(String name, int account) {
    users.add(new User(name, account, name, true, 0));
    keys.add(key(name, true, Long.MAX_VALUE));
    return this;
  }

  AccessKey key(String user, boolean active, long expires) {
    String id = "AK-" + user;
    return new AccessKey(
        id, user, sealer.seal(id, Secret.of("secret of " + user), random), active, 0, expires);
  }

  AccessFixture policy(StoredPolicy.Kind kind, String id, String document) {
    policies.add(new StoredPolicy(new StoredPolicy.Target(kind, id), document.replace('\'', '"')));
    return this;
  }

  AccessFixture grant(String user, String role, int account) {
    grants.add(new RoleGrant(user, role, account));
    return this;
  }

  IdentityRecords records() {
    return new IdentityRecords(accounts(), users, keys, policies, grants);
  }

  IdentitySnapshot snapshot() {
    return IdentitySnapshot.of(records(), sealer);
  }

  private static Accounts accounts() {
    List<Account> all =
        List.of(
            account(
                PHOTOS, "photos", true, container(1, "album", false), container(2, "open", true)),
            account(MUSIC, "music", true, container(1, "songs", false)),
            account(CLOSED, "closed", false),
            account(NUMBER, "5", true),
            account(COLON, "photos:user/alice", true));
    return new Accounts() {
      @Override
      public Optional<Account> byName(String name) {
        return all.stream().filter(account -> account.name().equals(name)).findFirst();
      }

      @Override
      public Optional<Account> byId(int id) {
        return all.stream().filter(account -> account.id() == id).findFirst();
      }

      @Override
      public Collection<Account> all() {
        return all;
      }
    };
  }

  private static Account account(int id, String name, boolean active, Container... containers) {
    return new Account(
        id,
        name,
        new Account.State(active, 0, 0, false, Account.QuotaResource.ACCOUNT),
        List.of(containers));
  }

  private static Container container(int id, String name, boolean isPublic) {
    ContainerRules defaults = ContainerRules.DEFAULTS;
    ContainerRules rules =
        new ContainerRules(
            "",
            defaults.storage(),
            defaults.delivery(),
            new ContainerRules.Access(false, false, isPublic),
            ContainerRules.NameMode.OPTIONAL);
    return new Container(
        id, name, new Container.State(Container.Status.ACTIVE, 0, 0, 0, false), rules);
  }
}
