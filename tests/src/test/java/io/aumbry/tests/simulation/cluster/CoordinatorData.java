package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
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

  /** A partition of which one data centre has new replicas only, although it was in use there. */
  public record EmptyPartition(int dataCenter, int partition, String node) {}

  public List<EmptyPartition> emptyPartitions() {
    List<EmptyPartition> empty = new ArrayList<>();
    for (int dataCenter = 1; dataCenter <= membership.dataCenters(); dataCenter++) {
      SimulatedCoordinator coordinator = membership.in(dataCenter);
      for (Map.Entry<Integer, Map<NodeId, ReplicaState>> each : coordinator.replicas().entrySet()) {
        Map<NodeId, ReplicaState> states = each.getValue();
        boolean isNew = states.values().stream().allMatch(ReplicaState.BOOTSTRAP::equals);
        if (isNew && !states.isEmpty() && coordinator.horizons().mayBeKnown(each.getKey())) {
          String node = states.keySet().iterator().next().name();
          empty.add(new EmptyPartition(dataCenter, each.getKey(), node));
        }
      }
    }
    return empty;
  }

  /** Lets a partition begin empty again. */
  public void forgetHorizon(EmptyPartition empty) {
    membership.in(empty.dataCenter()).horizons().forget(empty.partition());
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
