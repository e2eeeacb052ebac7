package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.HorizonRecord;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.worker.WorkerRegistry;
import io.aumbry.transport.node.NodeClient;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Dependencies of a storage node other than its disks.
 *
 * @param client to its peers; closed by its owner.
 * @param carrier runs the threads that pull.
 * @param workers may wait for disks.
 * @param random safe for any thread.
 * @param horizons the coordinator's record of forget horizons; empty if it keeps none.
 */
public record NodeEnvironment(
    ClusterViews views,
    NodeClient client,
    Carrier carrier,
    WorkerRegistry workers,
    RandomGenerator random,
    Metrics metrics,
    Optional<HorizonRecord> horizons) {
  public NodeEnvironment(
      ClusterViews views,
      NodeClient client,
      Carrier carrier,
      RandomGenerator random,
      Metrics metrics) {
    this(
        views,
        client,
        carrier,
        new WorkerRegistry(BlockingThreads.ofPlatform(), carrier, metrics),
        random,
        metrics,
        Optional.empty());
  }

  /** A context for the node's own work, for at most {@code span}. */
  public RequestContext context(String what, Duration span) {
    return new RequestContext(
        what + "-" + Long.toHexString(random.nextLong()),
        carrier,
        Deadline.after(span, carrier.time()));
  }
}
