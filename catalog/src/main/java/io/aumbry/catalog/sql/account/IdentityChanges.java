package io.aumbry.catalog.sql.account;

import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.ChangeResult.Conflict;
import io.aumbry.catalog.command.ChangeResult.Done;
import io.aumbry.catalog.command.ChangeResult.LimitReached;
import io.aumbry.catalog.command.ChangeResult.Missing;
import io.aumbry.catalog.command.ChangeResult.Unmet;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Applies changes of identities. A refused change writes nothing. */
final class IdentityChanges implements IdentityCommand.Handler<SQLException> {
  /** The target of a container's policy. */
  private static final Pattern CONTAINER = Pattern.compile("(\\d{1,10})/(\\d{1,10})");

  private final SqlRows rows;
  private final IdentityRows identities;
  private final AccountRows accounts;

  IdentityChanges(SqlRows rows) {
    this.rows = rows;
    this.identities = new IdentityRows(rows);
    this.accounts = new AccountRows(rows);
  }

  @Override
  public ChangeResult<User> createUser(IdentityCommand.CreateUser change) throws SQLException {
    User user = change.user();
    Optional<User> stored = identities.user(user.id());
    if (stored.isPresent()) {
      return stored.get().equals(user)
          ? new Done<>(user)
          : new Conflict<>("There is a user with the id " + user.id());
    }
    if (user.account() != 0 && !accounts.exists(user.account())) {
      return new Missing<>("There is no account " + user.account());
    }
    if (identities.isNameTaken(user)) {
      return nameTaken(user);
    }
    if (identities.usersOf(user.account()) >= IdentityCommand.MOST_USERS) {
      return new LimitReached<>(
          "%s has %d users, as many as an account can have"
              .formatted(accountName(user.account()), IdentityCommand.MOST_USERS));
    }
    identities.insert(user);
    return new Done<>(user);
  }

  @Override
  public ChangeResult<User> updateUser(IdentityCommand.UpdateUser change) throws SQLException {
    Optional<User> stored = identities.user(change.id());
    if (stored.isEmpty()) {
      return missingUser(change.id());
    }
    User before = stored.get();
    if (before.gainsFrom(change.name(), change.active()) && !change.mayGive()) {
      return new Conflict<>("The user " + change.id() + " was changed meanwhile");
    }
    User user =
        new User(
            before.id(), before.account(), change.name(), change.active(), before.createdMillis());
    if (identities.isNameTaken(user)) {
      return nameTaken(user);
    }
    if (!user.equals(before)) {
      identities.update(user);
    }
    return new Done<>(user);
  }

  private ChangeResult<User> nameTaken(User user) throws SQLException {
    return new Conflict<>(
        "Another user of %s has the name '%s'".formatted(accountName(user.account()), user.name()));
  }

  private String accountName(int account) throws SQLException {
    return accounts
        .find(account)
        .map(found -> "account '" + found.name() + "'")
        .orElse("the cluster");
  }

  @Override
  public ChangeResult<User> deleteUser(IdentityCommand.DeleteUser change) throws SQLException {
    Optional<User> stored = identities.user(change.id());
    if (stored.isEmpty()) {
      return missingUser(change.id());
    }
    identities.deleteUser(change.id());
    return new Done<>(stored.get());
  }

  @Override
  public ChangeResult<AccessKey> createKey(IdentityCommand.CreateKey change) throws SQLException {
    return insert(change.key());
  }

  private ChangeResult<AccessKey> insert(AccessKey key) throws SQLException {
    Optional<AccessKey> stored = identities.key(key.id());
    if (stored.isPresent()) {
      return stored.get().equals(key)
          ? new Done<>(key)
          : new Conflict<>("There is an access key " + key.id());
    }
    if (identities.user(key.user()).isEmpty()) {
      return missingUser(key.user());
    }
    if (identities.keysOf(key.user()) >= IdentityCommand.MOST_KEYS) {
      return new LimitReached<>(
          "The user %s has %d access keys, as many as a user can have"
              .formatted(key.user(), IdentityCommand.MOST_KEYS));
    }
    identities.insert(key);
    return new Done<>(key);
  }

  @Override
  public ChangeResult<AccessKey> rotateKey(IdentityCommand.RotateKey change) throws SQLException {
    Optional<AccessKey> old = identities.key(change.oldKey());
    if (old.isEmpty()) {
      return missingKey(change.oldKey());
    }
    if (!old.get().user().equals(change.replacement().user())) {
      return new Conflict<>(
          "The access key " + change.oldKey() + " belongs to user " + old.get().user());
    }
    ChangeResult<AccessKey> created = insert(change.replacement());
    if (created instanceof Done && change.oldExpiresMillis() < old.get().expiresMillis()) {
      AccessKey key = old.get();
      identities.update(
          new AccessKey(
              key.id(),
              key.user(),
              key.sealedSecret(),
              key.active(),
              key.createdMillis(),
              change.oldExpiresMillis()));
    }
    return created;
  }

  @Override
  public ChangeResult<AccessKey> updateKey(IdentityCommand.UpdateKey change) throws SQLException {
    Optional<AccessKey> stored = identities.key(change.id());
    if (stored.isEmpty()) {
      return missingKey(change.id());
    }
    AccessKey key = stored.get();
    if (key.gainsFrom(change.active(), change.expiresMillis()) && !change.mayGive()) {
      return new Conflict<>("The access key " + change.id() + " was changed meanwhile");
    }
    return update(
        key,
        new AccessKey(
            key.id(),
            key.user(),
            key.sealedSecret(),
            change.active(),
            key.createdMillis(),
            change.expiresMillis()));
  }

  @Override
  public ChangeResult<AccessKey> resealKey(IdentityCommand.ResealKey change) throws SQLException {
    Optional<AccessKey> stored = identities.key(change.id());
    if (stored.isEmpty()) {
      return missingKey(change.id());
    }
    AccessKey key = stored.get();
    boolean isExpected =
        key.sealedSecret().equals(change.before()) || key.sealedSecret().equals(change.after());
    return isExpected
        ? update(
            key,
            new AccessKey(
                key.id(),
                key.user(),
                change.after(),
                key.active(),
                key.createdMillis(),
                key.expiresMillis()))
        : new Conflict<>("The secret of the access key " + key.id() + " was sealed again");
  }

  private ChangeResult<AccessKey> update(AccessKey stored, AccessKey key) throws SQLException {
    if (!key.equals(stored)) {
      identities.update(key);
    }
    return new Done<>(key);
  }

  @Override
  public ChangeResult<AccessKey> deleteKey(IdentityCommand.DeleteKey change) throws SQLException {
    Optional<AccessKey> stored = identities.key(change.id());
    if (stored.isEmpty()) {
      return missingKey(change.id());
    }
    identities.deleteKey(change.id());
    return new Done<>(stored.get());
  }

  /** Keys are updated in order, so that two processes do not wait for each other. */
  @Override
  public Integer recordKeyUses(IdentityCommand.RecordKeyUses change) throws SQLException {
    int count = 0;
    for (Map.Entry<String, Long> use : new TreeMap<>(change.millis()).entrySet()) {
      count +=
          rows.change(
              "INSERT INTO access_key_use (key_id, used_millis)"
                  + " SELECT key_id, CAST(? AS BIGINT) FROM access_key WHERE key_id = ?"
                  + " ON CONFLICT (key_id) DO UPDATE SET used_millis = excluded.used_millis"
                  + " WHERE access_key_use.used_millis < excluded.used_millis",
              use.getValue(),
              use.getKey());
    }
    return count;
  }

  @Override
  public ChangeResult<StoredPolicy> putPolicy(IdentityCommand.PutPolicy change)
      throws SQLException {
    StoredPolicy policy = change.policy();
    if (!hasTarget(policy.target())) {
      return new Missing<>(
          "There is no %s %s"
              .formatted(
                  policy.target().kind().name().toLowerCase(Locale.ROOT), policy.target().id()));
    }
    Optional<StoredPolicy> stored = identities.policy(policy.target());
    Optional<String> unmet = unmet(change.before(), stored.isPresent());
    if (unmet.isPresent()) {
      return new Unmet<>(unmet.get());
    }
    if (stored.filter(policy::equals).isPresent()) {
      return new Done<>(policy);
    }
    boolean grows = stored.map(old -> bytes(old) < bytes(policy)).orElse(true);
    Optional<String> excess = grows ? excess(policy) : Optional.empty();
    if (excess.isPresent()) {
      return new LimitReached<>(excess.get());
    }
    identities.put(policy);
    return new Done<>(policy);
  }

  private static int bytes(StoredPolicy policy) {
    return policy.document().getBytes(StandardCharsets.UTF_8).length;
  }

  /** The reason why the account of a policy cannot have it as well. Roles belong to no account. */
  private Optional<String> excess(StoredPolicy policy) throws SQLException {
    StoredPolicy.Target target = policy.target();
    OptionalInt account =
        switch (target.kind()) {
          case USER -> identities.user(target.id()).stream().mapToInt(User::account).findFirst();
          case CONTAINER -> OptionalInt.of(target.account());
          case ROLE -> OptionalInt.empty();
        };
    if (account.isEmpty()) {
      return Optional.empty();
    }
    long bytes = identities.otherPolicyBytes(account.getAsInt(), target) + bytes(policy);
    return bytes <= IdentityCommand.MOST_POLICY_BYTES
        ? Optional.empty()
        : Optional.of(
            "The policies of users and containers of %s would have %d bytes, at most %d are allowed"
                .formatted(
                    accountName(account.getAsInt()), bytes, IdentityCommand.MOST_POLICY_BYTES));
  }

  private static Optional<String> unmet(IdentityCommand.Existence before, boolean exists) {
    return switch (before) {
      case ANY -> Optional.empty();
      case PRESENT -> exists ? Optional.empty() : Optional.of("There is no such policy");
      case ABSENT -> exists ? Optional.of("The policy exists already") : Optional.empty();
    };
  }

  private boolean hasTarget(StoredPolicy.Target target) throws SQLException {
    return switch (target.kind()) {
      case USER -> identities.user(target.id()).isPresent();
      case ROLE -> true;
      case CONTAINER -> hasContainer(target.id());
    };
  }

  private boolean hasContainer(String ids) throws SQLException {
    Matcher pair = CONTAINER.matcher(ids);
    if (!pair.matches()) {
      return false;
    }
    long account = Long.parseLong(pair.group(1));
    long container = Long.parseLong(pair.group(2));
    return Math.max(account, container) <= Integer.MAX_VALUE
        && accounts.findContainer((int) account, (int) container).isPresent();
  }

  @Override
  public ChangeResult<StoredPolicy> deletePolicy(IdentityCommand.DeletePolicy change)
      throws SQLException {
    Optional<StoredPolicy> stored = identities.policy(change.target());
    if (stored.isEmpty()) {
      return new Missing<>("There is no policy of " + change.target().id());
    }
    identities.delete(change.target());
    if (change.target().kind() == StoredPolicy.Kind.ROLE) {
      identities.deleteGrants(change.target().id());
    }
    return new Done<>(stored.get());
  }

  @Override
  public ChangeResult<RoleGrant> grantRole(IdentityCommand.GrantRole change) throws SQLException {
    RoleGrant grant = change.grant();
    if (identities.user(grant.user()).isEmpty()) {
      return missingUser(grant.user());
    }
    if (change.isStored() && identities.policy(role(grant)).isEmpty()) {
      return new Missing<>("There is no role '" + grant.role() + "'");
    }
    if (grant.account() != 0 && !accounts.exists(grant.account())) {
      return new Missing<>("There is no account " + grant.account());
    }
    if (!identities.hasGrant(grant)) {
      identities.insert(grant);
    }
    return new Done<>(grant);
  }

  private static StoredPolicy.Target role(RoleGrant grant) {
    return new StoredPolicy.Target(StoredPolicy.Kind.ROLE, grant.role());
  }

  @Override
  public ChangeResult<RoleGrant> revokeRole(IdentityCommand.RevokeRole change) throws SQLException {
    RoleGrant grant = change.grant();
    if (!identities.hasGrant(grant)) {
      return new Missing<>("The user " + grant.user() + " does not have this role");
    }
    identities.delete(grant);
    return new Done<>(grant);
  }

  private static <T> ChangeResult<T> missingUser(String id) {
    return new Missing<>("There is no user " + id);
  }

  private static <T> ChangeResult<T> missingKey(String id) {
    return new Missing<>("There is no access key " + id);
  }
}
