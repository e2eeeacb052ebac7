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
    now.values().forEach(nodes -> nodes.forEach(node -> slots.merge(node, -1L, Long::sum)));
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
    long room = most - placements.moving();
    if (left.size() <= room) {
      return plan;
    }
    PlanStep step = new PlanStep(placements);
    if (room >= (most + 1) / 2) {
      step.take(left, plan, room);
    }
    return step.now;
  }

  private void take(List<Integer> left, Map<Integer, List<String>> plan, long room) {
    long taken = 0;
    for (int partition : left) {
      if (taken < room && fits(partition, plan.getOrDefault(partition, List.of()))) {
        taken++;
      }
    }
  }

  /** Takes it if each node has room for it even before others have left. */
  private boolean fits(int partition, List<String> nodes) {
    List<String> before = Optional.ofNullable(now.get(partition)).orElseThrow();
    Set<String> coming = new HashSet<>(nodes);
    before.forEach(coming::remove);
    if (coming.stream().anyMatch(node -> slots.getOrDefault(node, 0L) < 1)) {
      return false;
    }
    now.put(partition, nodes);
    coming.forEach(node -> slots.merge(node, -1L, Long::sum));
    before.stream()
        .filter(node -> !nodes.contains(node))
        .forEach(node -> slots.merge(node, 1L, Long::sum));
    return true;
  }
}
