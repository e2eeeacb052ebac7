package io.aumbry.cluster.maintenance.impact;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Hosts and rules by number. Only rules that the hosts could break together are in it, so that most
 * partitions of a cluster cost nothing when few of its hosts are planned.
 */
final class RuleTable {
  private static final int NARROW = 16;

  private final List<Host> hosts;
  private final List<SafetyRule> rules = new ArrayList<>();

  /** By rule: its hosts, ascending. */
  private final int[][] hostsOf;

  /** By rule: the weights of its hosts. */
  private final long[][] weightsIn;

  /** By host: its rules, those of the most hosts first, because they fill batches. */
  private final int[][] rulesOf;

  /** By host: its weight in each of its rules. */
  private final long[][] weightsOf;

  /** By host: number of its rules that are not narrow. */
  private final int[] wide;

  /** By rule: the least weight of its hosts. */
  private final long[] lightest;

  RuleTable(List<Host> hosts, List<SafetyRule> all) {
    this.hosts = hosts;
    Map<Host, Integer> numbers = HashMap.newHashMap(hosts.size());
    IntStream.range(0, hosts.size()).forEach(host -> numbers.put(hosts.get(host), host));
    List<int[]> members = new ArrayList<>();
    List<long[]> weights = new ArrayList<>();
    for (SafetyRule rule : all) {
      int[] its = members(rule, numbers);
      long[] their = IntStream.of(its).mapToLong(host -> weight(rule, hosts.get(host))).toArray();
      if (LongStream.of(their).sum() > Math.max(0, rule.spare())) {
        rules.add(rule);
        members.add(its);
        weights.add(their);
      }
    }
    this.hostsOf = members.toArray(int[][]::new);
    this.weightsIn = weights.toArray(long[][]::new);
    this.lightest =
        weights.stream().mapToLong(its -> LongStream.of(its).min().orElseThrow()).toArray();
    this.wide = new int[hosts.size()];
    this.rulesOf = new int[hosts.size()][];
    this.weightsOf = new long[hosts.size()][];
    index();
  }

  private static int[] members(SafetyRule rule, Map<Host, Integer> numbers) {
    return rule.weights().keySet().stream()
        .flatMapToInt(host ->
            Optional.ofNullable(numbers.get(host)).map(IntStream::of).orElse(IntStream.empty()))
        .sorted()
        .toArray();
  }

  private static long weight(SafetyRule rule, Host host) {
    return Optional.ofNullable(rule.weights().get(host)).orElseThrow();
  }

  /** Finds the rules of each host. */
  private void index() {
    int[] counts = new int[hosts.size()];
    for (int[] its : hostsOf) {
      IntStream.of(its).forEach(host -> counts[host]++);
    }
    for (int host = 0; host < hosts.size(); host++) {
      rulesOf[host] = new int[counts[host]];
      weightsOf[host] = new long[counts[host]];
    }
    List<Integer> narrowFirst =
        IntStream.range(0, hostsOf.length)
            .boxed()
            .sorted(Comparator.comparingInt(rule -> hostsOf[rule].length))
            .toList();
    for (int rule : narrowFirst) {
      for (int member = 0; member < hostsOf[rule].length; member++) {
        int host = hostsOf[rule][member];
        counts[host]--;
        rulesOf[host][counts[host]] = rule;
        weightsOf[host][counts[host]] = weightsIn[rule][member];
        wide[host] += isNarrow(rule) ? 0 : 1;
      }
    }
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

  /** Whether a rule has few hosts, so that adding their weights is cheap. */
  boolean isNarrow(int rule) {
    return hostsOf[rule].length <= NARROW;
  }

  /** The hosts of a rule, ascending. */
  int[] hostsOf(int rule) {
    return hostsOf[rule];
  }

  /** Their weights. */
  long[] weightsIn(int rule) {
    return weightsIn[rule];
  }

  /** The sum of the weights of a rule. */
  long total(int rule) {
    return LongStream.of(weightsIn[rule]).sum();
  }

  /** The least weight of the hosts of a rule. */
  long lightest(int rule) {
    return lightest[rule];
  }

  /** Number of rules of a host. */
  int degree(int host) {
    return rulesOf[host].length;
  }

  /** Number of rules of a host that are not narrow. They come first. */
  int wideDegree(int host) {
    return wide[host];
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
