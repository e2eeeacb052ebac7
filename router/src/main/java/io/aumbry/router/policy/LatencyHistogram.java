package io.aumbry.router.policy;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How long a node's latest answers took: counts in buckets that grow by an eighth of an octave,
 * from 8 microseconds to 67 seconds. Old answers fade with each {@link #decay}. Any thread may
 * record; one at a time decays.
 */
public final class LatencyHistogram {
  /** One answer counts so much, so that it can fade in steps. */
  private static final int WEIGHT = 64;

  /** Each decay takes an eighth: with one a second, half is forgotten after 5 seconds. */
  private static final int DECAY_SHIFT = 3;

  private static final int SUB_BITS = 3;
  private static final int MAX_EXPONENT = 26;
  private static final int BUCKETS = (MAX_EXPONENT - SUB_BITS + 1) << SUB_BITS;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(BUCKETS);

  public void record(long nanos) {
    counts.addAndGet(bucketOf(nanos / 1000), WEIGHT);
  }

  /** So many answers are remembered, faded ones in part. */
  public long samples() {
    return weight() / WEIGHT;
  }

  public void decay() {
    for (int i = 0; i < BUCKETS; i++) {
      int count = counts.get(i);
      if (count > 0) {
        counts.addAndGet(i, -((count + (1 << DECAY_SHIFT) - 1) >> DECAY_SHIFT));
      }
    }
  }

  /** No answer of the share {@code quantile} took longer than this, in nanoseconds. */
  public long quantileNanos(double quantile) {
    double rank = weight() * quantile;
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += counts.get(i);
      if (seen >= rank && seen > 0) {
        return upperMicros(i) * 1000;
      }
    }
    return 0;
  }

  private long weight() {
    long sum = 0;
    for (int i = 0; i < BUCKETS; i++) {
      sum += counts.get(i);
    }
    return sum;
  }

  private static int bucketOf(long micros) {
    long bounded = Math.clamp(micros, 1L << SUB_BITS, (1L << MAX_EXPONENT) - 1);
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(bounded);
    int sub = (int) (bounded >>> (exponent - SUB_BITS)) & ((1 << SUB_BITS) - 1);
    return ((exponent - SUB_BITS) << SUB_BITS) + sub;
  }

  private static long upperMicros(int bucket) {
    int exponent = bucket >>> SUB_BITS;
    int sub = bucket & ((1 << SUB_BITS) - 1);
    return (long) ((1 << SUB_BITS) + sub + 1) << exponent;
  }
}
