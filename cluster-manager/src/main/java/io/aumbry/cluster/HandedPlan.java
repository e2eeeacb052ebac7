package io.aumbry.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The plan that WAGED was given last, and when it may be given it once more: each time leaders
 * change. It can write a placement over it that it was still making, which a second try mends, or
 * find it invalid, again and again; so each pause is twice the one before.
 */
final class HandedPlan {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

  private Map<Integer, List<String>> plan = Map.of();
  private Duration pause = Duration.ZERO;
  private long sinceNanos;

  /** Whether this one may be handed over: the last is kept to, or has not been for long enough. */
  boolean isDue(
      Map<Integer, List<String>> next,
      Predicate<Map<Integer, List<String>>> isKept,
      long nowNanos) {
    Duration least = isFor(next) ? pause : FIRST_PAUSE;
    return plan.isEmpty() || nowNanos - sinceNanos >= least.toNanos() || isKept.test(plan);
  }

  /** Whether it is this one. */
  boolean isFor(Map<Integer, List<String>> other) {
    return plan.equals(other);
  }

  /** It is about to be handed over. */
  void note(Map<Integer, List<String>> next, long nowNanos) {
    Duration twice = pause.multipliedBy(2);
    if (!next.equals(plan)) {
      pause = FIRST_PAUSE;
    } else {
      pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
    plan = next;
    sinceNanos = nowNanos;
  }
}
