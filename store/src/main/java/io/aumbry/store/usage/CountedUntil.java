package io.aumbry.store.usage;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import java.util.concurrent.TimeUnit;

/**
 * The end of the counter to which a blob belongs. Blobs that expire soon after each other share a
 * counter. It ends at the expiry or later: by less than an hour, or by at most a 32nd of the time
 * to live, but never more than 16 hours. The default retention of expired blobs is longer, so
 * compaction does not change the counters.
 */
final class CountedUntil {
  static final long HOUR = TimeUnit.HOURS.toMillis(1);
  private static final long SHARE = 32;
  private static final long MOST_HOURS = 16;

  private CountedUntil() {}

  /** The same on all replicas, because it depends on the id and the expiry alone. */
  static long of(BlobId id, long expiryMillis) {
    long hoursToLive = Math.max(0, expiryMillis - id.createdMillis()) / HOUR;
    long width = Long.highestOneBit(Math.clamp(hoursToLive / SHARE, 1, MOST_HOURS)) * HOUR;
    long over = expiryMillis % width;
    long end = over == 0 ? expiryMillis : expiryMillis - over + width;
    return end < expiryMillis ? Expiry.NEVER : end;
  }
}
