package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.DatasetCommand.Outcome;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Gives a live version another name in its container. Its blob stays. */
record NameMove(Connection connection, Dialect dialect) {
  /** Another transaction has created the target since the rows were locked. */
  private static final String UNIQUE_VIOLATION = "23505";

  private static final String DELETE =
      "DELETE FROM object WHERE container_ref = ? AND object_key = ?";
  private static final String MOVE =
      "UPDATE object SET object_key = ?, modified_millis = ?"
          + " WHERE container_ref = ? AND object_key = ?";

  Outcome move(BlobName from, BlobName to, long nowMillis) throws SQLException {
    List<NameVersion> rows = new VersionRows(connection, dialect).lockNewest(List.of(from, to));
    boolean isLive = of(from, rows).filter(row -> row.isLiveAt(nowMillis)).isPresent();
    if (!isLive) {
      return Outcome.NO_VERSION;
    }
    Optional<NameVersion> target = of(to, rows);
    if (target.filter(row -> row.state() == NameVersion.State.LIVE).isPresent()) {
      return Outcome.EXISTS;
    }
    if (target.isPresent()) {
      delete(to);
    }
    try (PreparedStatement update = connection.prepareStatement(MOVE)) {
      update.setBytes(1, to.key().bytes());
      update.setLong(2, nowMillis);
      VersionColumns.bind(update, 3, from);
      update.executeUpdate();
    } catch (SQLException e) {
      throw UNIQUE_VIOLATION.equals(e.getSQLState()) ? VersionRows.lostRace() : e;
    }
    return Outcome.DONE;
  }

  /** The blob of a row that is not live is in the trash already. */
  private void delete(BlobName name) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
      VersionColumns.bind(delete, 1, name);
      delete.executeUpdate();
    }
  }

  private static Optional<NameVersion> of(BlobName name, List<NameVersion> rows) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst();
  }
}
