package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.FetchLimits;
import io.aumbry.server.replication.FetchMetrics;
import io.aumbry.server.replication.FetchPace;
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
    NodeEnvironment environment,
    ReplicaRegistry registry,
    NewRecordSignal newRecords,
    Runnable progressed,
    Ways ways) {
  record Ways(FetchLimits limits, Reachability reach, FetchMetrics metrics) {}

  ReplicationConfig config() {
    return ways.limits().config();
  }

  FetchPace pace(Distance distance) {
    return ways.limits().pace(distance);
  }

  Reachability reach() {
    return ways.reach();
  }
}
