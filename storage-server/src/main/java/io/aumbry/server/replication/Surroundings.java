package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.HorizonRecord;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeClient;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * All that a storage node needs beside its disks.
 *
 * @param client to its peers; closed by its owner.
 * @param carrier of the threads that pull
 * @param threads that wait for its disks.
 * @param random safe to use from any thread.
 * @param horizons which the coordinator keeps; empty without a coordinator that does
 */
public record Surroundings(
    ClusterViews views,
    NodeClient client,
    Carrier carrier,
    BlockingThreads threads,
    RandomGenerator random,
    Metrics metrics,
    Optional<HorizonRecord> horizons) {
  /** With threads of the platform, and no record of horizons. */
  public Surroundings(
      ClusterViews views,
      NodeClient client,
      Carrier carrier,
      RandomGenerator random,
      Metrics metrics) {
    this(views, client, carrier, BlockingThreads.ofPlatform(), random, metrics, Optional.empty());
  }

  /** The same, with forget horizons that the coordinator keeps. */
  public Surroundings with(HorizonRecord record) {
    return new Surroundings(views, client, carrier, threads, random, metrics, Optional.of(record));
  }

  /** A context for work of this node itself, for at most {@code span}. */
  public RequestContext context(String what, Duration span) {
    return new RequestContext(
        what + "-" + Long.toHexString(random.nextLong()),
        carrier,
        Deadline.after(span, carrier.time()));
  }
}
