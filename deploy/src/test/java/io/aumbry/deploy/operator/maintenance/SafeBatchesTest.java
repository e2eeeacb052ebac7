package io.aumbry.deploy.operator.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.maintenance.impact.BatchPlan;
import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.ImpactAnalysis;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.protocol.cluster.DataCenter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans of random clusters, from their observation to the batches. */
class SafeBatchesTest {
  private static final int CLUSTERS = 800;

  /** Larger clusters have too many sets of hosts. */
  private static final int MOST_OF_OPTIMUM = 6;

  private int together;
  private int blocked;
  private int compared;

  private static ImpactLimits limits(Random random) {
    boolean isLimited = random.nextBoolean();
    return new ImpactLimits(
        isLimited ? random.nextInt(1, 101) : 100,
        random.nextBoolean() ? random.nextInt(1, 101) : 100,
        random.nextBoolean() ? OptionalInt.of(random.nextInt(60)) : OptionalInt.empty(),
        false);
  }

  private static Optional<OwnLock> own(RandomCluster cluster, Random random) {
    DataCenter place = cluster.places.getFirst();
    List<HostLock> held = cluster.locks(place).stream().filter(HostLock::isHeld).toList();
    return held.isEmpty() || random.nextBoolean()
        ? Optional.empty()
        : Optional.of(new OwnLock(place, held.get(random.nextInt(held.size()))));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void noBatchTakesAQuorumOrMoreThanTheLimits(int seed) {
    for (int round = 0; round < CLUSTERS; round++) {
      Random random = new Random(seed * 1_000_000L + round);
      RandomCluster cluster = new RandomCluster(random);
      ImpactLimits limits = limits(random);
      Optional<OwnLock> own = own(cluster, random);
      ClusterObservation observation = cluster.observation();
      MaintenanceHosts hosts = MaintenanceHosts.of(observation, own);
      List<Host> chosen =
          hosts.all().stream()
              .map(MaintenanceHosts.Observed::host)
              .filter(_ -> random.nextInt(5) > 0)
              .toList();

      BatchPlan plan = ImpactAnalysis.plan(chosen, MaintenanceRules.of(observation, hosts, limits));

      OptionalLong number =
          own.map(mine -> OptionalLong.of(mine.lock().number())).orElse(OptionalLong.empty());
      check("round " + round, plan, chosen, new ImpactOracle(cluster, limits, number));
    }
    assertThat(together).as("batches of several hosts").isGreaterThan(CLUSTERS / 4);
    assertThat(blocked).as("hosts in no batch").isGreaterThan(CLUSTERS / 4);
    assertThat(compared).as("clusters with a known optimum").isGreaterThan(CLUSTERS / 4);
  }

  private void check(String round, BatchPlan plan, List<Host> chosen, ImpactOracle oracle) {
    List<Host> planned = new ArrayList<>(plan.blocked().keySet());
    for (List<Host> batch : plan.batches()) {
      planned.addAll(batch);
      assertThat(oracle.obstacle(batch)).as("%s: %s", round, batch).isEmpty();
      together += batch.size() > 1 ? 1 : 0;
    }
    assertThat(planned).as(round).containsExactlyInAnyOrderElementsOf(chosen);
    plan.blocked()
        .forEach((host, why) -> {
          assertThat(oracle.obstacle(List.of(host))).as("%s: %s, %s", round, host, why).isPresent();
          blocked++;
        });
    List<Host> free = plan.batches().stream().flatMap(List::stream).toList();
    if (free.size() <= MOST_OF_OPTIMUM) {
      assertThat(plan.batches()).as(round).hasSize(optimum(free, oracle));
      compared++;
    }
  }

  /** The least number of sets that may be down together, over all sets of the hosts. */
  private static int optimum(List<Host> hosts, ImpactOracle oracle) {
    int all = (1 << hosts.size()) - 1;
    int[] least = new int[all + 1];
    boolean[] isSafe = new boolean[all + 1];
    for (int set = 1; set <= all; set++) {
      isSafe[set] = oracle.obstacle(members(hosts, set)).isEmpty();
      least[set] = Integer.MAX_VALUE;
      for (int part = set; part > 0; part = (part - 1) & set) {
        if (isSafe[part]) {
          least[set] = Math.min(least[set], least[set ^ part] + 1);
        }
      }
    }
    return least[all];
  }

  private static List<Host> members(List<Host> hosts, int set) {
    return IntStream.range(0, hosts.size())
        .filter(host -> (set & 1 << host) != 0)
        .mapToObj(hosts::get)
        .toList();
  }
}
