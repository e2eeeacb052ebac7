package io.aumbry.store.usage;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import java.util.concurrent.TimeUnit;

/**
 * The end of the counter to which a blob belongs. Blobs that expire soon after each other share a
 * counter. It ends after the expiry, by less than an hour or a 32nd of the time to live, whichever
 * is more. So the number of counters does not grow with the time to live.
 */
final class CountedUntil {
  static final long HOUR = TimeUnit.HOURS.toMillis(1);
  private static final long SHARE = 32;

  private CountedUntil() {}

  /** The same on all replicas, because it depends on the id and the expiry alone. */
  static long of(BlobId id, long expiryMillis) {
    long hoursToLive = Math.max(0, expiryMillis - id.createdMillis()) / HOUR;
    long width = Math.max(1, Long.highestOneBit(hoursToLive / SHARE)) * HOUR;
    long over = expiryMillis % width;
    long end = over == 0 ? expiryMillis : expiryMillis - over + width;
    return end < expiryMillis ? Expiry.NEVER : end;
  }
}
