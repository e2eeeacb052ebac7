package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.command.NameChange.Put;
import io.aumbry.catalog.command.UpkeepCommand.ReapNames;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameCatalog.Freshness;
import io.aumbry.catalog.name.NameListing;
import io.aumbry.catalog.name.NameListing.Entry;
import io.aumbry.catalog.name.NameListing.Query;
import io.aumbry.catalog.sql.Dialect;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Pages against a brute-force listing of random containers, on each engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NamePagesContract {
  private static final int CONTAINERS = 1_600;
  private static final long SEED = 23;
  private static final String[] ALPHABET = {"a", "b", "/", "|", "0", "\0", "ü", "\uDBFF\uDFFF"};
  private static final String[] DELIMITERS = {"", "/", "/", "|", "//", "/|", "ü", "\0", "a"};

  private NamesFixture on;

  abstract String url() throws Exception;

  @BeforeAll
  void open() throws Exception {
    on = new NamesFixture(url());
  }

  @AfterAll
  void close() {
    on.close();
  }

  @Test
  void pagesAreThoseOfABruteForceListing() {
    Random random = new Random(SEED);
    for (int i = 1; i <= CONTAINERS; i++) {
      ContainerRef container = new ContainerRef(40, i);
      Map<KeyBytes, Boolean> keys = fill(container, random);
      for (int query = 0; query < 3; query++) {
        check(container, keys, random, i);
      }
    }
  }

  /** Returns the keys, and whether each is live. */
  private Map<KeyBytes, Boolean> fill(ContainerRef container, Random random) {
    Map<KeyBytes, Boolean> keys = new TreeMap<>();
    int count = random.nextInt(30);
    for (int i = 0; i < count; i++) {
      keys.put(KeyBytes.of(text(random, 1, 6)), random.nextInt(5) > 0);
    }
    insert(container, keys);
    return keys;
  }

  /** Writes the rows directly, which is faster. Rows that are not live are expired or deleted. */
  private void insert(ContainerRef container, Map<KeyBytes, Boolean> keys) {
    String sql =
        "INSERT INTO object (container_ref, object_key, vseq, version_id, marker, blob_id, size,"
            + " modified_millis, expires_millis) VALUES (?, ?, 1, 'v', ?, ?, ?, 5, ?)";
    on.database.write(
        connection -> {
          try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (Map.Entry<KeyBytes, Boolean> key : keys.entrySet()) {
              boolean isDeleted = !key.getValue() && key.getKey().length() % 2 == 0;
              insert.setLong(1, container.packed());
              insert.setBytes(2, key.getKey().bytes());
              insert.setInt(3, isDeleted ? 2 : 0);
              insert.setBytes(4, VersionColumns.bytes(on.blob(container)));
              insert.setLong(5, key.getKey().length());
              insert.setLong(6, key.getValue() || isDeleted ? NamesFixture.NEVER : 1000);
              insert.addBatch();
            }
            return insert.executeBatch().length;
          }
        },
        on.carrier.patient());
  }

  private static String text(Random random, int least, int most) {
    StringBuilder text = new StringBuilder();
    int length = least + random.nextInt(most - least + 1);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET[random.nextInt(ALPHABET.length)]);
    }
    return text.toString();
  }

  private void check(ContainerRef container, Map<KeyBytes, Boolean> keys, Random random, int seed) {
    KeyBytes prefix = KeyBytes.of(text(random, 0, 2));
    KeyBytes delimiter = KeyBytes.of(DELIMITERS[random.nextInt(DELIMITERS.length)]);
    int limit = 1 + random.nextInt(6);
    NamePages.Pace pace = new NamePages.Pace(1 + random.nextInt(4), random.nextInt(4));
    List<Entry> expected = bruteForce(keys, prefix, delimiter);
    List<Entry> listed = new ArrayList<>();
    KeyBytes start = KeyBytes.EMPTY;
    NameListing page;
    do {
      Query query = new Query(container, prefix, delimiter, start, limit);
      page = list(query, pace);
      assertThat(page.entries()).hasSizeLessThanOrEqualTo(limit);
      if (page.next().isPresent()) {
        assertThat(page.entries()).hasSize(limit);
      }
      listed.addAll(page.entries());
      start = page.next().orElse(KeyBytes.EMPTY);
    } while (page.next().isPresent());
    assertThat(listed)
        .as("container %s, prefix %s, delimiter %s", seed, prefix, delimiter)
        .isEqualTo(expected);
  }

  /** Small ranges, so that pages skip too. */
  private NameListing list(Query query, NamePages.Pace pace) {
    long now = on.now();
    return on.database.read(
        connection -> new NamePages(connection, on.database.dialect(), query, now, pace).list(),
        on.carrier.patient());
  }

  private static List<Entry> bruteForce(
      Map<KeyBytes, Boolean> keys, KeyBytes prefix, KeyBytes delimiter) {
    List<Entry> entries = new ArrayList<>();
    keys.forEach((key, isLive) -> {
      if (isLive && key.startsWith(prefix)) {
        Entry entry = entry(key, prefix, delimiter);
        if (entries.isEmpty() || !entries.getLast().equals(entry)) {
          entries.add(entry);
        }
      }
    });
    return entries;
  }

  private static Entry entry(KeyBytes key, KeyBytes prefix, KeyBytes delimiter) {
    String text = latin(key);
    int at = delimiter.isEmpty() ? -1 : text.indexOf(latin(delimiter), prefix.length());
    return at < 0
        ? new NameListing.Named(key, key.length(), 5, NamesFixture.NEVER)
        : new NameListing.Group(key.prefix(at + delimiter.length()));
  }

  private static String latin(KeyBytes bytes) {
    return new String(bytes.bytes(), StandardCharsets.ISO_8859_1);
  }

  @Test
  void aPageMayStartAtAnyName() {
    ContainerRef container = new ContainerRef(41, 1);
    Map<KeyBytes, Boolean> keys = new TreeMap<>();
    for (String key : List.of("a", "d/1", "d/2", "e", "f/1")) {
      keys.put(KeyBytes.of(key), true);
    }
    insert(container, keys);
    assertThat(texts(container, "", "/", "b")).containsExactly("d/", "e", "f/");
    assertThat(texts(container, "", "/", "d/")).containsExactly("d/", "e", "f/");
    assertThat(texts(container, "", "/", "d/2"))
        .as("inside a group")
        .containsExactly("d/", "e", "f/");
    assertThat(texts(container, "d", "/", "a")).containsExactly("d/");
    assertThat(texts(container, "d/", "/", "")).containsExactly("d/1", "d/2");
    assertThat(texts(container, "d", "/", "e")).isEmpty();
    assertThat(texts(container, "", "", "d/2")).containsExactly("d/2", "e", "f/1");
  }

  private List<String> texts(
      ContainerRef container, String prefix, String delimiter, String start) {
    Query query =
        new Query(container, KeyBytes.of(prefix), KeyBytes.of(delimiter), KeyBytes.of(start), 100);
    return on.names.list(query, Freshness.LAGGING, on.carrier.patient()).entries().stream()
        .map(entry -> entry.key().text())
        .toList();
  }

  /** Statistics of a time when all names were alive must not mislead the planner. */
  @Test
  void deletedNamesAreNotReadByPages() {
    ContainerRef container = new ContainerRef(3, 3);
    fill(container, 20_000);
    NameListing.Query query =
        new NameListing.Query(container, KeyBytes.of("a"), KeyBytes.of("/"), KeyBytes.EMPTY, 10);
    NamePages pages =
        on.database.read(
            connection ->
                new NamePages(connection, on.database.dialect(), query, 5, NamePages.Pace.USUAL),
            on.carrier.patient());
    for (String sql : List.of(pages.rangeSql(), new SkipScan(on.database.dialect(), query).sql())) {
      assertThat(plan(sql))
          .contains("object_live")
          .doesNotContainPattern("object_pkey[^\\n]*\\n[^\\n]*object_key >=")
          .doesNotContain("PRIMARY KEY (container_ref=? AND object_key>");
    }
  }

  /** Inserts live names of ten letters. */
  private void fill(ContainerRef container, int count) {
    String key =
        switch (on.database.dialect()) {
          case SQLITE -> "CAST('abcdefghij' || n AS BLOB)";
          case POSTGRESQL, CITUS -> "convert_to('abcdefghij' || n, 'UTF8')";
        };
    on.sql(
        "INSERT INTO object (container_ref, object_key, vseq, version_id, modified_millis)"
            + " WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < "
            + count
            + ") SELECT "
            + container.packed()
            + ", "
            + key
            + ", 1, 'v', 5 FROM i");
    on.sql("ANALYZE object");
  }

  /** The plan of the database for a statement, with any parameters. */
  private String plan(String sql) {
    boolean isSqlite = on.database.dialect() == Dialect.SQLITE;
    String begin = isSqlite ? "x'61'" : "'\\\\x61'::bytea";
    String end = isSqlite ? "x'62'" : "'\\\\x62'::bytea";
    String text =
        (isSqlite ? "EXPLAIN QUERY PLAN " : "EXPLAIN ")
            + sql.replaceAll("object_key >= \\?", "object_key >= " + begin)
                .replaceAll("object_key < \\?", "object_key < " + end)
                .replace("LIMIT ?", "LIMIT 101")
                .replace("?", "" + new ContainerRef(3, 3).packed());
    return on.database.read(
        connection -> {
          StringBuilder lines = new StringBuilder();
          try (Statement explain = connection.createStatement();
              ResultSet rows = explain.executeQuery(text)) {
            while (rows.next()) {
              lines.append(rows.getString(isSqlite ? 4 : 1)).append('\n');
            }
          }
          return lines.toString();
        },
        on.carrier.patient());
  }

  @Test
  void aListAfterAnAcknowledgementHasTheName() {
    ContainerRef container = new ContainerRef(42, 1);
    BlobName name = new BlobName(container, KeyBytes.of("n"));
    on.apply(on.put(name, on.blob(container), Put.Mode.CREATE, NamesFixture.NEVER));
    assertThat(texts(container, "", "", "")).containsExactly("n");
    on.apply(on.put(name, on.blob(container), Put.Mode.UPSERT, 1000));
    assertThat(texts(container, "", "", "")).isEmpty();
    on.apply(new ReapNames(on.now(), 1000));
    assertThat(texts(container, "", "", "")).isEmpty();
  }

  @Test
  void impossibleQueriesAreNamed() {
    ContainerRef container = new ContainerRef(42, 1);
    KeyBytes none = KeyBytes.EMPTY;
    assertThatThrownBy(() -> new Query(container, none, none, none, 0))
        .hasMessageContaining("a page of 0 names, must be 1 to 10000");
    KeyBytes high = KeyBytes.of(new byte[] {-1, -1});
    assertThatThrownBy(() -> new Query(container, none, high, none, 1))
        .hasMessageContaining("0xFF");
    KeyBytes longBytes = KeyBytes.of("x".repeat(1401));
    assertThatThrownBy(() -> new Query(container, longBytes, none, none, 1))
        .hasMessageContaining("the prefix has 1401 bytes, must be at most 1400");
  }
}
