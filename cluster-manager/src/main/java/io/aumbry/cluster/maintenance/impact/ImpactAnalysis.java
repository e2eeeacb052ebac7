package io.aumbry.cluster.maintenance.impact;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plans in which order hosts may go down, in few batches. It is a pure function. A plan holds as
 * long as the cluster stays as it was seen, so it is made again before each batch, and only the
 * first batch is acted on.
 */
public final class ImpactAnalysis {
  private ImpactAnalysis() {}

  /**
   * Plans the batches of some hosts.
   *
   * @param hosts that are to go down
   * @param rules of the whole cluster, as it is now
   */
  public static BatchPlan plan(Collection<Host> hosts, List<SafetyRule> rules) {
    Map<Host, String> blocked = blocked(hosts, rules);
    List<Host> free = hosts.stream().filter(host -> !blocked.containsKey(host)).sorted().toList();
    RuleTable table = new RuleTable(free, rules);
    List<List<Integer>> batches = BatchSearch.of(table, new SearchEffort());
    return new BatchPlan(
        batches.stream().map(batch -> batch.stream().sorted().map(table::host).toList()).toList(),
        waits(table, batches),
        blocked);
  }

  private static Map<Host, String> blocked(Collection<Host> hosts, List<SafetyRule> rules) {
    Set<Host> chosen = new HashSet<>(hosts);
    Map<Host, String> blocked = new HashMap<>();
    for (SafetyRule rule : rules) {
      rule.weights()
          .forEach((host, weight) -> {
            if (weight > rule.spare() && chosen.contains(host)) {
              blocked.putIfAbsent(host, rule.text());
            }
          });
    }
    return blocked;
  }

  private static Map<Host, String> waits(RuleTable table, List<List<Integer>> batches) {
    return batches.isEmpty() ? Map.of() : new WaitReasons(table, batches.getFirst()).of(batches);
  }
}
