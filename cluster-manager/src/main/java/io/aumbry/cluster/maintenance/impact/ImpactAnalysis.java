package io.aumbry.cluster.maintenance.impact;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Plans in which order hosts may go down, in few batches. It is a pure function. A plan holds as
 * long as the cluster stays as it was seen, so it is made again before each batch, and only the
 * first batch is acted on.
 */
public final class ImpactAnalysis {
  private static final int NAMED = 3;

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
    List<List<Integer>> batches = BatchSearch.of(table);
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
    Map<Host, String> waits = new HashMap<>();
    if (batches.isEmpty()) {
      return waits;
    }
    Assignment first = new Assignment(table, new SearchEffort());
    batches.getFirst().forEach(host -> first.add(host, 0));
    for (List<Integer> batch : batches.subList(1, batches.size())) {
      for (int host : batch) {
        waits.put(table.host(host), reason(table, first, host, batch));
      }
    }
    return waits;
  }

  /** Why a host does not go with the first batch. Its zone may fit only in part. */
  private static String reason(RuleTable table, Assignment first, int host, List<Integer> batch) {
    return obstacle(table, first, host)
        .or(() ->
            batch.stream()
                .filter(other -> table.host(other).isZoneOf(table.host(host)))
                .flatMap(other -> obstacle(table, first, other).stream())
                .map(text -> "its zone goes together; " + text)
                .findFirst())
        .orElse("its zone does not fit into an earlier batch");
  }

  private static Optional<String> obstacle(RuleTable table, Assignment first, int host) {
    OptionalInt broken = first.broken(host, 0);
    if (broken.isEmpty()) {
      return Optional.empty();
    }
    List<String> before = new ArrayList<>();
    for (RuleTable.Share share : table.shares(broken.getAsInt())) {
      if (first.batch(share.host()) == 0) {
        before.add(table.host(share.host()).name());
      }
    }
    return Optional.of(table.rule(broken.getAsInt()).text() + ", and " + go(before) + " before");
  }

  private static String go(List<String> hosts) {
    String named = String.join(", ", hosts.subList(0, Math.min(NAMED, hosts.size())));
    String others = hosts.size() > NAMED ? " and " + (hosts.size() - NAMED) + " others" : "";
    return named + others + (hosts.size() == 1 ? " goes" : " go");
  }
}
