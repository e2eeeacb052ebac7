package io.aumbry.cluster.maintenance.impact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches break no rule, and there are few of them. */
class ImpactAnalysisTest {
  /** Hosts such as "a1", in the zone of their first letter. */
  private static List<Host> hosts(String names) {
    return Arrays.stream(names.split(" ")).map(ImpactAnalysisTest::host).toList();
  }

  private static Host host(String name) {
    return new Host(name, "dc1", name.substring(0, 1));
  }

  private static SafetyRule rule(String text, long spare, String... hosts) {
    Map<Host, Long> weights = new HashMap<>();
    Arrays.stream(hosts).forEach(host -> weights.put(host(host), 1L));
    return new SafetyRule(text, weights, spare);
  }

  private static List<List<String>> names(BatchPlan plan) {
    return plan.batches().stream().map(batch -> batch.stream().map(Host::name).toList()).toList();
  }

  @Test
  void theHostsOfAZoneGoTogether() {
    List<SafetyRule> rules =
        List.of(
            rule("partition 1 can spare 1 replica", 1, "a1", "b1", "c1"),
            rule("partition 2 can spare 1 replica", 1, "a2", "b1", "c2"),
            rule("partition 3 can spare 1 replica", 1, "a2", "b2", "c1"));

    BatchPlan plan = ImpactAnalysis.plan(hosts("c2 a1 b2 a2 c1 b1"), rules);

    assertThat(names(plan))
        .containsExactly(List.of("a1", "a2"), List.of("b1", "b2"), List.of("c1", "c2"));
    assertThat(plan.waits())
        .containsEntry(host("b1"), "partition 1 can spare 1 replica, and a1 goes before")
        .containsEntry(host("c2"), "partition 2 can spare 1 replica, and a2 goes before")
        .doesNotContainKey(host("a1"));
    assertThat(plan.blocked()).isEmpty();
  }

  @Test
  void aHostWaitsWithItsZone() {
    List<SafetyRule> rules = List.of(rule("partition 1 can spare 1 replica", 1, "a1", "b1"));

    BatchPlan plan = ImpactAnalysis.plan(hosts("a1 b1 b2"), rules);

    assertThat(names(plan)).containsExactly(List.of("b1", "b2"), List.of("a1"));
  }

  @Test
  void aZoneThatDoesNotFitTogetherIsDivided() {
    List<SafetyRule> rules = List.of(rule("dc1 can spare 2 nodes", 2, "a1", "a2", "a3", "b1"));

    BatchPlan plan = ImpactAnalysis.plan(hosts("a1 a2 a3 b1"), rules);

    assertThat(names(plan)).hasSize(2).allMatch(batch -> batch.size() == 2);
  }

  @Test
  void aHostThatBreaksARuleAloneIsInNoBatch() {
    List<SafetyRule> rules = List.of(rule("partition 1 can spare no replica", 0, "a1", "b1"));

    BatchPlan plan = ImpactAnalysis.plan(hosts("a1 b1 c1"), rules);

    assertThat(names(plan)).containsExactly(List.of("c1"));
    assertThat(plan.blocked())
        .containsOnlyKeys(host("a1"), host("b1"))
        .containsEntry(host("a1"), "partition 1 can spare no replica");
  }

  @Test
  void withoutHostsThereAreNoBatches() {
    assertThat(ImpactAnalysis.plan(List.of(), List.of(rule("", 0, "a1"))).batches()).isEmpty();
  }

  @Test
  void theFirstOfManyHostsAreNamed() {
    List<SafetyRule> rules =
        List.of(rule("dc1 can spare 5 nodes", 5, "a1", "a2", "a3", "a4", "a5", "b1"));

    BatchPlan plan = ImpactAnalysis.plan(hosts("a1 a2 a3 a4 a5 b1"), rules);

    assertThat(plan.waits())
        .containsEntry(host("b1"), "dc1 can spare 5 nodes, and a1, a2, a3 and 2 others go before");
  }

  /** Rules of all kinds: weights, spares of more than one, hosts without rules. */
  private static List<SafetyRule> anyRules(List<Host> hosts, Random random) {
    List<SafetyRule> rules = new ArrayList<>();
    int count = random.nextInt(1, 3 * hosts.size());
    for (int rule = 0; rule < count; rule++) {
      Map<Host, Long> weights = new HashMap<>();
      int size = random.nextInt(1, Math.min(6, hosts.size() + 1));
      int most = random.nextInt(1, 4);
      for (int each = 0; each < size; each++) {
        Host host = hosts.get(random.nextInt(hosts.size()));
        weights.put(host, random.nextLong(1, most + 1L));
      }
      rules.add(new SafetyRule("rule " + rule, weights, random.nextLong(-1, 6)));
    }
    return rules;
  }

  private static boolean breaks(Collection<Host> down, SafetyRule rule) {
    return down.stream().mapToLong(host -> rule.weights().getOrDefault(host, 0L)).sum()
        > Math.max(0, rule.spare());
  }

  private static boolean breaksAny(Collection<Host> down, List<SafetyRule> rules) {
    return rules.stream().anyMatch(rule -> breaks(down, rule));
  }

  /** The least number of sets that break no rule, over all sets of the hosts. */
  private static int optimum(List<Host> hosts, List<SafetyRule> rules) {
    int all = (1 << hosts.size()) - 1;
    boolean[] isSafe = new boolean[all + 1];
    for (int set = 1; set <= all; set++) {
      isSafe[set] = !breaksAny(members(hosts, set), rules);
    }
    int[] least = new int[all + 1];
    for (int set = 1; set <= all; set++) {
      least[set] = Integer.MAX_VALUE;
      for (int part = set; part > 0; part = (part - 1) & set) {
        if (isSafe[part] && least[set ^ part] != Integer.MAX_VALUE) {
          least[set] = Math.min(least[set], least[set ^ part] + 1);
        }
      }
    }
    return least[all];
  }

  private static List<Host> members(List<Host> hosts, int set) {
    return IntStream.range(0, hosts.size())
        .filter(host -> (set & (1 << host)) != 0)
        .mapToObj(hosts::get)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void smallClustersGetTheLeastNumberOfBatches(int seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      List<Host> hosts = anyHosts(random.nextInt(1, 9), random);
      List<SafetyRule> rules = anyRules(hosts, random);

      BatchPlan plan = ImpactAnalysis.plan(hosts, rules);

      requireSound(plan, hosts, rules);
      List<Host> free = hosts.stream().filter(host -> !plan.blocked().containsKey(host)).toList();
      assertThat(plan.batches()).hasSize(optimum(free, rules));
    }
  }

  /** At most 1.2 times the optimum is required. */
  @ParameterizedTest
  @CsvSource({"9, 120", "10, 80", "11, 40", "12, 20"})
  void clustersOfADozenHostsGetFewBatches(int count, int rounds) {
    Random random = new Random(count);
    for (int round = 0; round < rounds; round++) {
      List<Host> hosts = anyHosts(count, random);
      List<SafetyRule> rules = anyRules(hosts, random);

      BatchPlan plan = ImpactAnalysis.plan(hosts, rules);

      requireSound(plan, hosts, rules);
      List<Host> free = hosts.stream().filter(host -> !plan.blocked().containsKey(host)).toList();
      assertThat(plan.batches().size() * 10).isLessThanOrEqualTo(optimum(free, rules) * 12);
    }
  }

  private static List<Host> anyHosts(int count, Random random) {
    return IntStream.range(0, count)
        .mapToObj(host -> new Host("h" + host, "dc1", "z" + random.nextInt(1, 5)))
        .toList();
  }

  private static void requireSound(BatchPlan plan, List<Host> hosts, List<SafetyRule> rules) {
    List<Host> planned = new ArrayList<>(plan.blocked().keySet());
    plan.batches()
        .forEach(down -> {
          assertThat(down).isNotEmpty();
          assertThat(rules).noneMatch(rule -> breaks(down, rule));
          planned.addAll(down);
        });
    assertThat(planned).containsExactlyInAnyOrderElementsOf(hosts);
    assertThat(plan.blocked().keySet()).allMatch(host -> breaksAny(List.of(host), rules));
    Set<Host> waiting = new HashSet<>();
    plan.batches().stream().skip(1).forEach(waiting::addAll);
    assertThat(plan.waits().keySet()).isEqualTo(waiting);
  }

  /** Replicas of a partition are in different zones, as the placement ensures. */
  private static List<SafetyRule> partitions(
      List<Host> hosts, int count, int copies, Random random) {
    List<Host> drawn = new ArrayList<>(hosts);
    List<SafetyRule> rules = new ArrayList<>();
    for (int partition = 0; partition < count; partition++) {
      Map<Host, Long> weights = new HashMap<>();
      Set<String> zones = new HashSet<>();
      int next = 0;
      while (weights.size() < copies) {
        Collections.swap(drawn, next, random.nextInt(next, drawn.size()));
        Host host = drawn.get(next);
        if (zones.add(host.zone())) {
          weights.put(host, 1L);
        }
        next++;
      }
      rules.add(new SafetyRule("partition " + partition, weights, (copies - 1) / 2));
    }
    return rules;
  }

  @ParameterizedTest
  @CsvSource({"9, 3, 12, 3", "30, 3, 300, 3", "60, 5, 1000, 5", "60, 4, 400, 3", "40, 5, 300, 3"})
  void clustersInZonesNeedNoMoreBatchesThanZones(int count, int zones, int partitions, int copies) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<Host> hosts = inZones(count, zones);
      List<SafetyRule> rules = partitions(hosts, partitions, copies, random);

      BatchPlan plan = ImpactAnalysis.plan(hosts, rules);

      requireSound(plan, hosts, rules);
      assertThat(plan.batches()).hasSizeLessThanOrEqualTo(zones);
    }
  }

  private static List<Host> inZones(int count, int zones) {
    return IntStream.range(0, count)
        .mapToObj(host -> new Host("host" + host, "dc1", "zone" + host % zones))
        .toList();
  }

  /** A zone of the large cluster is more than may be down together. */
  @Test
  void aLargeClusterIsPlannedWithinItsLimits() {
    List<Host> hosts = inZones(2_000, 5);
    List<SafetyRule> rules = partitions(hosts, 20_000, 3, new Random(1));
    Map<Host, Long> weights = new HashMap<>();
    hosts.forEach(host -> weights.put(host, 1L));
    rules.add(new SafetyRule("dc1 can spare 200 nodes", weights, 200));

    BatchPlan plan = ImpactAnalysis.plan(hosts, rules);

    assertThat(plan.batches()).hasSize(10);
    plan.batches().forEach(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(200));
  }

  /** With a small limit there are many batches, and most of them are full. */
  @ParameterizedTest
  @CsvSource({"10, 1000", "1, 10000"})
  void theEffortDoesNotGrowWithTheNumberOfBatches(int spare, int batches) {
    List<Host> hosts = inZones(10_000, 10).stream().sorted().toList();
    List<SafetyRule> rules = partitions(hosts, 30_000, 3, new Random(1));
    Map<Host, Long> weights = new HashMap<>();
    hosts.forEach(host -> weights.put(host, 1L));
    rules.add(new SafetyRule("dc1 can spare nodes", weights, spare));
    SearchEffort effort = new SearchEffort();

    assertThat(BatchSearch.of(new RuleTable(hosts, rules), effort)).hasSize(batches);

    assertThat(effort.isBelow(1_000_000)).as("comparisons").isTrue();
  }

  /** Ten pairs of hosts exclude each other. */
  @Test
  void manyHostsWithoutRulesGoFirst() {
    List<Host> hosts = new ArrayList<>(inZones(20_000, 4));
    List<SafetyRule> rules = new ArrayList<>();
    for (int host = 0; host < 40; host += 4) {
      rules.add(new SafetyRule("rule", Map.of(hosts.get(host), 1L, hosts.get(host + 5), 1L), 1));
    }

    BatchPlan plan = ImpactAnalysis.plan(hosts, rules);

    requireSound(plan, hosts, rules);
    assertThat(plan.batches()).hasSize(2);
  }
}
