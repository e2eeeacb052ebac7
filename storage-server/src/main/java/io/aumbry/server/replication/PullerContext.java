package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.ReplicaRegistry;

/**
 * What the pullers of a node have in common.
 *
 * @param progressed told after each answer that was worked in
 * @param far what is known of the ways to other data centres
 */
record PullerContext(
    NodeId self,
    ReplicationConfig config,
    Surroundings surroundings,
    ReplicaRegistry registry,
    Arrivals arrivals,
    Runnable progressed,
    Far far) {
  /**
   * The ways to other data centres.
   *
   * @param pace of what comes from them
   * @param reach which peers answer, these and others
   */
  record Far(FarPace pace, Reach reach) {}

  FarPace pace() {
    return far.pace();
  }

  Reach reach() {
    return far.reach();
  }
}
