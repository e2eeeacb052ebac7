package io.aumbry.frontend.name;

import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import io.aumbry.router.Router.GetOptions;
import java.time.Duration;
import java.util.List;

/**
 * Deletes the blobs of due trash rows, and then drops the rows. A row whose blob was not deleted
 * stays, and is claimed again when its claim ends. One thread calls {@link #round} again and again.
 *
 * <p>A blob whose name has expired ends by its own expiry, which each node decides by its own
 * clock. It is deleted only if it is permanent: after a TTL update that did not reach its name.
 */
final class TrashWorker {
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Rows in one claim. */
  private static final int BATCH = 100;

  /** Longer than a batch takes, unless storage nodes do not answer. */
  private static final Duration CLAIM = Duration.ofMinutes(1);

  private final String process;
  private final Trash trash;
  private final Router router;
  private final Duration skew;
  private final Time time;
  private final Counter deleted;
  private final ParallelWork deletes;
  private volatile long oldestMillis = Long.MAX_VALUE;

  /**
   * Prepares the deletion.
   *
   * @param process names the claims of this process
   * @param skew clocks of processes differ by less, so a name is reaped when it has expired for all
   */
  TrashWorker(String process, Trash trash, Router router, Duration skew, Environment environment) {
    this.process = process;
    this.trash = trash;
    this.router = router;
    this.skew = skew;
    this.time = environment.time();
    Metrics metrics = environment.metrics();
    this.deleted =
        metrics.counter(
            "aumbry_frontend_trash_deleted_total",
            "Blobs deleted because their name was replaced or deleted");
    Counter failed =
        metrics.counter(
            "aumbry_frontend_trash_failed_total",
            "Failed deletes of such blobs, which are repeated");
    this.deletes = new ParallelWork("trash-delete", environment.carrier(), failed);
    metrics.gauge(
        "aumbry_frontend_trash_age_seconds",
        "Age of the oldest due blob that this process deletes, counted from its due time, or from its"
            + " last failed attempt if there was one; 0 without a backlog",
        () -> Math.max(0, time.wallMillis() - oldestMillis) / MILLIS_PER_SECOND);
  }

  /** Deletes all that is due and not claimed. */
  void round(UpkeepPace pace) {
    while (trash.addExpired(time.wallMillis() - skew.toMillis(), pace.context())) {
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
    oldestMillis = Long.MAX_VALUE;
  }

  private List<BlobId> delete(List<Trash.Row> rows, UpkeepPace pace) {
    return deletes.run(rows, this::delete, pace).stream().map(Trash.Row::blob).toList();
  }

  private void delete(Trash.Row row, RequestContext context) {
    if (!row.hasExpired() || isPermanent(row.blob(), context)) {
      router.delete(row.blob(), context);
      deleted.increment();
    }
  }

  private boolean isPermanent(BlobId blob, RequestContext context) {
    GetOptions properties = new GetOptions(new ByteRange.None(), false, false);
    if (router.get(blob, properties, context) instanceof GetResult.Found found) {
      found.content().close();
      return found.state().expiryMillis() == Expiry.NEVER;
    }
    return false;
  }
}
