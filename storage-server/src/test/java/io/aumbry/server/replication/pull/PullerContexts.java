package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.AnsweringPeers;
import io.aumbry.server.replication.FetchLimits;
import io.aumbry.server.replication.FetchMetrics;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.replication.StandingCarrier;
import io.aumbry.transport.node.NodeClient;
import java.time.Duration;
import java.util.SplittableRandom;

/** Contexts of pullers with a clock that the test moves. They start no thread. */
final class PullerContexts {
  private PullerContexts() {}

  static PullerContext of(OpenReplicas replicas, ReplicationConfig config) {
    return of(replicas, config, new HandViews());
  }

  static PullerContext of(OpenReplicas replicas, ReplicationConfig config, ClusterViews views) {
    return of(replicas, config, views, new AnsweringPeers());
  }

  static PullerContext of(
      OpenReplicas replicas, ReplicationConfig config, ClusterViews views, NodeClient client) {
    Carrier carrier = StandingCarrier.of(replicas);
    return of(replicas, config, environment(views, client, carrier), () -> {});
  }

  static NodeEnvironment environment(ClusterViews views, NodeClient client, Carrier carrier) {
    return new NodeEnvironment(views, client, carrier, new SplittableRandom(1), new Metrics());
  }

  static PullerContext of(
      OpenReplicas replicas,
      ReplicationConfig config,
      NodeEnvironment environment,
      Runnable progressed) {
    Time time = environment.carrier().time();
    return new PullerContext(
        PeerViews.SELF,
        environment,
        replicas.registry(),
        new NewRecordSignal(10),
        progressed,
        new PullerContext.Ways(
            FetchLimits.of(config, time),
            new Reachability(Duration.ofNanos(1), time, () -> {}),
            new FetchMetrics(environment.metrics())));
  }
}
