package io.aumbry.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.aumbry.cluster.placement.FairShare.Host;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes get their fair share with few moves, and zones hold at most one replica. */
class PlacementPlanTest {
  private static final int COPIES = 3;

  private final Map<Integer, String> resources = new HashMap<>();
  private final Map<String, Set<Integer>> declined = new HashMap<>();

  /** Nodes such as "a/1/4": name, zone, and capacity in hundreds of replicas. */
  private static List<Host> hosts(String words) {
    return Stream.of(words.split(" "))
        .map(word -> word.split("/"))
        .map(part -> new Host(part[0], part[1], 100 * Long.parseLong(part[2]), 1))
        .toList();
  }

  private Map<Integer, List<String>> spread(List<Host> hosts, Map<Integer, List<String>> nodes) {
    return PlacementPlan.of(new PlacementPlan.Before(hosts, COPIES, resources, nodes, declined));
  }

  /** On random nodes of different zones; nodes at the front of the list are more frequent. */
  private static Map<Integer, List<String>> placed(
      List<Host> hosts, int partitions, Random random) {
    Map<Integer, List<String>> nodes = new TreeMap<>();
    for (int id = 0; id < partitions; id++) {
      List<Host> drawn = new ArrayList<>(hosts);
      Collections.shuffle(drawn, random);
      List<String> list = new ArrayList<>();
      Set<String> zones = new HashSet<>();
      for (Host host : drawn) {
        if (list.size() < COPIES && zones.add(host.zone())) {
          list.add(host.name());
        }
      }
      nodes.put(id, list);
    }
    return nodes;
  }

  private static Map<String, Integer> counts(Map<Integer, List<String>> nodes) {
    Map<String, Integer> counts = new TreeMap<>();
    nodes.values().forEach(list -> list.forEach(node -> counts.merge(node, 1, Integer::sum)));
    return counts;
  }

  private static long moves(Map<Integer, List<String>> before, Map<Integer, List<String>> after) {
    return after.entrySet().stream()
        .mapToLong(each ->
            each.getValue().stream()
                .filter(node -> !before.getOrDefault(each.getKey(), List.of()).contains(node))
                .count())
        .sum();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a/1/1 b/2/1 c/3/1|d/4/1|24|18|18",
        "a/1/1 b/2/1 c/3/1 d/4/1 e/5/1|f/6/1|25|12.5|12",
        "a/1/1 b/2/1 c/3/1 d/1/1 e/2/1 f/3/1|g/1/1|60|20|20",
        "a/1/1 b/2/1 c/3/1 d/4/1|e/5/2|48|48|48",
        "a/1/1 b/2/1 c/3/1 d/1/1 e/2/1 f/3/1|g/1/2|64|32|32",
        "a/1/1 b/2/1 c/3/1 d/4/1|e/5/9|48|48|48"
      })
  void anAddedNodeGetsItsShareAndNothingElseMoves(
      String there, String added, int partitions, double share, int moves) {
    Map<Integer, List<String>> before =
        spread(hosts(there), placed(hosts(there), partitions, new Random(1)));
    List<Host> all = hosts(there + " " + added);
    assertThat(FairShare.of(all, partitions, COPIES).get(added.substring(0, 1)))
        .isCloseTo(share, within(1e-6));
    Map<Integer, List<String>> after = spread(all, before);
    assertThat(counts(after).get(added.substring(0, 1))).isBetween((int) share, (int) share + 1);
    assertThat(moves(before, after)).isBetween((long) moves, moves + 1L);
    assertThat(spread(all, after)).isEqualTo(after);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void nodesGetTheirShareWithinOneReplicaAndZonesHold(long seed) {
    Random random = new Random(seed);
    List<Host> hosts = new ArrayList<>();
    int zones = COPIES + random.nextInt(3);
    for (int i = 0; i < zones * (1 + random.nextInt(3)); i++) {
      hosts.add(new Host("n" + i, "z" + i % zones, 200 + random.nextInt(400), 1));
    }
    Map<Integer, List<String>> before = placed(hosts, 150, random);
    Map<Integer, List<String>> after = spread(hosts, before);
    Map<String, Double> shares = FairShare.of(hosts, 150, COPIES);
    Map<String, String> zoneOf = new HashMap<>();
    hosts.forEach(host -> zoneOf.put(host.name(), host.zone()));
    counts(after)
        .forEach(
            (node, count) -> assertThat((double) count).isCloseTo(shares.get(node), within(1.0)));
    assertThat(after.values())
        .allSatisfy(
            nodes -> assertThat(nodes.stream().map(zoneOf::get).distinct()).hasSize(COPIES));
    assertThat(spread(hosts, after)).isEqualTo(after);
  }

  @Test
  void leadsAreSharedAsReplicasAre() {
    List<Host> hosts = hosts("a/1/1 b/2/1 c/3/1 d/4/1");
    Map<Integer, List<String>> before = new TreeMap<>();
    for (int id = 0; id < 24; id++) {
      before.put(id, List.of("a", "b", "c"));
    }
    Map<String, Integer> leading = new TreeMap<>();
    spread(hosts, before)
        .values()
        .forEach(nodes -> leading.merge(nodes.getFirst(), 1, Integer::sum));
    assertThat(leading.values()).hasSize(4).allMatch(count -> count >= 5 && count <= 7);
  }

  @Test
  void partitionsOfOneResourceAreNotAllOnTheSameNodes() {
    List<Host> hosts = hosts("a/1/1 b/2/1 c/3/1 d/1/1 e/2/1 f/3/1");
    Map<Integer, List<String>> before = new TreeMap<>();
    for (int id = 0; id < 40; id++) {
      before.put(id, List.of("a", "b", "c"));
      resources.put(id, id < 20 ? "blobs" : "blobs-20");
    }
    Map<Integer, List<String>> after = spread(hosts, before);
    Map<Integer, List<String>> cold = new TreeMap<>(after);
    cold.keySet().removeIf(id -> id < 20);
    assertThat(counts(after).values()).containsOnly(20);
    assertThat(counts(cold).values()).hasSize(6).containsOnly(10);
  }

  @Test
  void aNodeGetsNoReplicaThatItDeclinedOrHasNoRoomFor() {
    List<Host> hosts =
        List.of(
            new Host("a", "1", 100, 10),
            new Host("b", "2", 100, 10),
            new Host("c", "3", 100, 10),
            new Host("d", "4", 35, 10));
    Map<Integer, List<String>> before = new TreeMap<>();
    for (int id = 0; id < 8; id++) {
      before.put(id, List.of("a", "b", "c"));
    }
    declined.put("d", Set.of(0, 1, 2, 3, 4, 5));
    Map<Integer, List<String>> after = spread(hosts, before);
    assertThat(counts(after)).containsEntry("d", 2);
    assertThat(after.get(6)).contains("d");
    declined.clear();
    assertThat(counts(spread(hosts, before))).containsEntry("d", 3);
  }
}
