package io.aumbry.catalog.sql.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Runs the statements of one transaction, and digests those that changed anything. */
final class SqlRows {
  /** Rows that a server sends at once. Policies of so many users have 20 MB. */
  private static final int PAGE = 1000;

  private final Connection connection;
  private final StringBuilder changes = new StringBuilder();

  /** Makes a value of the current row. */
  @FunctionalInterface
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  SqlRows(Connection connection) {
    this.connection = connection;
  }

  /**
   * Runs a statement that changes rows.
   *
   * @param values strings, numbers or booleans
   * @return the number of rows
   */
  int change(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      int count = statement.executeUpdate();
      if (count > 0) {
        record(sql, values);
      }
      return count;
    }
  }

  /** Runs a statement for each list of values. All together need a few round trips to a server. */
  void changeEach(String sql, List<List<Object>> all) throws SQLException {
    if (all.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (List<Object> values : all) {
        bind(statement, values.toArray());
        statement.addBatch();
      }
      int[] counts = statement.executeBatch();
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] != 0) {
          record(sql, all.get(i).toArray());
        }
      }
    }
  }

  /** Each text has its length before it, so that other statements never give the same record. */
  private void record(String sql, Object... values) {
    changes.append(sql.length()).append(':').append(sql);
    for (Object value : values) {
      String text = value.toString();
      changes.append(text.length()).append(':').append(text);
    }
  }

  /** All rows. In a transaction, they are read in pages, which have a time limit each. */
  <T> List<T> list(String sql, Reader<T> reader, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(PAGE);
      bind(statement, values);
      List<T> all = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          all.add(reader.read(rows));
        }
      }
      return all;
    }
  }

  <T> Optional<T> first(String sql, Reader<T> reader, Object... values) throws SQLException {
    return list(sql, reader, values).stream().findFirst();
  }

  boolean exists(String sql, Object... values) throws SQLException {
    return first(sql, _ -> true, values).isPresent();
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      switch (values[i]) {
        case String text -> statement.setString(i + 1, text);
        case Integer number -> statement.setInt(i + 1, number);
        case Long number -> statement.setLong(i + 1, number);
        case Boolean truth -> statement.setBoolean(i + 1, truth);
        default -> throw new IllegalArgumentException("no SQL type for " + values[i].getClass());
      }
    }
  }

  /**
   * A digest of the changes so far, in hexadecimal. Empty if nothing has changed.
   *
   * @param before the digest of earlier transactions
   */
  Optional<String> digest(String before) {
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    byte[] all = (before + ' ' + changes).getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(all);
      return Optional.of(HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }
}
