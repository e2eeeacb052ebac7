package io.aumbry.cluster;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.participant.ReplicaFactory;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.SystemTime;
import java.util.concurrent.Executors;

/** Makes the replicas of a node without Helix. */
final class Replicas {
  private Replicas() {}

  static ReplicaFactory factory(ReplicaHost host) {
    return new ReplicaFactory(
        host,
        new ClusterMetrics(new Metrics(), new SystemTime()),
        Executors.newVirtualThreadPerTaskExecutor());
  }
}
