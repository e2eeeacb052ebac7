package io.aumbry.server.replication;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.server.replica.OpenReplicas;
import java.util.SplittableRandom;

/** Servers that answer pulls from the replicas of a test. */
public final class PullServers {
  private static final int MAX_BYTES = 1 << 20;

  private PullServers() {}

  public static PullServer of(OpenReplicas replicas, ClusterViews views) {
    return of(replicas, views, replicas.carrier());
  }

  static PullServer of(OpenReplicas replicas, ClusterViews views, Carrier carrier) {
    NodeEnvironment environment =
        new NodeEnvironment(
            views, new AnsweringPeers(), carrier, new SplittableRandom(1), new Metrics());
    return new PullServer(
        replicas.registry(),
        new NewRecordSignal(10),
        new Budget("tests", MAX_BYTES, Shares.defaults(), carrier.time()),
        MAX_BYTES,
        environment,
        () -> {},
        new ConfirmationTimes(environment));
  }
}
