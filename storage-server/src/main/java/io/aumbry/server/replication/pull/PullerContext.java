package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.FetchMetrics;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicationConfig;

/**
 * State that the pullers of a node share.
 *
 * @param progressed runs after each processed answer
 */
record PullerContext(
    NodeId self,
    ReplicationConfig config,
    NodeEnvironment environment,
    ReplicaRegistry registry,
    NewRecordSignal newRecords,
    Runnable progressed,
    Ways ways) {
  record Ways(FetchPace near, FetchPace far, Reachability reach, FetchMetrics metrics) {
    static Ways of(ReplicationConfig config, NodeEnvironment environment, Reachability reach) {
      Time time = environment.carrier().time();
      return new Ways(
          new FetchPace(config.nearby().bytesPerSecond(), time),
          new FetchPace(config.elsewhere().bytesPerSecond(), time),
          reach,
          new FetchMetrics(environment.metrics()));
    }
  }

  FetchPace pace(Distance distance) {
    return switch (distance) {
      case NEAR -> ways.near();
      case FAR -> ways.far();
    };
  }

  Reachability reach() {
    return ways.reach();
  }
}
