package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.AnsweringPeers;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.transport.node.NodeClient;
import java.time.Duration;
import java.util.SplittableRandom;

/** Contexts of pullers with a clock that the test moves. They start no thread. */
final class PullerContexts {
  private PullerContexts() {}

  private record Standing(Time time, Carrier timers) implements Carrier {
    @Override
    public void start(String name, Runnable task) {
      throw new IllegalStateException("no thread is to start: " + name);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      return timers.schedule(delay, action);
    }
  }

  static PullerContext of(OpenReplicas replicas, ReplicationConfig config) {
    return of(replicas, config, new HandViews());
  }

  static PullerContext of(OpenReplicas replicas, ReplicationConfig config, ClusterViews views) {
    return of(replicas, config, views, new AnsweringPeers());
  }

  static PullerContext of(
      OpenReplicas replicas, ReplicationConfig config, ClusterViews views, NodeClient client) {
    Time time = replicas.time();
    NodeEnvironment environment =
        new NodeEnvironment(
            views,
            client,
            new Standing(time, replicas.carrier()),
            new SplittableRandom(1),
            new Metrics());
    return new PullerContext(
        PeerViews.SELF,
        config,
        environment,
        replicas.registry(),
        new NewRecordSignal(10),
        () -> {},
        PullerContext.Ways.of(
            config, environment, new Reachability(Duration.ofNanos(1), time, () -> {})));
  }
}
