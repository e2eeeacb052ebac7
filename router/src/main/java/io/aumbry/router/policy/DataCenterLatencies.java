package io.aumbry.router.policy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Measures how long other data centres take to answer a write, as an exponentially weighted mean. A
 * data centre without a recent answer counts as near, so that it is tried again. Shared by all
 * loops.
 */
public final class DataCenterLatencies {
  /** The newest answer has a weight of 1 / {@code WEIGHT}. */
  private static final int WEIGHT = 8;

  private final long spanNanos;
  private final Map<Integer, Distance> known = new ConcurrentHashMap<>();

  private record Distance(long meanNanos, long untilNanos) {}

  public DataCenterLatencies(Duration span) {
    this.spanNanos = span.toNanos();
  }

  public void record(int dataCenter, long tookNanos, long nowNanos) {
    long until = nowNanos + spanNanos;
    known.merge(
        dataCenter,
        new Distance(tookNanos, until),
        (before, one) ->
            new Distance(before.meanNanos + (tookNanos - before.meanNanos) / WEIGHT, until));
  }

  /** The mean, or 0 if it is unknown. */
  public long nanos(int dataCenter, long nowNanos) {
    Distance distance = known.get(dataCenter);
    return distance == null || nowNanos - distance.untilNanos >= 0 ? 0 : distance.meanNanos;
  }
}
