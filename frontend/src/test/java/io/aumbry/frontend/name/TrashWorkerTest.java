package io.aumbry.frontend.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrashWorkerTest {
  private final LaterCarrier carrier = new LaterCarrier();
  private final FakeBlobs blobs = new FakeBlobs(carrier);
  private final Rows trash = new Rows();
  private final Metrics metrics = new Metrics();
  private final TrashWorker worker =
      new TrashWorker(
          "fe",
          trash,
          blobs,
          Duration.ofHours(1),
          new Environment(carrier, new SplittableRandom(1), metrics));
  private final UpkeepPace pace =
      new UpkeepPace(Duration.ofMillis(1), carrier::request, carrier::advance);

  @BeforeEach
  void runAtOnce() {
    carrier.runsAtOnce = true;
  }

  /** Rows of the trash, and the ends of their claims. */
  private static final class Rows implements Trash {
    final Map<Row, Long> rows = new LinkedHashMap<>();
    long lastReaped;

    @Override
    public List<Row> claim(
        String claimant, int most, long now, long until, RequestContext context) {
      List<Row> due = new ArrayList<>();
      rows.forEach((row, claimed) -> {
        if (row.notBeforeMillis() <= now && claimed <= now && due.size() < most) {
          due.add(row);
        }
      });
      due.forEach(row -> rows.put(row, until));
      return due;
    }

    @Override
    public boolean addExpired(long now, RequestContext context) {
      lastReaped = now;
      return false;
    }

    @Override
    public void drop(List<BlobId> ids, RequestContext context) {
      rows.keySet().removeIf(row -> ids.contains(row.blob()));
    }
  }

  private Trash.Row row(long notBefore) {
    Trash.Row row = new Trash.Row(blobs.store(carrier.wallMillis()), notBefore, false);
    trash.rows.put(row, 0L);
    return row;
  }

  @Test
  void dueBlobsAreDeletedAndTheirRowsDropped() {
    for (int i = 0; i < 250; i++) {
      row(carrier.wallMillis());
    }
    Trash.Row later = row(carrier.wallMillis() + 10_000_000);
    worker.round(pace);
    assertThat(blobs.deleted).hasSize(250);
    assertThat(trash.rows).containsOnlyKeys(later);
    assertThat(blobs.stored).containsExactly(later.blob());
  }

  /** A rest after each delete would limit a frontend to fewer deletes than it commits. */
  @Test
  void severalBlobsAreDeletedBetweenTwoRests() {
    for (int i = 0; i < 1000; i++) {
      row(carrier.wallMillis());
    }
    long begin = carrier.monotonicNanos();
    worker.round(pace);
    assertThat(trash.rows).isEmpty();
    assertThat(Duration.ofNanos(carrier.monotonicNanos() - begin))
        .isLessThan(Duration.ofMillis(100));
  }

  @Test
  void theMetricTellsForHowLongABlobHasBeenDue() {
    List<Double> ages = new ArrayList<>();
    blobs.beforeDelete = () -> ages.add(metrics.value("aumbry_frontend_trash_age_seconds"));
    row(carrier.wallMillis() - 3_600_000);
    worker.round(pace);
    assertThat(ages).containsExactly(3600.0);
    assertThat(metrics.value("aumbry_frontend_trash_age_seconds")).isZero();
  }

  /** The clock of the process that ended the name may be wrong. */
  @Test
  void aBlobWhoseNameHasExpiredIsLeftToItsOwnExpiry() {
    Trash.Row row = new Trash.Row(blobs.store(carrier.wallMillis()), carrier.wallMillis(), true);
    trash.rows.put(row, 0L);
    blobs.expiryMillis = carrier.wallMillis() + Duration.ofDays(300).toMillis();
    worker.round(pace);
    assertThat(blobs.deleted).isEmpty();
    assertThat(trash.rows).isEmpty();
  }

  /** A TTL update that failed may have made the blob permanent and not its name. */
  @Test
  void aPermanentBlobWhoseNameHasExpiredIsDeleted() {
    Trash.Row row = new Trash.Row(blobs.store(carrier.wallMillis()), carrier.wallMillis(), true);
    trash.rows.put(row, 0L);
    worker.round(pace);
    assertThat(blobs.deleted).containsExactly(row.blob());
    assertThat(trash.rows).isEmpty();
  }

  @Test
  void aNameIsReapedWhenAllClocksSayThatItHasExpired() {
    worker.round(pace);
    assertThat(trash.lastReaped).isEqualTo(carrier.wallMillis() - Duration.ofHours(1).toMillis());
  }

  @Test
  void aRowStaysUntilItsBlobIsDeleted() {
    Trash.Row row = row(carrier.wallMillis());
    blobs.failsDelete = true;
    worker.round(pace);
    assertThat(trash.rows).containsOnlyKeys(row);
    blobs.failsDelete = false;
    worker.round(pace);
    assertThat(trash.rows).as("claimed").containsOnlyKeys(row);
    carrier.advance(Duration.ofMinutes(2));
    worker.round(pace);
    assertThat(trash.rows).isEmpty();
    assertThat(blobs.stored).isEmpty();
  }
}
