package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Access of scripts to coordinators and to the configuration of data centres. */
public final class CoordinatorData {
  private final SimulatedMembership membership;

  CoordinatorData(SimulatedMembership membership) {
    this.membership = membership;
  }

  /** A backup of the forget horizons of all data centres. */
  public record Horizons(List<Map<Integer, Long>> byDataCenter) {}

  public boolean hasReplica(String node, ReplicaState state) {
    NodeId id = new NodeId(node);
    return membership.of(id).replicas().values().stream().anyMatch(each -> each.get(id) == state);
  }

  public void loseHorizons() {
    membership.all(each -> each.horizons().lose());
  }

  public void refuseHorizons(boolean refuse) {
    membership.all(each -> each.horizons().refuse(refuse));
  }

  public Horizons backUp() {
    return new Horizons(
        IntStream.rangeClosed(1, membership.dataCenters())
            .mapToObj(each -> membership.in(each).horizons().copy())
            .toList());
  }

  public void restore(Horizons backup) {
    for (int i = 0; i < membership.dataCenters(); i++) {
      membership.in(i + 1).horizons().replace(backup.byDataCenter().get(i));
    }
  }

  public void configure(int dataCenter, boolean isConfigured) {
    membership.configure(dataCenter, isConfigured);
  }
}
