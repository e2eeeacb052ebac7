package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.fold.NameEffects.Change;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.DueUpkeep;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.NameVersion.State;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.name.TrashItem.Reason;
import io.aumbry.catalog.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Upkeep of names and trash. */
record UpkeepRows(Connection connection, Dialect dialect)
    implements UpkeepCommand.Handler<SQLException> {
  /** Distributed engines lock only rows of one container at a time, so this does not lock. */
  private static final String DUE =
      VersionColumns.SELECT
          + "object WHERE due_millis <= ? AND due_millis < "
          + NameVersion.NEVER
          + " ORDER BY due_millis LIMIT ?";

  private static final String FORGET =
      "DELETE FROM object WHERE container_ref = ? AND object_key = ? AND vseq = ?";

  DueUpkeep due(long nowMillis) throws SQLException {
    UpkeepCommand.ReapNames any = new UpkeepCommand.ReapNames(nowMillis, 1);
    return new DueUpkeep(
        !due(any).isEmpty(), new TrashRows(connection, dialect).dueShards(nowMillis));
  }

  @Override
  public List<TrashItem> takeTrash(UpkeepCommand.TakeTrash take) throws SQLException {
    return new TrashRows(connection, dialect).take(take);
  }

  @Override
  public int dropTrash(UpkeepCommand.DropTrash drop) throws SQLException {
    new UploadBlobs(connection, dialect).release(drop.blobs());
    return new TrashRows(connection, dialect).delete(drop.blobs());
  }

  @Override
  public int reapNames(UpkeepCommand.ReapNames reap) throws SQLException {
    List<BlobName> candidates = due(reap);
    VersionRows versions = new VersionRows(connection, dialect);
    List<NameVersion> due =
        versions.lockNewest(candidates).stream()
            .filter(version -> version.dueMillis() <= reap.nowMillis())
            .toList();
    List<NameVersion> expired = inState(due, true);
    versions.write(expired.stream().map(UpkeepRows::expire).toList());
    new TrashRows(connection, dialect)
        .insert(
            expired.stream()
                .map(v -> TrashItem.of(v.content().blob(), Reason.EXPIRED, reap.nowMillis()))
                .toList());
    forget(inState(due, false));
    return due.size();
  }

  @Override
  public int dropNames(UpkeepCommand.DropNames drop) throws SQLException {
    return new RemovedContainerRows(connection).drop(drop);
  }

  private List<BlobName> due(UpkeepCommand.ReapNames reap) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(DUE)) {
      select.setLong(1, reap.nowMillis());
      select.setInt(2, reap.limit());
      return VersionColumns.readAll(select).stream().map(NameVersion::name).toList();
    }
  }

  private static List<NameVersion> inState(List<NameVersion> versions, boolean isLive) {
    return versions.stream()
        .filter(version -> (version.state() == State.LIVE) == isLive)
        .collect(Collectors.toList());
  }

  private static Change expire(NameVersion version) {
    NameVersion expired = version.ended(State.EXPIRED, version.modifiedMillis());
    return new Change(version.name(), Optional.of(version), expired);
  }

  private void forget(List<NameVersion> versions) throws SQLException {
    if (versions.isEmpty()) {
      return;
    }
    try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
      for (NameVersion version : versions) {
        int next = VersionColumns.bind(delete, 1, version.name());
        delete.setLong(next, version.sequence());
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }
}
