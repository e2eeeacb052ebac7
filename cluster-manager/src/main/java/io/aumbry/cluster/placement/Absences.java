package io.aumbry.cluster.placement;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How long nodes have been absent, as one controller sees it. Only time in which it looks counts,
 * and nothing is remembered elsewhere: a controller that starts, or that was cut off, gives every
 * absent node the whole delay again. So a cluster that was off comes back as it was.
 */
final class Absences {
  /** A longer pause between two looks is a time in which the controller saw nothing. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Duration delay;
  private final Map<String, Long> sinceNanos = new HashMap<>();
  private long lastNanos;

  /**
   * None yet.
   *
   * @param delay after which an absent node is lost
   */
  Absences(Duration delay) {
    this.delay = delay;
  }

  /** Notes the nodes that are absent now; returns those that are lost. */
  Set<String> lost(Set<String> absent, long nowNanos) {
    if (nowNanos - lastNanos > LONGEST_PAUSE.toNanos()) {
      sinceNanos.clear();
    }
    lastNanos = nowNanos;
    sinceNanos.keySet().retainAll(absent);
    Set<String> lost = new TreeSet<>();
    for (String node : absent) {
      long since = sinceNanos.computeIfAbsent(node, _ -> nowNanos);
      if (nowNanos - since >= delay.toNanos()) {
        lost.add(node);
      }
    }
    return lost;
  }
}
