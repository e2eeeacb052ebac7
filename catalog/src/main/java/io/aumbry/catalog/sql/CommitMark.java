package io.aumbry.catalog.sql;

import io.aumbry.protocol.runtime.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Tells whether a transaction was committed, after its connection broke during COMMIT.
 *
 * <p>Each writing thread owns a row of {@code commit_mark} and increments its number in every
 * transaction. {@link #wasCommitted} changes the same row. It therefore waits for a transaction
 * that is still in progress on the server, or makes it fail. The answer is final: a transaction
 * that had not been committed by then never will be.
 *
 * <p>A thread abandons its mark after any failure, because a broken transaction may still hold the
 * lock of the row. It also abandons the mark after a day, and marks are deleted after a week.
 */
final class CommitMark {
  private static final Duration USE = Duration.ofDays(1);
  private static final Duration RETENTION = Duration.ofDays(7);

  private final Time time;
  private final RandomGenerator random;
  private String id;
  private long createdMillis;
  private boolean stored;
  private long sequence;

  /** The point in the history of a mark that a transaction reaches if it is committed. */
  record Position(String id, long sequence, long createdMillis) {}

  CommitMark(Time time, RandomGenerator random) {
    this.time = time;
    this.random = random;
    this.id = newId();
    this.createdMillis = time.wallMillis();
  }

  private String newId() {
    return "%016x%016x".formatted(random.nextLong(), random.nextLong());
  }

  /** Takes another row from now on. */
  void abandon() {
    id = newId();
    createdMillis = time.wallMillis();
    stored = false;
    sequence = 0;
  }

  /** Increments the mark in a transaction. */
  Position advance(Connection connection) throws SQLException {
    if (time.wallMillis() - createdMillis > USE.toMillis()) {
      abandon();
    }
    if (stored && !update(connection)) {
      abandon();
    }
    if (!stored) {
      deleteOld(connection);
      insert(connection);
    }
    return new Position(id, sequence + 1, createdMillis);
  }

  /** The transaction of {@link #advance} was committed. */
  void committed() {
    stored = true;
    sequence++;
  }

  private boolean update(Connection connection) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE commit_mark SET sequence = ? WHERE mark_id = ?")) {
      update.setLong(1, sequence + 1);
      update.setString(2, id);
      return update.executeUpdate() == 1;
    }
  }

  private void insert(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO commit_mark (mark_id, sequence, created_millis, asked) VALUES (?, ?, ?, 0)")) {
      insert.setString(1, id);
      insert.setLong(2, sequence + 1);
      insert.setLong(3, createdMillis);
      insert.executeUpdate();
    }
  }

  private void deleteOld(Connection connection) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM commit_mark WHERE created_millis < ?")) {
      delete.setLong(1, createdMillis - RETENTION.toMillis());
      delete.executeUpdate();
    }
  }

  /** Decides whether a transaction was committed. Valid once this transaction is committed. */
  static boolean wasCommitted(Connection connection, Position position) throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO commit_mark (mark_id, sequence, created_millis, asked)"
                    + " VALUES (?, 0, ?, 0) ON CONFLICT (mark_id) DO NOTHING");
        PreparedStatement lock =
            connection.prepareStatement(
                "UPDATE commit_mark SET asked = asked + 1 WHERE mark_id = ?");
        PreparedStatement select =
            connection.prepareStatement("SELECT sequence FROM commit_mark WHERE mark_id = ?")) {
      insert.setString(1, position.id());
      insert.setLong(2, position.createdMillis());
      insert.executeUpdate();
      lock.setString(1, position.id());
      lock.executeUpdate();
      select.setString(1, position.id());
      try (ResultSet row = select.executeQuery()) {
        return row.next() && row.getLong(1) >= position.sequence();
      }
    }
  }
}
