package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.catalog.name.WriterRecord.State;
import io.aumbry.catalog.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rows of {@code writer}. */
public record WriterRows(Connection connection, Dialect dialect)
    implements WriterCommand.Handler<SQLException> {
  private static final String SELECT =
      "SELECT writer_id, state, clean_until_millis, renewed_millis, transfer_limit_millis, ended_millis"
          + " FROM writer";
  private static final String INSERT =
      "INSERT INTO writer (writer_id, state, clean_until_millis, renewed_millis, transfer_limit_millis)"
          + " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
  private static final String RENEW =
      "UPDATE writer SET clean_until_millis = ?, renewed_millis = ? WHERE writer_id = ? AND state = ?"
          + " AND renewed_millis <= ?";
  private static final String END =
      "UPDATE writer SET state = ?, ended_millis = ? WHERE writer_id = ? AND state = ?"
          + " AND renewed_millis <= ?";
  private static final String CLAIM =
      "UPDATE writer SET claimant = ?, claimed_until_millis = ? WHERE writer_id = ? AND state = ?"
          + " AND (claimed_until_millis <= ? OR claimant = ?)";
  private static final String FORGET = "DELETE FROM writer WHERE writer_id = ? AND state <> ?";

  /**
   * Locks the leases of writers against their end, and returns the writers with an open lease.
   * Renewals do not wait for this lock, which PostgreSQL would grant to ever more commits
   * meanwhile.
   */
  public Set<String> lockOpen(Set<String> writers) throws SQLException {
    Set<String> open = new HashSet<>();
    String sql =
        "SELECT writer_id FROM writer WHERE writer_id = ? AND state = ?" + dialect.forKeyShare();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      for (String writer : writers) {
        select.setString(1, writer);
        select.setString(2, State.OPEN.name());
        if (VersionColumns.hasRow(select)) {
          open.add(writer);
        }
      }
    }
    return open;
  }

  List<WriterRecord> all() throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT + " ORDER BY writer_id")) {
      return read(select);
    }
  }

  @Override
  public WriterCommand.Standing open(WriterCommand.Open open) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setString(1, open.writer());
      insert.setString(2, State.OPEN.name());
      insert.setLong(3, open.nowMillis());
      insert.setLong(4, open.nowMillis());
      insert.setLong(5, open.transferLimit().toMillis());
      insert.executeUpdate();
    }
    return standing(open.writer());
  }

  @Override
  public WriterCommand.Standing renew(WriterCommand.Renew renew) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(RENEW)) {
      update.setLong(1, renew.cleanUntilMillis());
      update.setLong(2, renew.nowMillis());
      update.setString(3, renew.writer());
      update.setString(4, State.OPEN.name());
      update.setLong(5, renew.nowMillis());
      update.executeUpdate();
    }
    return standing(renew.writer());
  }

  @Override
  public WriterCommand.Standing close(WriterCommand.Close close) throws SQLException {
    end(close.writer(), State.CLOSED, close.nowMillis(), Long.MAX_VALUE);
    return standing(close.writer());
  }

  @Override
  public WriterCommand.Standing fence(WriterCommand.Fence fence) throws SQLException {
    end(fence.writer(), State.FENCED, fence.nowMillis(), fence.renewedMillis());
    return standing(fence.writer());
  }

  @Override
  public WriterCommand.Standing forget(WriterCommand.Forget forget) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
      delete.setString(1, forget.writer());
      delete.setString(2, State.OPEN.name());
      delete.executeUpdate();
    }
    return standing(forget.writer());
  }

  @Override
  public boolean claim(WriterCommand.Claim claim) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(CLAIM)) {
      update.setString(1, claim.claimant());
      update.setLong(2, claim.untilMillis());
      update.setString(3, claim.writer());
      update.setString(4, State.FENCED.name());
      update.setLong(5, claim.nowMillis());
      update.setString(6, claim.claimant());
      return update.executeUpdate() == 1;
    }
  }

  @Override
  public WriterCommand.Answer ask(WriterCommand.Ask ask) throws SQLException {
    awaitCommits(ask.writer());
    Optional<NameVersion> version =
        new VersionRows(connection, dialect).versionsOf(List.of(ask.blob())).stream().findFirst();
    boolean committed =
        version.isPresent()
            || !new UploadBlobs(connection, dialect).parts(List.of(ask.blob())).isEmpty()
            || !new TrashRows(connection, dialect).among(List.of(ask.blob())).isEmpty();
    return new WriterCommand.Answer(committed, version);
  }

  /**
   * Waits for the commits in progress of a writer, and locks its row against others. In PostgreSQL,
   * commits that overlap can hold this up. Only questions meet them: a lease that ends has no more
   * uploads.
   */
  private void awaitCommits(String writer) throws SQLException {
    String lock = "SELECT state FROM writer WHERE writer_id = ?" + dialect.forUpdate();
    try (PreparedStatement select = connection.prepareStatement(lock)) {
      select.setString(1, writer);
      VersionColumns.hasRow(select);
    }
  }

  /** Locks first: the update alone would not wait for commits, nor commits for it. */
  private void end(String writer, State state, long nowMillis, long renewedAtMost)
      throws SQLException {
    awaitCommits(writer);
    try (PreparedStatement update = connection.prepareStatement(END)) {
      update.setString(1, state.name());
      update.setLong(2, nowMillis);
      update.setString(3, writer);
      update.setString(4, State.OPEN.name());
      update.setLong(5, renewedAtMost);
      update.executeUpdate();
    }
  }

  private WriterCommand.Standing standing(String writer) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT + " WHERE writer_id = ?")) {
      select.setString(1, writer);
      Optional<WriterRecord> lease = read(select).stream().findFirst();
      return lease
          .<WriterCommand.Standing>map(WriterCommand.Standing.Known::new)
          .orElseGet(WriterCommand.Standing.Unknown::new);
    }
  }

  private static List<WriterRecord> read(PreparedStatement select) throws SQLException {
    List<WriterRecord> leases = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        leases.add(
            new WriterRecord(
                rows.getString(1),
                State.valueOf(rows.getString(2)),
                rows.getLong(3),
                rows.getLong(4),
                Duration.ofMillis(rows.getLong(5)),
                rows.getLong(6)));
      }
    }
    return leases;
  }
}
