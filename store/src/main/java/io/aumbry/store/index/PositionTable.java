package io.aumbry.store.index;

import io.aumbry.store.record.LogPosition;
import java.util.Arrays;

/**
 * Where in the log some of the sequence numbers are, one for about every {@value #STRIDE} bytes of
 * log. One thread adds, any may look.
 */
final class PositionTable {
  static final int STRIDE = 256 * 1024;

  private volatile long[] pairs = new long[16];
  private volatile int count;
  private long lastPacked;

  /** Adds a record if it is far enough from the one added last. */
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

  /** Adds those of a later part; what it begins with may be known. */
  void addAll(long[] later) {
    for (int i = 0; i < later.length; i += 2) {
      if (count == 0 || later[i] > sequenceAt(count - 1)) {
        add(later[i], later[i + 1]);
      }
    }
  }

  /** Of a sequence number and a packed position each. */
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

  /** The position of the last record here that is not behind {@code sequence}. */
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
