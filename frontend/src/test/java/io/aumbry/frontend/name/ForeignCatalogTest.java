package io.aumbry.frontend.name;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.DatabaseEnvironment;
import io.aumbry.catalog.sql.Databases;
import io.aumbry.catalog.sql.name.SqlNames;
import io.aumbry.frontend.name.catalog.CatalogIds;
import io.aumbry.frontend.name.catalog.CatalogLeases;
import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.CatalogRecord;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A frontend whose {@code catalog.url} names an empty database by mistake, and which crashes. */
class ForeignCatalogTest {
  @TempDir private Path folder;
  private final LaterWall carrier = new LaterWall();
  private final FakeBlobs blobs = new FakeBlobs(new LaterCarrier());
  private final BlobId named = blobs.store(carrier.wallMillis());

  /** Its clocks are moved by the test. */
  private static final class LaterWall implements Carrier, Time {
    private final PlainCarrier plain = new PlainCarrier();
    private long shiftMillis;

    @Override
    public void start(String name, Runnable task) {
      plain.start(name, task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      return plain.schedule(delay, action);
    }

    @Override
    public Time time() {
      return this;
    }

    @Override
    public long wallMillis() {
      return plain.time().wallMillis() + shiftMillis;
    }

    @Override
    public long monotonicNanos() {
      return plain.time().monotonicNanos() + Duration.ofMillis(shiftMillis).toNanos();
    }
  }

  /** The cluster has a catalog, in which the blob has its name. */
  private static final class Recorded implements CatalogRecord {
    @Override
    public String cluster() {
      return "aumbry";
    }

    @Override
    public Optional<String> recorded() {
      return Optional.of("right");
    }

    @Override
    public String record(String identity) {
      throw new AssertionError("recorded " + identity);
    }
  }

  @AfterEach
  void close() {
    carrier.plain.close();
  }

  private Path file() {
    return folder.resolve("later").resolve("catalog.db");
  }

  private Database open(Optional<CatalogRecord> record) {
    return Databases.open(
        CatalogConfig.defaults().withUrl("sqlite:" + file()),
        new DatabaseEnvironment(
            BlockingThreads.ofPlatform(), carrier, new Random(1), new Metrics()),
        record);
  }

  private RequestContext context() {
    return new RequestContext("test", carrier, Deadline.after(Duration.ofMinutes(1), carrier));
  }

  /** A process that opens a lease and crashes, and the sweeps of another one in the next 30 h. */
  private void crashAndSweep(Database database) {
    CatalogLeases leases = new CatalogLeases(new SqlNames(database, Duration.ofSeconds(10)));
    Environment environment = new Environment(carrier, new Random(2), new Metrics());
    tolerant(() ->
        new LeaseKeeper("crashed", leases, blobs, NamesConfig.defaults(), environment)
            .renew(context()));
    OrphanSweep sweep =
        new OrphanSweep(
            "other",
            new OrphanSweep.Catalog(
                leases, new CatalogIds(new SqlNames(database, Duration.ofSeconds(10)))),
            blobs,
            NamesConfig.defaults(),
            environment);
    UpkeepPace pace = new UpkeepPace(Duration.ofMillis(1), this::context, _ -> {});
    for (int hour = 0; hour < 30; hour++) {
      carrier.shiftMillis += Duration.ofHours(1).toMillis();
      tolerant(() -> sweep.round(pace));
    }
  }

  private static void tolerant(Runnable work) {
    try {
      work.run();
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
    }
  }

  @Test
  void withoutABindingTheSweepWouldDeleteTheBlob() {
    try (Database database = open(Optional.empty())) {
      crashAndSweep(database);
    }
    assertThat(blobs.deleted).containsExactly(named);
  }

  @Test
  void theFrontendDoesNotStart() {
    assertCode(() -> open(Optional.of(new Recorded())), ErrorCode.CATALOG_UNAVAILABLE)
        .hasMessageContaining("the cluster aumbry has the catalog right");
  }

  @Test
  void noSweepFollowsIfTheDatabaseIsReachableOnlyLater() throws IOException {
    Files.createFile(folder.resolve("later"));
    try (Database database = open(Optional.of(new Recorded()))) {
      Files.delete(folder.resolve("later"));
      Files.createDirectory(folder.resolve("later"));
      SqlNames names = new SqlNames(database, Duration.ofSeconds(10));
      Patience.await()
          .untilAsserted(() ->
              assertCode(() -> names.writers(context()), ErrorCode.CATALOG_UNAVAILABLE)
                  .hasMessageContaining("the cluster aumbry has the catalog right"));
      crashAndSweep(database);
    }
    assertThat(blobs.deleted).isEmpty();
    assertThat(blobs.stored).containsExactly(named);
  }
}
