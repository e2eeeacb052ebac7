package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ReplicaState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.helix.controller.rebalancer.waged.AssignmentMetadataStore;
import org.apache.helix.manager.zk.ZkBucketDataAccessor;
import org.apache.helix.model.Partition;
import org.apache.helix.model.ResourceAssignment;

/**
 * What WAGED remembers of where replicas are to be, in ZooKeeper. It keeps to that as long as it is
 * valid, and so to a plan that is written there in its place; but a controller reads it only when
 * it begins to lead. Helix knows the format; each object is for one thread, and for one look.
 */
final class PlannedAssignment extends AssignmentMetadataStore implements AutoCloseable {
  /**
   * Connects as Helix does.
   *
   * @param zkConnect the servers
   */
  PlannedAssignment(String zkConnect, String cluster) {
    super(new ZkBucketDataAccessor(zkConnect), cluster);
  }

  /** Whether a controller that begins to lead will keep to these. */
  boolean has(Map<Integer, String> resources, Map<Integer, List<String>> nodes) {
    Map<String, ResourceAssignment> wanted = assignments(resources, nodes);
    return getBestPossibleAssignment().equals(wanted) && getBaseline().equals(wanted);
  }

  /**
   * Replaces it.
   *
   * @param resources of each partition
   * @param nodes of each partition, the leader first
   */
  void write(Map<Integer, String> resources, Map<Integer, List<String>> nodes) {
    persistBaseline(assignments(resources, nodes));
    persistBestPossibleAssignment(assignments(resources, nodes));
  }

  private static Map<String, ResourceAssignment> assignments(
      Map<Integer, String> resources, Map<Integer, List<String>> nodes) {
    Map<String, ResourceAssignment> all = new HashMap<>();
    resources.forEach((partition, resource) ->
        all.computeIfAbsent(resource, ResourceAssignment::new)
            .addReplicaMap(
                new Partition(Integer.toString(partition)),
                states(Optional.ofNullable(nodes.get(partition)).orElseThrow())));
    return all;
  }

  private static Map<String, String> states(List<String> nodes) {
    Map<String, String> states = new HashMap<>();
    nodes.forEach(node -> states.put(node, ReplicaState.STANDBY.name()));
    states.put(nodes.getFirst(), ReplicaState.LEADER.name());
    return states;
  }
}
