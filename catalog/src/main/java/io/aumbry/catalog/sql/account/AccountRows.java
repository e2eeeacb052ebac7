package io.aumbry.catalog.sql.account;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.account.RulesDocument;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables {@code account} and {@code container}. */
record AccountRows(SqlRows rows) {
  private static final String ACCOUNTS =
      "SELECT account_id, name, active, snapshot_version, modified_millis, acl_inherited,"
          + " quota_resource FROM account";
  private static final String CONTAINERS =
      "SELECT account_id, container_id, name, status, snapshot_version, modified_millis,"
          + " delete_trigger_millis, previously_encrypted, rules FROM container";

  Optional<Account> find(int id) throws SQLException {
    List<Container> containers =
        rows.list(
            CONTAINERS + " WHERE account_id = ? ORDER BY container_id", AccountRows::container, id);
    return rows.first(ACCOUNTS + " WHERE account_id = ?", row -> account(row, containers), id);
  }

  boolean exists(int id) throws SQLException {
    return rows.exists("SELECT 1 FROM account WHERE account_id = ?", id);
  }

  /** The account with this name, if it has another id. */
  Optional<Integer> otherWithName(String name, int id) throws SQLException {
    return rows.first(
        "SELECT account_id FROM account WHERE name = ? AND account_id <> ?",
        row -> row.getInt(1),
        name,
        id);
  }

  Optional<Container> findContainer(int account, int id) throws SQLException {
    return rows.first(
        CONTAINERS + " WHERE account_id = ? AND container_id = ?",
        AccountRows::container,
        account,
        id);
  }

  /** All accounts with their containers, in the order of their ids. */
  List<Account> all() throws SQLException {
    Map<Integer, List<Container>> containers = new HashMap<>();
    rows.list(
        CONTAINERS + " ORDER BY account_id, container_id",
        row ->
            containers
                .computeIfAbsent(row.getInt("account_id"), _ -> new ArrayList<>())
                .add(container(row)));
    return rows.list(
        ACCOUNTS + " ORDER BY account_id",
        row -> account(row, containers.getOrDefault(row.getInt("account_id"), List.of())));
  }

  /** The time of the latest renewal of a writer lease, by the clock of its process; 0 if none. */
  long latestMillis() throws SQLException {
    return rows.first("SELECT MAX(renewed_millis) FROM writer", row -> row.getLong(1)).orElse(0L);
  }

  /** The containers to remove, as the index {@code container_deleted} orders them. */
  List<DueRemoval> due(DueRemoval.Query query) throws SQLException {
    return rows.list(
        "SELECT account_id, container_id, status, snapshot_version, delete_trigger_millis"
            + " FROM container WHERE delete_trigger_millis > 0 AND delete_trigger_millis <= ?"
            + " AND (status <> 'INACTIVE' OR modified_millis <= ?)"
            + " ORDER BY delete_trigger_millis LIMIT ?",
        AccountRows::due,
        query.deletedUntilMillis(),
        query.searchedUntilMillis(),
        query.most());
  }

  private static DueRemoval due(ResultSet row) throws SQLException {
    return new DueRemoval(
        row.getInt("account_id"),
        row.getInt("container_id"),
        Container.Status.valueOf(row.getString("status")),
        row.getInt("snapshot_version"),
        row.getLong("delete_trigger_millis"));
  }

  private static Account account(ResultSet row, List<Container> containers) throws SQLException {
    return new Account(
        row.getInt("account_id"),
        row.getString("name"),
        new Account.State(
            row.getBoolean("active"),
            row.getInt("snapshot_version"),
            row.getLong("modified_millis"),
            row.getBoolean("acl_inherited"),
            Account.QuotaResource.valueOf(row.getString("quota_resource"))),
        containers);
  }

  private static Container container(ResultSet row) throws SQLException {
    return new Container(
        row.getInt("container_id"),
        row.getString("name"),
        new Container.State(
            Container.Status.valueOf(row.getString("status")),
            row.getInt("snapshot_version"),
            row.getLong("modified_millis"),
            row.getLong("delete_trigger_millis"),
            row.getBoolean("previously_encrypted")),
        RulesDocument.parse(row.getString("rules")).rules());
  }

  void insert(Account account) throws SQLException {
    Account.State state = account.state();
    rows.change(
        "INSERT INTO account (account_id, name, active, snapshot_version, modified_millis,"
            + " acl_inherited, quota_resource, next_container) VALUES (?, ?, ?, ?, ?, ?, ?, 1)",
        account.id(),
        account.name(),
        state.active(),
        state.snapshotVersion(),
        state.modifiedMillis(),
        state.aclInheritedByContainer(),
        state.quotaResource().name());
  }

  void update(Account account) throws SQLException {
    Account.State state = account.state();
    rows.change(
        "UPDATE account SET name = ?, active = ?, snapshot_version = ?, modified_millis = ?,"
            + " acl_inherited = ?, quota_resource = ? WHERE account_id = ?",
        account.name(),
        state.active(),
        state.snapshotVersion(),
        state.modifiedMillis(),
        state.aclInheritedByContainer(),
        state.quotaResource().name(),
        account.id());
  }

  /** Adds new containers. */
  void insert(int account, List<Container> containers) throws SQLException {
    if (containers.isEmpty()) {
      return;
    }
    rows.changeEach(
        "INSERT INTO container (account_id, container_id, name, status, snapshot_version,"
            + " modified_millis, delete_trigger_millis, previously_encrypted, rules)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        containers.stream().map(container -> inserted(account, container)).toList());
    int last = containers.stream().mapToInt(Container::id).max().orElseThrow();
    rows.change(
        "UPDATE account SET next_container = ? WHERE account_id = ? AND next_container <= ?",
        last + 1,
        account,
        last);
  }

  private static List<Object> inserted(int account, Container container) {
    Container.State state = container.state();
    return List.of(
        account,
        container.id(),
        container.name(),
        state.status().name(),
        state.snapshotVersion(),
        state.modifiedMillis(),
        state.deleteTriggerMillis(),
        state.previouslyEncrypted(),
        RulesDocument.of(container.rules()).json());
  }

  /** Changes containers that exist. */
  void update(int account, List<Container> containers) throws SQLException {
    rows.changeEach(
        "UPDATE container SET status = ?, snapshot_version = ?, modified_millis = ?,"
            + " delete_trigger_millis = ?, previously_encrypted = ?, rules = ?"
            + " WHERE account_id = ? AND container_id = ?",
        containers.stream().map(container -> updated(account, container)).toList());
  }

  private static List<Object> updated(int account, Container container) {
    Container.State state = container.state();
    return List.of(
        state.status().name(),
        state.snapshotVersion(),
        state.modifiedMillis(),
        state.deleteTriggerMillis(),
        state.previouslyEncrypted(),
        RulesDocument.of(container.rules()).json(),
        account,
        container.id());
  }

  /** The smallest id that no container of the account has ever had. */
  int nextContainer(int account) throws SQLException {
    return rows.first(
            "SELECT next_container FROM account WHERE account_id = ?",
            row -> row.getInt(1),
            account)
        .orElseThrow();
  }
}
