package io.aumbry.catalog.sql.account;

import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.SealedSecret;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The tables of users, access keys, policies and roles. */
record IdentityRows(SqlRows rows) {
  private static final String USERS =
      "SELECT user_id, account_id, name, active, created_millis FROM identity_user";
  private static final String KEYS =
      "SELECT key_id, user_id, sealing_key, sealed_secret, active, created_millis, expires_millis"
          + " FROM access_key";
  private static final String POLICIES = "SELECT target_kind, target_id, document FROM policy";
  private static final String GRANTS = "SELECT user_id, role, account_id FROM role_grant";

  /** The length of a list in a statement. */
  private static final int KEYS_AT_ONCE = 1024;

  private static final String ONE_POLICY = " WHERE target_kind = ? AND target_id = ?";
  private static final String ONE_GRANT = " WHERE user_id = ? AND role = ? AND account_id = ?";

  List<User> users() throws SQLException {
    return rows.list(USERS + " ORDER BY user_id", IdentityRows::user);
  }

  List<AccessKey> keys() throws SQLException {
    return rows.list(KEYS + " ORDER BY key_id", IdentityRows::key);
  }

  List<StoredPolicy> policies() throws SQLException {
    return rows.list(POLICIES + " ORDER BY target_kind, target_id", IdentityRows::policy);
  }

  List<RoleGrant> grants() throws SQLException {
    return rows.list(GRANTS + " ORDER BY user_id, role, account_id", IdentityRows::grant);
  }

  Optional<User> user(String id) throws SQLException {
    return rows.first(USERS + " WHERE user_id = ?", IdentityRows::user, id);
  }

  /** Whether another user of the account has this name. */
  boolean isNameTaken(User user) throws SQLException {
    return rows.exists(
        "SELECT 1 FROM identity_user WHERE account_id = ? AND name = ? AND user_id <> ?",
        user.account(),
        user.name(),
        user.id());
  }

  Optional<AccessKey> key(String id) throws SQLException {
    return rows.first(KEYS + " WHERE key_id = ?", IdentityRows::key, id);
  }

  /** When keys were used last, by key id. */
  Map<String, Long> uses(List<String> keys) throws SQLException {
    Map<String, Long> uses = new HashMap<>();
    for (int from = 0; from < keys.size(); from += KEYS_AT_ONCE) {
      List<String> some = keys.subList(from, Math.min(keys.size(), from + KEYS_AT_ONCE));
      uses.putAll(usesOf(some));
    }
    return uses;
  }

  /**
   * The length of the list is a power of two, so that there are few different statements. The last
   * key fills the rest.
   */
  private Map<String, Long> usesOf(List<String> keys) throws SQLException {
    int length = Integer.highestOneBit(2 * keys.size() - 1);
    Object[] values =
        IntStream.range(0, length).mapToObj(i -> keys.get(Math.min(i, keys.size() - 1))).toArray();
    String list = "(?" + ", ?".repeat(length - 1) + ")";
    Map<String, Long> uses = new HashMap<>();
    rows.list(
        "SELECT key_id, used_millis FROM access_key_use WHERE key_id IN " + list,
        row -> uses.put(row.getString("key_id"), row.getLong("used_millis")),
        values);
    return uses;
  }

  int keysOf(String user) throws SQLException {
    return rows.first(
            "SELECT count(*) FROM access_key WHERE user_id = ?", row -> row.getInt(1), user)
        .orElse(0);
  }

  int usersOf(int account) throws SQLException {
    return rows.first(
            "SELECT count(*) FROM identity_user WHERE account_id = ?",
            row -> row.getInt(1),
            account)
        .orElse(0);
  }

  /** The bytes of the policies of the users and containers of an account, except one policy. */
  long otherPolicyBytes(int account, StoredPolicy.Target target) throws SQLException {
    return rows.first(
            "SELECT coalesce(sum(octet_length(document)), 0) FROM policy"
                + " WHERE NOT (target_kind = ? AND target_id = ?)"
                + " AND ((target_kind = 'CONTAINER' AND target_id LIKE ?)"
                + " OR (target_kind = 'USER' AND target_id IN"
                + " (SELECT user_id FROM identity_user WHERE account_id = ?)))",
            row -> row.getLong(1),
            target.kind().name(),
            target.id(),
            account + "/%",
            account)
        .orElse(0L);
  }

  Optional<StoredPolicy> policy(StoredPolicy.Target target) throws SQLException {
    return rows.first(
        POLICIES + ONE_POLICY, IdentityRows::policy, target.kind().name(), target.id());
  }

  boolean hasGrant(RoleGrant grant) throws SQLException {
    return rows.exists(GRANTS + ONE_GRANT, grant.user(), grant.role(), grant.account());
  }

  private static User user(ResultSet row) throws SQLException {
    return new User(
        row.getString("user_id"),
        row.getInt("account_id"),
        row.getString("name"),
        row.getBoolean("active"),
        row.getLong("created_millis"));
  }

  private static AccessKey key(ResultSet row) throws SQLException {
    return new AccessKey(
        row.getString("key_id"),
        row.getString("user_id"),
        new SealedSecret(row.getString("sealing_key"), row.getString("sealed_secret")),
        row.getBoolean("active"),
        row.getLong("created_millis"),
        row.getLong("expires_millis"));
  }

  private static StoredPolicy policy(ResultSet row) throws SQLException {
    StoredPolicy.Kind kind = StoredPolicy.Kind.valueOf(row.getString("target_kind"));
    return new StoredPolicy(
        new StoredPolicy.Target(kind, row.getString("target_id")), row.getString("document"));
  }

  private static RoleGrant grant(ResultSet row) throws SQLException {
    return new RoleGrant(row.getString("user_id"), row.getString("role"), row.getInt("account_id"));
  }

  void insert(User user) throws SQLException {
    rows.change(
        "INSERT INTO identity_user (user_id, account_id, name, active, created_millis)"
            + " VALUES (?, ?, ?, ?, ?)",
        user.id(),
        user.account(),
        user.name(),
        user.active(),
        user.createdMillis());
  }

  void update(User user) throws SQLException {
    rows.change(
        "UPDATE identity_user SET name = ?, active = ? WHERE user_id = ?",
        user.name(),
        user.active(),
        user.id());
  }

  void deleteUser(String id) throws SQLException {
    rows.change(
        "DELETE FROM access_key_use WHERE key_id IN"
            + " (SELECT key_id FROM access_key WHERE user_id = ?)",
        id);
    rows.change("DELETE FROM access_key WHERE user_id = ?", id);
    rows.change("DELETE FROM role_grant WHERE user_id = ?", id);
    delete(new StoredPolicy.Target(StoredPolicy.Kind.USER, id));
    rows.change("DELETE FROM identity_user WHERE user_id = ?", id);
  }

  void insert(AccessKey key) throws SQLException {
    rows.change(
        "INSERT INTO access_key (key_id, user_id, sealing_key, sealed_secret, active,"
            + " created_millis, expires_millis) VALUES (?, ?, ?, ?, ?, ?, ?)",
        key.id(),
        key.user(),
        key.sealedSecret().keyId(),
        key.sealedSecret().text(),
        key.active(),
        key.createdMillis(),
        key.expiresMillis());
  }

  void update(AccessKey key) throws SQLException {
    rows.change(
        "UPDATE access_key SET sealing_key = ?, sealed_secret = ?, active = ?, expires_millis = ?"
            + " WHERE key_id = ?",
        key.sealedSecret().keyId(),
        key.sealedSecret().text(),
        key.active(),
        key.expiresMillis(),
        key.id());
  }

  void deleteKey(String id) throws SQLException {
    rows.change("DELETE FROM access_key_use WHERE key_id = ?", id);
    rows.change("DELETE FROM access_key WHERE key_id = ?", id);
  }

  void put(StoredPolicy policy) throws SQLException {
    rows.change(
        "INSERT INTO policy (target_kind, target_id, document) VALUES (?, ?, ?)"
            + " ON CONFLICT (target_kind, target_id) DO UPDATE SET document = excluded.document",
        policy.target().kind().name(),
        policy.target().id(),
        policy.document());
  }

  void delete(StoredPolicy.Target target) throws SQLException {
    rows.change("DELETE FROM policy" + ONE_POLICY, target.kind().name(), target.id());
  }

  void deleteContainerPolicy(int account, int container) throws SQLException {
    delete(StoredPolicy.Target.ofContainer(account, container));
  }

  void insert(RoleGrant grant) throws SQLException {
    rows.change(
        "INSERT INTO role_grant (user_id, role, account_id) VALUES (?, ?, ?)",
        grant.user(),
        grant.role(),
        grant.account());
  }

  void deleteGrants(String role) throws SQLException {
    rows.change("DELETE FROM role_grant WHERE role = ?", role);
  }

  void delete(RoleGrant grant) throws SQLException {
    rows.change("DELETE FROM role_grant" + ONE_GRANT, grant.user(), grant.role(), grant.account());
  }
}
