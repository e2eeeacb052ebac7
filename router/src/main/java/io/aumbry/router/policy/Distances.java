package io.aumbry.router.policy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long other data centres take to answer a write, as a mean in which the last few count most.
 * One of which nothing was heard for a while is taken for near, so that it is tried again. Shared
 * by all loops.
 */
public final class Distances {
  /** The part of the mean that the next answer makes. */
  private static final int WEIGHT = 8;

  private final long spanNanos;
  private final Map<Integer, Distance> known = new ConcurrentHashMap<>();

  private record Distance(long meanNanos, long untilNanos) {}

  /** What was measured holds for {@code span}. */
  public Distances(Duration span) {
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

  /** Zero when it is not known. */
  public long nanos(int dataCenter, long nowNanos) {
    Distance distance = known.get(dataCenter);
    return distance == null || nowNanos - distance.untilNanos >= 0 ? 0 : distance.meanNanos;
  }
}
