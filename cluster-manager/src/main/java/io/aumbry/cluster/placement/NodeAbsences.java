package io.aumbry.cluster.placement;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Measures how long nodes have been absent while the controller observes. Nothing is stored: after
 * a start or a disconnection every delay begins again, so a cluster that was switched off returns
 * unchanged.
 */
final class NodeAbsences {
  /** A longer pause between two observations restarts all delays. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Duration delay;
  private final Map<String, Long> sinceNanos = new HashMap<>();
  private long lastNanos;

  NodeAbsences(Duration delay) {
    this.delay = delay;
  }

  /**
   * The nodes that have been absent for the delay.
   *
   * @param maintained nodes of the current batch of a maintenance workflow. Their delay begins when
   *     the batch ends, also for those that it has given up
   */
  Set<String> lost(Set<String> absent, Set<String> maintained, long nowNanos) {
    if (nowNanos - lastNanos > LONGEST_PAUSE.toNanos()) {
      sinceNanos.clear();
    }
    lastNanos = nowNanos;
    Set<String> counted = new TreeSet<>(absent);
    counted.removeAll(maintained);
    sinceNanos.keySet().retainAll(counted);
    Set<String> lost = new TreeSet<>();
    for (String node : counted) {
      long since = sinceNanos.computeIfAbsent(node, _ -> nowNanos);
      if (nowNanos - since >= delay.toNanos()) {
        lost.add(node);
      }
    }
    return lost;
  }
}
