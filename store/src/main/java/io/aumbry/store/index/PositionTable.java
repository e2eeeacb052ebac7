package io.aumbry.store.index;

import io.aumbry.store.record.LogPosition;
import java.util.Arrays;

/**
 * Log positions of some records, one for about {@value #STRIDE} bytes of log. One thread adds, and
 * any thread reads.
 */
final class PositionTable {
  static final int STRIDE = 256 * 1024;

  private volatile long[] pairs = new long[16];
  private volatile int count;
  private long lastPacked;

  /** Skips a record close to the last one. */
  void offer(long sequence, LogPosition position) {
    long packed = position.packed();
    if (count > 0 && packed - lastPacked < STRIDE / 8) {
      return;
    }
    add(sequence, packed);
  }

  void add(long sequence, long packed) {
    int at = 2 * count;
    if (at == pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * pairs.length);
    }
    pairs[at] = sequence;
    pairs[at + 1] = packed;
    lastPacked = packed;
    count = at / 2 + 1;
  }

  /** Skips known pairs. */
  void addAll(long[] later) {
    for (int i = 0; i < later.length; i += 2) {
      if (count == 0 || later[i] > sequenceAt(count - 1)) {
        add(later[i], later[i + 1]);
      }
    }
  }

  /** Each pair is a sequence number and a packed position. */
  long[] pairs() {
    return Arrays.copyOf(pairs, 2 * count);
  }

  int count() {
    return count;
  }

  long sequenceAt(int i) {
    return pairs[2 * i];
  }

  long packedAt(int i) {
    return pairs[2 * i + 1];
  }

  /** The last known position at or before {@code sequence}. */
  LogPosition before(long sequence) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (sequenceAt(middle) <= sequence) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return LogPosition.unpack(packedAt(low));
  }
}
