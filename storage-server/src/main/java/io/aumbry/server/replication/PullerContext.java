package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.ReplicaRegistry;

/**
 * What the pullers of a node have in common.
 *
 * @param progressed told after each answer that was worked in
 * @param ways to peers
 */
record PullerContext(
    NodeId self,
    ReplicationConfig config,
    Surroundings surroundings,
    ReplicaRegistry registry,
    Arrivals arrivals,
    Runnable progressed,
    Ways ways) {
  /**
   * The ways to peers.
   *
   * @param near the pace of what comes from this data centre
   * @param far the pace of what comes from all others
   * @param reach which peers answer
   * @param metrics of the records that came
   */
  record Ways(FetchPace near, FetchPace far, Reach reach, FetchMetrics metrics) {
    static Ways of(ReplicationConfig config, Surroundings surroundings, Reach reach) {
      Time time = surroundings.carrier().time();
      return new Ways(
          new FetchPace(config.nearby().bytesPerSecond(), time),
          new FetchPace(config.elsewhere().bytesPerSecond(), time),
          reach,
          new FetchMetrics(surroundings.metrics()));
    }
  }

  FetchPace pace(Distance distance) {
    return switch (distance) {
      case NEAR -> ways.near();
      case FAR -> ways.far();
    };
  }

  Reach reach() {
    return ways.reach();
  }
}
