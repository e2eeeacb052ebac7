package io.aumbry.deploy.operator.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.SafetyRule;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.cluster.operator.ReplicaCapacity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EvacuationRoomTest {
  private static final long PARTITION = 1_000;

  private static Host host(String zone, int number) {
    return new Host(zone + number, "dc1", zone);
  }

  private static Map<Host, Long> cluster(int zones, int hosts, long slots) {
    Map<Host, Long> capacities = new HashMap<>();
    for (int zone = 0; zone < zones; zone++) {
      for (int number = 0; number < hosts; number++) {
        capacities.put(host("z" + zone, number), slots * PARTITION + PARTITION - 1);
      }
    }
    return capacities;
  }

  private static boolean allows(List<SafetyRule> rules, List<Host> evacuated) {
    return rules.stream()
        .allMatch(rule ->
            evacuated.stream().mapToLong(host -> rule.weights().getOrDefault(host, 0L)).sum()
                <= Math.max(0, rule.spare()));
  }

  private static List<SafetyRule> rules(int partitions, int copies, Map<Host, Long> capacities) {
    return new EvacuationRoom(new Stock(partitions, copies, PARTITION)).rules("dc1", capacities);
  }

  @Test
  void aZoneKeepsACopyOfEachPartitionIfThereAreNoMoreZonesThanCopies() {
    List<SafetyRule> rules = rules(20, 3, cluster(3, 3, 10));
    assertThat(rules).hasSize(3);
    assertThat(rules.getFirst().text()).isEqualTo("zone z0 in dc1 can spare room for 10 replicas");
    assertThat(allows(rules, List.of(host("z0", 0), host("z1", 0), host("z2", 0)))).isTrue();
    assertThat(allows(rules, List.of(host("z0", 0), host("z0", 1)))).isFalse();
    assertThat(rules(30, 3, cluster(3, 3, 10)).getFirst().text())
        .isEqualTo("zone z0 in dc1 can spare no room");
  }

  @Test
  void aWholeZoneMayGoIfOthersHaveRoom() {
    List<SafetyRule> rules = rules(20, 3, cluster(4, 2, 10));
    assertThat(rules).singleElement().extracting(SafetyRule::spare).isEqualTo(20L);
    assertThat(allows(rules, List.of(host("z0", 0), host("z0", 1)))).isTrue();
    assertThat(allows(rules, List.of(host("z0", 0), host("z0", 1), host("z1", 0)))).isFalse();
  }

  @Test
  void aClusterWithoutPartitionsHasNoRule() {
    assertThat(rules(0, 3, cluster(3, 1, 10))).isEmpty();
  }

  /** Compared with the condition for a drain of a single node. */
  @Test
  void theHostsThatRemainHoldAllReplicas() {
    Random random = new Random(1);
    int allowed = 0;
    for (int round = 0; round < 20_000; round++) {
      Map<Host, Long> capacities = new HashMap<>();
      int zones = 3 + random.nextInt(3);
      for (int number = 0; number < 8; number++) {
        capacities.put(host("z" + random.nextInt(zones), number), random.nextLong(8 * PARTITION));
      }
      int partitions = 1 + random.nextInt(8);
      Stock stock = new Stock(partitions, 2 + random.nextInt(2), PARTITION);
      List<Host> evacuated =
          capacities.keySet().stream().sorted().filter(_ -> random.nextInt(5) == 0).toList();
      List<ReplicaCapacity.Place> rest = new ArrayList<>();
      capacities.forEach((host, bytes) -> {
        if (!evacuated.contains(host)) {
          rest.add(new ReplicaCapacity.Place(host.zone(), bytes));
        }
      });
      boolean isFull = new ReplicaCapacity(places(capacities)).holds(stock);
      List<SafetyRule> rules = new EvacuationRoom(stock).rules("dc1", capacities);
      if (isFull && !evacuated.isEmpty() && allows(rules, evacuated)) {
        allowed++;
        assertThat(new ReplicaCapacity(rest).holds(stock))
            .as("%s without %s, %s", capacities, evacuated, stock)
            .isTrue();
      }
    }
    assertThat(allowed).isGreaterThan(1_000);
  }

  private static List<ReplicaCapacity.Place> places(Map<Host, Long> capacities) {
    return capacities.entrySet().stream()
        .map(each -> new ReplicaCapacity.Place(each.getKey().zone(), each.getValue()))
        .toList();
  }
}
