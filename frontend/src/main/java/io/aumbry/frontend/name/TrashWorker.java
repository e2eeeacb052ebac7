package io.aumbry.frontend.name;

import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the blobs of due trash rows, and then drops the rows. A row whose blob was not deleted
 * stays, and is claimed again when its claim ends. One thread calls {@link #round} again and again.
 */
final class TrashWorker {
  private static final Logger LOG = LoggerFactory.getLogger(TrashWorker.class);
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Rows in one claim. */
  private static final int BATCH = 100;

  /** Longer than a batch takes, unless storage nodes do not answer. */
  private static final Duration CLAIM = Duration.ofMinutes(1);

  private final String process;
  private final Trash trash;
  private final Router router;
  private final Time time;
  private final Counter deleted;
  private final Counter failed;
  private volatile long oldestMillis = Long.MAX_VALUE;

  /**
   * Prepares the deletion.
   *
   * @param process names the claims of this process
   */
  TrashWorker(String process, Trash trash, Router router, Environment environment) {
    this.process = process;
    this.trash = trash;
    this.router = router;
    this.time = environment.time();
    Metrics metrics = environment.metrics();
    this.deleted =
        metrics.counter(
            "aumbry_frontend_trash_deleted_total",
            "Blobs deleted because their name was replaced or deleted");
    this.failed =
        metrics.counter(
            "aumbry_frontend_trash_failed_total",
            "Failed deletes of such blobs, which are repeated");
    metrics.gauge(
        "aumbry_frontend_trash_age_seconds",
        "Time for which the oldest blob that this process is about to delete has been due",
        () -> Math.max(0, time.wallMillis() - oldestMillis) / MILLIS_PER_SECOND);
  }

  /** Deletes all that is due and not claimed. */
  void round(UpkeepPace pace) {
    while (trash.addExpired(time.wallMillis(), pace.context())) {
      pace.rest();
    }
    List<Trash.Row> rows;
    do {
      long now = time.wallMillis();
      rows = trash.claim(process, BATCH, now, now + CLAIM.toMillis(), pace.context());
      oldestMillis =
          rows.stream().mapToLong(Trash.Row::notBeforeMillis).min().orElse(Long.MAX_VALUE);
      List<BlobId> gone = delete(rows, pace);
      if (!gone.isEmpty()) {
        trash.drop(gone, pace.context());
      }
    } while (rows.size() == BATCH);
  }

  private List<BlobId> delete(List<Trash.Row> rows, UpkeepPace pace) {
    List<BlobId> gone = new ArrayList<>(rows.size());
    for (Trash.Row row : rows) {
      try {
        router.delete(row.blob(), pace.context());
        gone.add(row.blob());
        deleted.increment();
      } catch (AumbryException e) {
        failed.increment();
        LOG.atDebug().addKeyValue("blob", row.blob()).log("A blob in the trash remains: {}", e);
      }
      pace.rest();
    }
    return gone;
  }
}
