package io.aumbry.catalog.sql.binding;

import io.aumbry.protocol.cluster.CatalogRecord;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ensures that the database is the catalog of this cluster before its first use. With another one,
 * a sweep would delete the blobs of all names that it does not know.
 *
 * <p>The catalog has a random identity and the name of its cluster, and the cluster records the
 * identity. The first frontend writes both. After that they must be equal, and nothing replaces
 * them.
 */
public final class CatalogBinding {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogBinding.class);
  private static final Duration AFTER_SILENCE = Duration.ofSeconds(1);
  private static final Duration AFTER_REFUSAL = Duration.ofSeconds(10);

  private final DataSource source;
  private final CatalogRecord record;
  private final Time time;
  private final RandomGenerator random;
  private final AtomicBoolean checking = new AtomicBoolean();
  private volatile State state;

  /** The result of the last check, and the time of the next one. */
  private record State(Outcome outcome, String reason, long nextNanos) {}

  private enum Outcome {
    UNKNOWN,
    REFUSED,
    AGREED
  }

  /** The row of the catalog. */
  private record Bound(String identity, String cluster) {}

  /**
   * A binding that is not checked yet.
   *
   * @param source opens connections that write, to a database with the current schema
   * @param random unpredictable
   */
  public CatalogBinding(
      DataSource source, CatalogRecord record, Time time, RandomGenerator random) {
    this.source = source;
    this.record = record;
    this.time = time;
    this.random = random;
    this.state = new State(Outcome.UNKNOWN, "It is not checked yet", time.monotonicNanos());
  }

  /** Whether the last check has found another catalog or another cluster. */
  public boolean isRefused() {
    return state.outcome() == Outcome.REFUSED;
  }

  public boolean isAgreed() {
    return state.outcome() == Outcome.AGREED;
  }

  /**
   * Ensures that the catalog and the cluster belong together. One caller checks it; others fail
   * meanwhile.
   *
   * @throws SQLException if the database cannot be used
   * @throws AumbryException {@code CATALOG_UNAVAILABLE} if they do not belong together, or the
   *     coordinator does not answer
   */
  public void require() throws SQLException {
    if (!isAgreed()) {
      boolean isDue = state.nextNanos() - time.monotonicNanos() <= 0;
      if (isDue && checking.compareAndSet(false, true)) {
        try {
          check();
        } finally {
          checking.set(false);
        }
      }
      State found = state;
      if (found.outcome() != Outcome.AGREED) {
        throw new AumbryException(
            ErrorCode.CATALOG_UNAVAILABLE,
            "The catalog is not used until it is known to be that of this cluster. "
                + found.reason());
      }
    }
  }

  private void check() throws SQLException {
    try {
      Optional<String> mismatch = mismatch();
      if (mismatch.isPresent()) {
        LOG.atError().addKeyValue("reason", mismatch.get()).log("the catalog is refused");
        state = next(Outcome.REFUSED, mismatch.get(), AFTER_REFUSAL);
      } else {
        state = next(Outcome.AGREED, "", Duration.ZERO);
      }
    } catch (AumbryException e) {
      LOG.atWarn().addKeyValue("reason", e.getMessage()).log("the catalog cannot be checked");
      state = next(Outcome.UNKNOWN, String.valueOf(e.getMessage()), AFTER_SILENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      state = next(Outcome.UNKNOWN, "The check was interrupted", AFTER_SILENCE);
    }
  }

  private State next(Outcome outcome, String reason, Duration pause) {
    return new State(outcome, reason, time.monotonicNanos() + pause.toNanos());
  }

  /** Binds both if neither is bound. Returns why they do not belong together. */
  private Optional<String> mismatch() throws SQLException, InterruptedException {
    // Both are read before anything is written: a database that was empty stays without an
    // identity. The record comes first, because a process that starts at the same time writes it
    // last: the catalog of a recorded identity has that identity already.
    Optional<String> recorded = record.recorded();
    try (Connection connection = source.getConnection()) {
      Optional<Bound> before = read(connection);
      if (before.isPresent() && !before.get().cluster().equals(record.cluster())) {
        return Optional.of(otherCluster(before.get()));
      }
      Optional<String> found = before.map(Bound::identity);
      if (recorded.isPresent() && !recorded.equals(found)) {
        return Optional.of(otherCatalog(found, recorded.get()));
      }
      if (before.isEmpty()) {
        insert(connection);
      }
      Bound bound = read(connection).orElseThrow();
      if (!bound.cluster().equals(record.cluster())) {
        return Optional.of(otherCluster(bound));
      }
      String agreed = record.record(bound.identity());
      return agreed.equals(bound.identity())
          ? Optional.empty()
          : Optional.of(otherCatalog(Optional.of(bound.identity()), agreed));
    }
  }

  private String otherCluster(Bound bound) {
    return "catalog.url names the catalog %s of the cluster %s, but this is the cluster %s: correct catalog.url or cluster.name"
        .formatted(bound.identity(), bound.cluster(), record.cluster());
  }

  private String otherCatalog(Optional<String> found, String recorded) {
    String named =
        found
            .map(identity -> "the catalog " + identity)
            .orElse("a database that is no catalog of a cluster yet");
    return "catalog.url names %s, but the cluster %s has the catalog %s: correct catalog.url, or read 'Another catalog' in docs/operations.md"
        .formatted(named, record.cluster(), recorded);
  }

  private static Optional<Bound> read(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement("SELECT identity, cluster FROM binding WHERE id = 1");
        ResultSet row = select.executeQuery()) {
      return row.next()
          ? Optional.of(new Bound(row.getString(1), row.getString(2)))
          : Optional.empty();
    }
  }

  private void insert(Connection connection) throws SQLException {
    String sql =
        "INSERT INTO binding (id, identity, cluster) VALUES (1, ?, ?) ON CONFLICT DO NOTHING";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, "%016x%016x".formatted(random.nextLong(), random.nextLong()));
      insert.setString(2, record.cluster());
      insert.executeUpdate();
    }
  }
}
