package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.sql.Dialect;
import io.aumbry.protocol.blob.BlobId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Selects rows by many keys of an index. In PostgreSQL this is one statement, and so one round
 * trip, however many containers the keys are from.
 *
 * <p>The statistics of PostgreSQL may not know a container yet. Its planner then expects one row in
 * the container, and may choose to read all of them. Therefore each key is looked up on its own, as
 * a range of one value in the order of the column, which only the index of the column has.
 *
 * @param select a SELECT up to its table
 * @param lock the end of a SELECT that locks its rows, in the order of keys; may be empty
 */
record KeyQuery(Dialect dialect, String select, Index index, String lock) {
  /** Of names with their newest version. */
  static final Index NAMES = new Index("container_ref", "object_key", true);

  /** Of names with their older versions. */
  static final Index HISTORY = new Index("container_ref", "object_key", false);

  /** Of blobs that belong to a name or a part. */
  static final Index BLOBS = new Index("container_ref", "blob_id", true);

  /** Of blobs in the trash. */
  static final Index TRASH = new Index("shard", "blob_id", true);

  /**
   * The columns of an index.
   *
   * @param place a number, by which a distributed engine places rows
   * @param value bytes
   * @param isUnique whether at most one row has the same values
   */
  record Index(String place, String value, boolean isUnique) {}

  /** The values of the columns of an index. */
  record Key(long place, KeyBytes value) {
    private static final Comparator<Key> ORDER =
        Comparator.comparingLong(Key::place).thenComparing(Key::value);

    static SortedSet<Key> ofNames(Collection<BlobName> names) {
      return of(names, name -> new Key(name.container().packed(), name.key()));
    }

    static SortedSet<Key> ofBlobs(Collection<BlobId> blobs) {
      return of(
          blobs,
          blob ->
              new Key(
                  new ContainerRef(blob.account(), blob.container()).packed(),
                  KeyBytes.of(VersionColumns.bytes(blob))));
    }

    static SortedSet<Key> ofTrash(Collection<BlobId> blobs) {
      return of(
          blobs, blob -> new Key(TrashItem.shardOf(blob), KeyBytes.of(VersionColumns.bytes(blob))));
    }

    private static <T> SortedSet<Key> of(Collection<T> all, Function<T, Key> key) {
      return all.stream().map(key).collect(Collectors.toCollection(() -> new TreeSet<>(ORDER)));
    }
  }

  /**
   * Reads the rows of a SELECT.
   *
   * @param <R> type of a row
   */
  @FunctionalInterface
  interface Reader<R> {
    List<R> readAll(PreparedStatement select) throws SQLException;
  }

  <R> List<R> rows(Connection connection, SortedSet<Key> keys, Reader<R> reader)
      throws SQLException {
    if (keys.isEmpty()) {
      return List.of();
    }
    if (dialect == Dialect.POSTGRESQL) {
      return rowsOfEach(connection, List.copyOf(keys), reader);
    }
    List<R> rows = new ArrayList<>();
    TreeMap<Long, List<Key>> places =
        keys.stream().collect(Collectors.groupingBy(Key::place, TreeMap::new, Collectors.toList()));
    for (List<Key> keysOfPlace : places.values()) {
      rows.addAll(
          dialect == Dialect.SQLITE
              ? rowsInList(connection, keysOfPlace, reader)
              : rowsOfEach(connection, keysOfPlace, reader));
    }
    return rows;
  }

  /**
   * The length of the list is a power of two, so that there are few different statements. The last
   * value fills the rest.
   */
  private <R> List<R> rowsInList(Connection connection, List<Key> keys, Reader<R> reader)
      throws SQLException {
    int length = Integer.highestOneBit(2 * keys.size() - 1);
    String list = "(?" + ", ?".repeat(length - 1) + ")";
    String sql = select + " WHERE " + index.place() + " = ? AND " + index.value() + " IN " + list;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, keys.getFirst().place());
      for (int i = 0; i < length; i++) {
        statement.setBytes(2 + i, keys.get(Math.min(i, keys.size() - 1)).value().bytes());
      }
      return reader.readAll(statement);
    }
  }

  /** Citus can lock the rows of one place only, which it must see as a parameter. */
  private <R> List<R> rowsOfEach(Connection connection, List<Key> keys, Reader<R> reader)
      throws SQLException {
    boolean isOnePlace = dialect == Dialect.CITUS;
    String sql =
        "SELECT found.* FROM unnest("
            + (isOnePlace ? "?) AS wanted(value)" : "?, ?) AS wanted(value, place)")
            + " CROSS JOIN LATERAL ("
            + select
            + " WHERE $PLACE = "
            + (isOnePlace ? "?" : "wanted.place")
            + " AND $VALUE >= wanted.value AND $VALUE <= wanted.value ORDER BY $VALUE"
            + (index.isUnique() ? " LIMIT 1" : "")
            + lock
            + ") found";
    sql = sql.replace("$PLACE", index.place()).replace("$VALUE", index.value());
    byte[][] values = keys.stream().map(key -> key.value().bytes()).toArray(byte[][]::new);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("bytea", values));
      if (isOnePlace) {
        statement.setLong(2, keys.getFirst().place());
      } else {
        Long[] places = keys.stream().map(Key::place).toArray(Long[]::new);
        statement.setArray(2, connection.createArrayOf("bigint", places));
      }
      return reader.readAll(statement);
    }
  }
}
