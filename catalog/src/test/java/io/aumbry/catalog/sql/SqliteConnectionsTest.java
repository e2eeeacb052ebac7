package io.aumbry.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

final class SqliteConnectionsTest {
  private static final String SELECT = "SELECT n, ? FROM numbers ORDER BY n";

  @TempDir private Path folder;

  private SqliteConnections source;

  @BeforeEach
  void createNumbers() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    source = new SqliteConnections(folder.resolve("file.db"), config);
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)");
      statement.execute("INSERT INTO numbers VALUES (1), (2), (3)");
    }
  }

  @Test
  void aClosedStatementIsUsedAgainWithoutItsParameters() throws SQLException {
    try (Connection connection = source.getConnection()) {
      PreparedStatement first = connection.prepareStatement(SELECT);
      first.setString(1, "x");
      assertThat(firstRow(first)).isEqualTo("1 x");
      first.close();
      first.close();
      PreparedStatement second = connection.prepareStatement(SELECT);
      assertThat(second).isSameAs(first);
      assertThat(firstRow(second)).isEqualTo("1 null");
    }
  }

  private static String firstRow(PreparedStatement select) throws SQLException {
    try (ResultSet rows = select.executeQuery()) {
      assertThat(rows.next()).isTrue();
      return rows.getInt("n") + " " + rows.getString(2);
    }
  }

  @Test
  void aStatementInUseIsNotShared() throws SQLException {
    try (Connection connection = source.getConnection();
        PreparedStatement first = connection.prepareStatement(SELECT);
        PreparedStatement second = connection.prepareStatement(SELECT);
        ResultSet rows = first.executeQuery()) {
      assertThat(rows.next()).isTrue();
      assertThat(firstRow(second)).isEqualTo("1 null");
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(2);
    }
  }

  @Test
  void aStatementThatWasNotReadToItsEndHoldsNoLock() throws SQLException {
    try (Connection reader = source.getConnection();
        Connection writer = source.getConnection();
        Statement statement = writer.createStatement()) {
      PreparedStatement select = reader.prepareStatement(SELECT);
      assertThat(select.executeQuery().next()).isTrue();
      select.close();
      statement.execute("INSERT INTO numbers VALUES (4)");
      try (ResultSet checkpoint = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
        assertThat(checkpoint.getInt(1)).as("whether a reader was in the way").isZero();
      }
    }
  }

  @Test
  void aChangedSchemaIsNoticed() throws SQLException {
    try (Connection reader = source.getConnection();
        Connection other = source.getConnection();
        Statement statement = other.createStatement()) {
      try (PreparedStatement select = reader.prepareStatement(SELECT)) {
        assertThat(firstRow(select)).isEqualTo("1 null");
      }
      statement.execute("ALTER TABLE numbers ADD COLUMN m INTEGER");
      statement.execute("DELETE FROM numbers WHERE n = 1");
      try (PreparedStatement select = reader.prepareStatement(SELECT)) {
        assertThat(firstRow(select)).isEqualTo("2 null");
      }
    }
  }
}
