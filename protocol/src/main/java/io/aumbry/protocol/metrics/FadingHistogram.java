package io.aumbry.protocol.metrics;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Counts recent values in buckets that grow by a sixteenth of an octave. Values below 16 have a
 * bucket each, and values above 2^44 (five hours in nanoseconds) share the last one. Each {@link
 * #fade} reduces the weight of old values. Any thread may record; one thread at a time may fade.
 */
public final class FadingHistogram {
  /** The weight of one value, large enough to fade in steps. */
  private static final int WEIGHT = 64;

  /**
   * A bucket at this weight, 33 million values, ignores further values, so that it never overflows.
   */
  private static final int MOST = Integer.MAX_VALUE - (1 << 20);

  /** {@link #fade} takes an eighth of every bucket. */
  private static final int FADE_SHIFT = 3;

  private static final int SUB_BITS = 4;
  private static final int SUB_BUCKETS = 1 << SUB_BITS;
  private static final int MAX_EXPONENT = 43;
  private static final int BUCKETS = (MAX_EXPONENT - SUB_BITS + 2) << SUB_BITS;

  private final AtomicIntegerArray weights = new AtomicIntegerArray(BUCKETS);

  public void record(long value) {
    int bucket = bucketOf(value);
    if (weights.get(bucket) < MOST) {
      weights.addAndGet(bucket, WEIGHT);
    }
  }

  /** Number of values that have not faded. Partly faded values count in part. */
  public long samples() {
    return weight() / WEIGHT;
  }

  public void fade() {
    for (int i = 0; i < BUCKETS; i++) {
      int weight = weights.get(i);
      if (weight > 0) {
        weights.addAndGet(i, -((weight + (1 << FADE_SHIFT) - 1) >> FADE_SHIFT));
      }
    }
  }

  /**
   * The value that the share {@code quantile} of recent values does not exceed, at most a sixteenth
   * too high; 0 without values.
   */
  public long quantile(double quantile) {
    double rank = weight() * quantile;
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += weights.get(i);
      if (seen >= rank && seen > 0) {
        return highest(i);
      }
    }
    return 0;
  }

  private long weight() {
    long sum = 0;
    for (int i = 0; i < BUCKETS; i++) {
      sum += weights.get(i);
    }
    return sum;
  }

  private static int bucketOf(long value) {
    long bounded = Math.clamp(value, 0, (1L << (MAX_EXPONENT + 1)) - 1);
    if (bounded < SUB_BUCKETS) {
      return (int) bounded;
    }
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(bounded);
    int sub = (int) (bounded >>> (exponent - SUB_BITS)) & (SUB_BUCKETS - 1);
    return ((exponent - SUB_BITS + 1) << SUB_BITS) + sub;
  }

  /** The highest value of a bucket. */
  private static long highest(int bucket) {
    if (bucket < SUB_BUCKETS) {
      return bucket;
    }
    int shift = (bucket >>> SUB_BITS) - 1;
    int next = SUB_BUCKETS + (bucket & (SUB_BUCKETS - 1)) + 1;
    return ((long) next << shift) - 1;
  }
}
