package io.aumbry.cluster.maintenance.impact;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Hosts and rules by number. Only rules that the hosts could break together are in it, so that most
 * partitions of a cluster cost nothing when few of its hosts are planned.
 */
final class RuleTable {
  /** What a rule loses with one of its hosts. */
  record Share(int host, long weight) {}

  private final List<Host> hosts;
  private final List<SafetyRule> rules = new ArrayList<>();

  /** By rule, each sorted by host. */
  private final List<List<Share>> shares = new ArrayList<>();

  /** By host: its rules, in their order. */
  private final int[][] rulesOf;

  /** By host: its weight in each of its rules. */
  private final long[][] weightsOf;

  RuleTable(List<Host> hosts, List<SafetyRule> all) {
    this.hosts = hosts;
    Map<Host, Integer> numbers = new HashMap<>();
    IntStream.range(0, hosts.size()).forEach(host -> numbers.put(hosts.get(host), host));
    int[] counts = new int[hosts.size()];
    for (SafetyRule rule : all) {
      List<Share> its = shares(rule, numbers);
      if (its.stream().mapToLong(Share::weight).sum() > Math.max(0, rule.spare())) {
        rules.add(rule);
        shares.add(its);
        its.forEach(share -> counts[share.host()]++);
      }
    }
    this.rulesOf = new int[hosts.size()][];
    this.weightsOf = new long[hosts.size()][];
    for (int host = 0; host < hosts.size(); host++) {
      rulesOf[host] = new int[counts[host]];
      weightsOf[host] = new long[counts[host]];
    }
    for (int rule = rules.size() - 1; rule >= 0; rule--) {
      for (Share share : shares.get(rule)) {
        counts[share.host()]--;
        rulesOf[share.host()][counts[share.host()]] = rule;
        weightsOf[share.host()][counts[share.host()]] = share.weight();
      }
    }
  }

  private static List<Share> shares(SafetyRule rule, Map<Host, Integer> numbers) {
    List<Share> shares = new ArrayList<>(rule.weights().size());
    rule.weights()
        .forEach((host, weight) ->
            Optional.ofNullable(numbers.get(host))
                .ifPresent(number -> shares.add(new Share(number, weight))));
    shares.sort(Comparator.comparingInt(Share::host));
    return shares;
  }

  int hosts() {
    return hosts.size();
  }

  int rules() {
    return rules.size();
  }

  Host host(int number) {
    return hosts.get(number);
  }

  SafetyRule rule(int number) {
    return rules.get(number);
  }

  List<Share> shares(int rule) {
    return shares.get(rule);
  }

  /** Number of rules of a host. */
  int degree(int host) {
    return rulesOf[host].length;
  }

  /** The rule of a host with a number below {@link #degree}. */
  int ruleOf(int host, int number) {
    return rulesOf[host][number];
  }

  /** Its weight in the same rule. */
  long weightOf(int host, int number) {
    return weightsOf[host][number];
  }
}
