package io.aumbry.store.compaction;

import io.aumbry.protocol.blob.Expiry;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The earliest time at which any of many blobs is due, so that they are searched only when one may
 * be. It is unknown, and thus passed, until the first search. Any thread.
 */
final class EarliestTime {
  private final AtomicLong millis = new AtomicLong(Long.MIN_VALUE);

  /** One more blob is due from then on. To be called after the blob can be found. */
  void add(long fromMillis) {
    if (fromMillis < millis.get()) {
      millis.accumulateAndGet(fromMillis, Math::min);
    }
  }

  /** A search begins, which adds all blobs that it finds. */
  void clear() {
    millis.set(Expiry.NEVER);
  }

  boolean isAt(long nowMillis) {
    return millis.get() <= nowMillis;
  }
}
