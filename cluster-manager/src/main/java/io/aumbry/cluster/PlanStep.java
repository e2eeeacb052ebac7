package io.aumbry.cluster;

import io.aumbry.cluster.FairShare.Host;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * So much of a plan as may be begun now: of few partitions replicas move at once, since each has
 * one replica more while it does, and its bytes are read and written. Each step costs a change of
 * leaders, so the next one is begun when half as many may move again.
 */
final class PlanStep {
  private final Map<Integer, List<String>> now;
  private final Map<String, Long> slots = new HashMap<>();

  private PlanStep(Placements placements) {
    this.now = new TreeMap<>(placements.wanted());
    for (Host host : placements.hosts()) {
      slots.put(host.name(), host.slots());
    }
    now.forEach((partition, nodes) -> {
      Set<String> all = new HashSet<>(nodes);
      all.addAll(placements.seen().getOrDefault(partition, Map.of()).keySet());
      all.forEach(node -> slots.merge(node, -1L, Long::sum));
    });
  }

  /**
   * The nodes of each partition after the step, the leader first; those of now while it is better
   * to wait, and those of the plan in the last step.
   *
   * @param most partitions that may move at once
   */
  static Map<Integer, List<String>> of(
      Placements placements, Map<Integer, List<String>> plan, int most) {
    List<Integer> left = new ArrayList<>();
    plan.forEach((partition, nodes) -> {
      if (!Set.copyOf(nodes).equals(Set.copyOf(placements.wanted().get(partition)))) {
        left.add(partition);
      }
    });
    long moving = placements.moving();
    long room = most - moving;
    PlanStep step = new PlanStep(placements);
    long taken = 0;
    if (room >= Math.min(left.size(), (most + 1) / 2)) {
      taken = step.take(left, plan, room);
    }
    // Full nodes that are to swap could not begin at all.
    boolean isStuck = taken == 0 && moving == 0;
    return taken == left.size() || isStuck ? plan : step.now;
  }

  private long take(List<Integer> left, Map<Integer, List<String>> plan, long room) {
    long taken = 0;
    for (int partition : left) {
      if (taken < room && fits(partition, plan.getOrDefault(partition, List.of()))) {
        taken++;
      }
    }
    return taken;
  }

  /** Takes it if each node has room for it before any other has left. */
  private boolean fits(int partition, List<String> nodes) {
    List<String> before = Optional.ofNullable(now.get(partition)).orElseThrow();
    Set<String> coming = new HashSet<>(nodes);
    before.forEach(coming::remove);
    if (coming.stream().anyMatch(node -> slots.getOrDefault(node, 0L) < 1)) {
      return false;
    }
    now.put(partition, nodes);
    coming.forEach(node -> slots.merge(node, -1L, Long::sum));
    return true;
  }
}
