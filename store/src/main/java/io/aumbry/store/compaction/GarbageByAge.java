package io.aumbry.store.compaction;

import io.aumbry.protocol.blob.Expiry;
import java.util.Arrays;

/**
 * A histogram of bytes by the time from which they may be dropped. Rounding may delay a time but
 * never advances it. Not thread-safe.
 */
final class GarbageByAge {
  private static final int MOST = 32;

  private final long[] times = new long[MOST + 1];
  private final long[] bytes = new long[MOST + 1];
  private int count;
  private long width = 1;

  /** Ignores {@link Expiry#NEVER}. */
  void add(long from, long length) {
    if (from > Expiry.NEVER - width) {
      return;
    }
    long step = Math.ceilDiv(from, width) * width;
    int at = Arrays.binarySearch(times, 0, count, step);
    if (at < 0) {
      at = ~at;
      System.arraycopy(times, at, times, at + 1, count - at);
      System.arraycopy(bytes, at, bytes, at + 1, count - at);
      times[at] = step;
      bytes[at] = 0;
      count++;
    }
    bytes[at] += length;
    while (count > MOST) {
      widen();
    }
  }

  private void widen() {
    width *= 2;
    int steps = count;
    count = 0;
    for (int i = 0; i < steps; i++) {
      add(times[i], bytes[i]);
    }
  }

  long upTo(long time) {
    long sum = 0;
    for (int i = 0; i < count && times[i] <= time; i++) {
      sum += bytes[i];
    }
    return sum;
  }

  long total() {
    return upTo(Expiry.NEVER);
  }
}
